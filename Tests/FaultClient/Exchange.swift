import APITransport
import APIWire
import CFaults

/// What is exchanged while something fails: names, requests, redirects, coded bodies, files, with one client.
struct Exchange {
    enum Way: String, CaseIterable {
        case blocking, loop
    }

    /// One request, or what else can fail.
    private struct Step {
        let name: String
        let run: (HTTPClient?) throws(Violation) -> TransportError?
    }

    let way: Way
    /// Of a server that has `/text`, `/echo` and `/moved`.
    let base: String
    let folder: String
    let roots: [UInt8]
    let text: [UInt8]
    let upload: [UInt8]
    /// Made once: what it takes is not the client's.
    let answered: Semaphore

    /// Sends everything and lets the client go.
    ///
    /// - Parameters:
    ///   - isHarmless: no step may fail.
    ///   - recovers: a step after the one in which the fault struck may not fail.
    /// - Throws: what no fault may bring about.
    func run(isHarmless: Bool, recovers: Bool) throws(Violation) {
        let client = HTTPClient(configuration)
        let steps = [
            Step(name: "look-up") { _ throws(Violation) in try lookUp() },
            Step(name: "text") { client throws(Violation) in try receiveText(client) },
            Step(name: "echo") { client throws(Violation) in try sendFile(client) },
            Step(name: "late echo") { client throws(Violation) in
                try sendLate(client) { .descriptor($0.reading) }
            },
            Step(name: "late echo of a path") { client throws(Violation) in
                try sendLate(client) { .file(path: "/proc/self/fd/\($0.reading)") }
            },
            Step(name: "download") { client throws(Violation) in try download(client) },
            Step(name: "text again") { client throws(Violation) in try receiveText(client) },
        ]
        for step in steps {
            let wasReached = cf_was_reached()
            guard let error = try step.run(client) else { continue }
            let story = "\(step.name): \(error.kind.rawValue) in \(error.phase.rawValue): \(error.message)"
            if error.kind == .timeout { throw Violation("it ends only by its deadline: \(story)") }
            if isHarmless { throw Violation("it fails for nothing: \(story)") }
            if recovers, wasReached { throw Violation("a fault that is over goes on: \(story)") }
            if !cf_was_reached() { throw Violation("it fails without a fault: \(story)") }
        }
        if way == .loop { client.shutDown() }
    }

    private var configuration: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.tls.roots = .pem(roots)
        configuration.deadlines = Deadlines()
        configuration.deadlines.total = .seconds(20)
        return configuration
    }

    // MARK: Steps

    private func lookUp() throws(Violation) -> TransportError? {
        switch SystemLookup.addresses(of: "localhost", .any) {
        case .success: nil
        case .failure(let error): TransportError(kind: .nameResolution, phase: .resolve, message: error.detail)
        }
    }

    private func receiveText(_ client: HTTPClient?) throws(Violation) -> TransportError? {
        try send("/text", over: client) { $0.body == text }
    }

    private func sendFile(_ client: HTTPClient?) throws(Violation) -> TransportError? {
        try send("/echo", .put, body: .file(path: "\(folder)/upload"), over: client) { $0.body == upload }
    }

    /// Sends a body that comes when its head is out: the connection has been used before, so that nothing else is.
    private func sendLate(
        _ client: HTTPClient?,
        as body: (LatePipe) -> HTTPBody
    ) throws(Violation) -> TransportError? {
        guard let pipe = LatePipe() else { throw Violation("no pipe can be opened") }
        var events = TransferEvents()
        events.sent = { [upload] _, _ in pipe.end(with: upload) }
        return try send("/echo", .put, body: body(pipe), events: events, over: client) { $0.body == upload }
    }

    private func download(_ client: HTTPClient?) throws(Violation) -> TransportError? {
        let path = "\(folder)/download"
        return try send("/moved", into: .file(path: path, replacing: true), over: client) { response in
            response.redirects.count == 1
        }
    }

    private func send(
        _ path: String,
        _ method: HTTPMethod = .get,
        body: HTTPBody? = nil,
        into destination: ResponseDestination = .memory,
        events: TransferEvents? = nil,
        over client: HTTPClient?,
        isRight: (HTTPResponse) -> Bool
    ) throws(Violation) -> TransportError? {
        guard let client, let url = try? HTTPURL(base + path) else { throw Violation("the URL is refused") }
        let request = HTTPRequest(method: method, url: url, body: body)
        switch outcome(of: request, into: destination, events: events, over: client) {
        case .success(let response):
            guard response.status == 200, isRight(response) else { throw Violation("\(path): a wrong answer") }
            return nil
        case .failure(let error):
            return error
        }
    }

    private func outcome(
        of request: HTTPRequest,
        into destination: ResponseDestination,
        events: TransferEvents?,
        over client: HTTPClient
    ) -> Result<HTTPResponse, TransportError> {
        switch way {
        case .blocking:
            return Result { () throws(TransportError) in
                try client.sendBlocking(request, into: destination, events: events)
            }
        case .loop:
            let box = Box()
            client.send(request, into: destination, events: events, queue: nil) { [answered] result in
                box.put(result)
                answered.signal()
            }
            _ = answered.wait()
            return box.result
        }
    }

    // MARK: Afterwards

    /// The download is complete or not there, and nothing else was left behind.
    func checkFiles() throws(Violation) {
        let path = "\(folder)/download"
        if FileSystem.exists(path) {
            guard (try? FileSystem.readAll(path, limit: 1 << 20)) == text else {
                throw Violation("the download is not what was sent")
            }
            try? FileSystem.remove(path)
        }
        let left = (try? FileSystem.list(folder)) ?? []
        guard left == ["roots.pem", "upload"] else { throw Violation("files were left behind: \(left)") }
    }
}
