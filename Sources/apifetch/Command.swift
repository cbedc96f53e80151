import APITransport
import APIWire

/// The program: a command line in, an exit code out.
enum Command {
    static func run(_ arguments: [String]) -> Int32 {
        do {
            let invocation = try ArgumentParser.parse(arguments)
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

    init(_ invocation: Invocation) {
        self.invocation = invocation
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
        for settings in invocation.requests {
            code = failure(of: { () throws(TransportError) in try session.saveCookies(for: settings) }) ?? code
        }
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
