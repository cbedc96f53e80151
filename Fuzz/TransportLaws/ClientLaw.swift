import APITransport
import Dispatch
import Glibc
import ScriptedPeer
import Synchronization

/// Whatever a server does, every request of the real client ends exactly once, within its deadline, and gives no more
/// than its limits allow.
///
/// The first byte picks the way in and how many requests there are, the second what they are, the third their options;
/// the rest is the script of a ``ScriptedPeer``. What is left of the first and the third picks how late bodies come.
package func clientLaw(_ input: Span<UInt8>) throws(Violation) {
    let (steering, script) = split(input, after: 3)
    let path = "/tmp/fuzz-client-\(getpid())-\(peerNumber.add(1, ordering: .relaxed).newValue)"
    guard let peer = unsafe peer_start(path, script, script.count) else { throw Violation("no peer can be started") }
    defer { unsafe peer_stop(peer) }
    let stalls = unsafe peer_stalls(script, script.count)
    let run = ClientRun(steering, path: path, stalls: stalls)
    let outcomes = run.outcomes()
    for outcome in outcomes { try run.check(outcome) }
}

private let peerNumber = Atomic<Int>(0)

/// The requests of one input.
private struct ClientRun {
    struct Outcome {
        let results: [Result<HTTPResponse, TransportError>]
        let duration: Duration
    }

    private static let patience = Duration.seconds(8)
    private static let decodedLimit: Int64 = 50_000

    let client: HTTPClient
    let requests: [HTTPRequest]
    let late: LateTurns
    let isBlocking: Bool
    let isConcurrent: Bool
    let cancels: Bool
    let stalls: Bool

    init(_ steering: [UInt8], path: String, stalls: Bool) {
        late = LateTurns(way: steering[2] >> 5, turns: steering[0] >> 6)
        self.stalls = stalls || late.isEndless
        var configuration = HTTPClient.Configuration()
        configuration.unixSocketPath = path
        // To a peer that speaks no TLS roots make no difference, and reading them takes time.
        configuration.tls.verifiesPeer = false
        configuration.deadlines = Deadlines()
        configuration.deadlines.total = self.stalls ? .milliseconds(20) : Self.patience
        configuration.maximumConnectionsPerOrigin = steering[0] & 0x20 == 0 ? 64 : 1
        configuration.limits.headBytes = 8192
        client = HTTPClient(configuration)
        isBlocking = steering[0] & 1 == 0
        isConcurrent = steering[0] & 2 != 0
        cancels = steering[0] & 0x10 != 0
        requests = (0..<1 + Int(steering[0] >> 2 & 3)).map { [late] _ in Self.request(steering, late) }
    }

    private static func request(_ steering: [UInt8], _ late: LateTurns) -> HTTPRequest {
        let methods: [HTTPMethod] = [.get, .head, .post, .put, .delete, .options]
        let bodies: [HTTPBody?] = [nil, .bytes(Array("body".utf8)), .bytes([UInt8](repeating: 7, count: 300_000))]
        // A constant that is well-formed; an empty path would be as good.
        guard let url = try? HTTPURL("http://peer.test/path?query") else {
            preconditionFailure("a good URL is refused")
        }
        let kind = Int(steering[1])
        var request = HTTPRequest(
            method: methods[kind % methods.count],
            url: url,
            body: late.body() ?? bodies[kind / methods.count % bodies.count]
        )
        if kind & 0x80 != 0 { try? request.fields.append(name: "Expect", value: "100-continue") }
        request.options.maximumDecodedBytes = decodedLimit
        if steering[2] & 1 != 0 { request.options.redirects = .none }
        if steering[2] & 2 != 0 { request.options.decodesContent = false }
        if steering[2] & 4 != 0 { request.options.credentials = .strongest(user: "user", password: "password") }
        if steering[2] & 8 != 0 { request.options.usesHTTP10 = true }
        if steering[2] & 16 != 0 { request.options.maximumBodyBytes = 1000 }
        return request
    }

    /// What each request came to.
    func outcomes() -> [Outcome] {
        let boxes = requests.map { _ in Box() }
        let clock = ContinuousClock()
        var durations: [Duration] = []
        var waiting: [Box] = []
        for (request, box) in zip(requests, boxes) {
            let start = clock.now
            if isBlocking {
                box.put(Result { () throws(TransportError) in try client.sendBlocking(request) })
            } else {
                let handle = client.send(request, queue: nil) { box.put($0) }
                if cancels { handle.cancel() }
                if isConcurrent {
                    waiting.append(box)
                } else {
                    box.wait()
                }
            }
            durations.append(start.duration(to: clock.now))
        }
        let start = clock.now
        for box in waiting { box.wait() }
        let waited = start.duration(to: clock.now)
        client.shutDown()
        return zip(boxes, durations).map { box, duration in
            Outcome(results: box.results, duration: duration + waited)
        }
    }

    func check(_ outcome: Outcome) throws(Violation) {
        try require(outcome.results.count == 1, "a request ended \(outcome.results.count) times")
        try require(outcome.duration < Self.patience, "a request took \(outcome.duration)")
        switch outcome.results[0] {
        case .success(let response):
            try require((101...999).contains(response.status), "an answer of status \(response.status)")
            try require(response.body.count <= Self.decodedLimit, "a body of \(response.body.count) bytes")
            try require(response.redirects.count <= 20, "\(response.redirects.count) redirects")
            try require(response.informational.count <= 64, "\(response.informational.count) interim answers")
        case .failure(let error):
            try require(Self.kinds.contains(error.kind) || isExpected(error.kind), "\(error.kind): \(error.message)")
            try require(error.received >= 0, "\(error.received) bytes received")
        }
    }

    private func isExpected(_ kind: TransportError.Kind) -> Bool {
        switch kind {
        case .timeout: stalls
        case .cancelled: cancels
        case .bodyNotReplayable: !late.canBeSentAgain
        default: false
        }
    }

    /// What a server can bring about.
    private static let kinds: Set<TransportError.Kind> = [
        .badURL, .unsupportedScheme, .connect, .tlsHandshake, .closed, .invalidResponse, .headTooLarge, .incompleteBody,
        .contentCoding, .decodedSizeExceeded, .bodySizeExceeded, .tooManyRedirects, .redirectRefused, .invalidRequest,
    ]
}

/// What a completion was called with.
private final class Box: Sendable {
    private let called = DispatchSemaphore(value: 0)
    private let stored = Mutex<[Result<HTTPResponse, TransportError>]>([])

    var results: [Result<HTTPResponse, TransportError>] { stored.withLock { $0 } }

    func put(_ result: Result<HTTPResponse, TransportError>) {
        stored.withLock { $0.append(result) }
        called.signal()
    }

    /// Not for ever: a request that never ends is a finding.
    func wait() {
        _ = called.wait(timeout: .now() + 9)
    }
}
