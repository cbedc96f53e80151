import APITransport
import APIWire

/// The program: a command line in, an exit code out.
enum Command {
    /// Runs what the arguments ask for; nil stands for one that is not UTF-8.
    static func run(_ arguments: [String?]) -> Int32 {
        do {
            try CurrentProcess.occupyStandardStreams()
        } catch {
            return ExitCode.writing
        }
        do {
            let invocation = try ArgumentParser.parse(text(of: arguments))
            switch invocation.general.information {
            case .help: return write(HelpText.help)
            case .version: return write("apifetch \(HTTPClient.version)\n")
            case nil: return Run(invocation).all()
            }
        } catch {
            Message.write("apifetch: \(error.description)\napifetch: try 'apifetch --help'\n")
            return ExitCode.usage
        }
    }

    /// To send or to name anything else than what was given would be worse than to refuse it.
    private static func text(of arguments: [String?]) throws(UsageError) -> [String] {
        var text: [String] = []
        for (index, argument) in arguments.enumerated() {
            guard let argument else {
                throw UsageError("argument \(index + 1) is not UTF-8; data of any bytes can be given by -d @FILE")
            }
            text.append(argument)
        }
        return text
    }

    private static func write(_ text: String) -> Int32 {
        do {
            try StandardOutput.write(text.utf8.span)
            return ExitCode.success
        } catch {
            return ExitCode.writing
        }
    }
}

/// Runs one transfer after the other.
private struct Run {
    let invocation: Invocation
    let session = Session()
    let signals: EndingSignals

    init(_ invocation: Invocation) {
        self.invocation = invocation
        let interruption = session.interruption
        signals = EndingSignals(grace: .seconds(1)) { interruption.come() }
    }

    private var general: GeneralSettings { invocation.general }

    /// The exit code of the last transfer, or of what went wrong beside the transfers.
    func all() -> Int32 {
        var code = ExitCode.success
        var number = 0
        defer { session.close() }
        for settings in invocation.requests {
            if let failure = failure(of: { () throws(TransportError) in try session.loadCookies(for: settings) }) {
                return failure
            }
            let runner = TransferRunner(general: general, settings: settings, session: session)
            for index in settings.urls.indices {
                var record = runner.run(index)
                signals.obey()
                record.number = number
                number += 1
                code = tell(record, settings)
                if code != ExitCode.success, general.failsEarly { return saveCookies(code) }
            }
        }
        return saveCookies(code)
    }

    private func saveCookies(_ code: Int32) -> Int32 {
        var code = code
        session.interruption.begin(.short)
        for settings in invocation.requests {
            code = failure(of: { () throws(TransportError) in try session.saveCookies(for: settings) }) ?? code
        }
        session.interruption.begin(nil)
        signals.obey()
        return code
    }

    /// Says what came of a transfer, and gives its exit code.
    private func tell(_ record: TransferRecord, _ settings: RequestSettings) -> Int32 {
        if general.isVerbose { Message.write(Narration.summary(of: record.metrics) + "\n") }
        if let error = record.error { tell(error) }
        do throws(WireError) {
            if general.reportsJSON { try StandardOutput.write((Report.line(for: record) + [10]).span) }
            if let format = settings.writeOut {
                let text = WriteOut(format).text(for: record)
                try StandardOutput.write(text.output.utf8.span)
                Message.write(text.error)
            }
        } catch {
            let failure = TransportError.writing("Standard output", error)
            tell(failure)
            return ExitCode.of(failure)
        }
        return record.exitCode
    }

    private func tell(_ error: TransportError) {
        guard !general.isSilent || general.showsErrors else { return }
        Message.write("apifetch: (\(ExitCode.of(error))) \(error.message)\n")
    }

    private func failure(of work: () throws(TransportError) -> Void) -> Int32? {
        do {
            try work()
            return nil
        } catch {
            tell(error)
            return ExitCode.of(error)
        }
    }
}
