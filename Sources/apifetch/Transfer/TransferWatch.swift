import APITransport
import APIWire
import Synchronization

/// Follows one transfer: tells about it, writes its heads, and ends it where the command line says so.
final class TransferWatch: Sendable {
    let handle = TransferHandle()
    let output: BodyOutput?
    let progress: ProgressMeter?
    let destination: ResponseDestination

    private struct State {
        var failure: TransportError?
        var refused: HTTPResponse?
    }

    private let general: GeneralSettings
    private let settings: RequestSettings
    private let heads: HeadFiles
    private let isColored: Bool
    private let takesNameFromHead: Bool
    private let state = Mutex(State())

    init(_ general: GeneralSettings, _ settings: RequestSettings, _ plan: OutputPlan, _ heads: HeadFiles) {
        self.general = general
        self.settings = settings
        self.heads = heads
        takesNameFromHead = plan.takesNameFromHead
        var showsBody = false
        switch plan.place {
        case .memory:
            output = nil
            destination = .memory
        case .file(let path):
            output = nil
            destination = .file(path: path, replacing: true)
        case .output(let place):
            if case .standardOutput = place { showsBody = StandardOutput.isTerminal }
            let output = BodyOutput(place, isSeen: showsBody, handle: handle)
            self.output = output
            destination = .sink(output)
        }
        isColored = showsBody
        let isQuiet = general.isSilent || general.reportsJSON || !general.showsProgress
        progress = isQuiet || showsBody || !StandardError.isTerminal ? nil : ProgressMeter()
    }

    /// What must end the transfer, or be said of it, whatever the engine made of it.
    var failure: TransportError? { output?.failure ?? state.withLock { $0.failure } }

    /// The response whose status counts as a failure.
    var refusedResponse: HTTPResponse? { state.withLock { $0.refused } }

    /// What the engine tells to.
    var events: TransferEvents {
        var events = TransferEvents()
        events.head = { [self] in tookFinal($0) }
        events.intermediate = { [self] in took($0) }
        events.informational = { [self] in took($0) }
        if general.isVerbose {
            events.attempt = { Message.write(lines: Narration.lines(for: $0)) }
            events.redirect = { hop in
                Message.write(lines: Narration.lines(for: hop))
                return true
            }
        }
        if let progress {
            events.received = { progress.moved(.down, $0, of: $1) }
            if !settings.uploads.isEmpty { events.sent = { progress.moved(.up, $0, of: $1) } }
        }
        return events
    }

    private func took(_ interim: InformationalResponse) {
        if general.isVerbose { Message.write(lines: Narration.lines(for: interim)) }
        writeHead { HeadText.bytes(of: interim, isColored: $0) }
    }

    private func took(_ response: HTTPResponse) {
        if general.isVerbose { Message.write(lines: Narration.lines(for: response)) }
        writeHead { HeadText.bytes(of: response, isColored: $0) }
    }

    private func tookFinal(_ response: HTTPResponse) {
        took(response)
        if takesNameFromHead, let value = response.fields["Content-Disposition"],
            let name = ContentDisposition(value)?.safeFilename
        {
            output?.rename(to: name)
        }
        if response.status >= 400, settings.failureRule == .dropBody {
            state.withLock { $0.refused = response }
            output?.drop()
            handle.cancel()
        }
        if isColored, let type = response.fields["Content-Type"].flatMap({ MediaType($0) }) {
            if type.subtype == "json" || type.subtype.hasSuffix("+json") { output?.paintJSON() }
        }
    }

    private func writeHead(_ head: (_ isColored: Bool) -> [UInt8]) {
        if settings.includesHead || settings.asksHeadOnly { output?.writeHead(head(isColored)) }
        guard let path = settings.headPath else { return }
        do throws(TransportError) {
            try heads.write(head(false), to: path)
        } catch {
            state.withLock { $0.failure = error }
            handle.cancel()
        }
    }
}
