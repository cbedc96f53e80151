import APITransport
import Synchronization
import TestSupport
import Testing

/// A source that promises more so many times before each of its pieces, without a byte; without pieces, for ever.
private final class Hesitant: HTTPBodySource, Sendable {
    private struct State {
        var pieces: ArraySlice<String>
        var turnsLeft: Int
    }

    private let turns: Int
    private let state: Mutex<State>
    private let onFirstTurn: (@Sendable () -> Void)?

    init(_ pieces: [String], turns: Int, onFirstTurn: (@Sendable () -> Void)? = nil) {
        self.turns = turns
        self.onFirstTurn = onFirstTurn
        state = Mutex(State(pieces: pieces[...], turnsLeft: turns))
    }

    static func forEver(onFirstTurn: (@Sendable () -> Void)? = nil) -> Hesitant {
        Hesitant([], turns: 1, onFirstTurn: onFirstTurn)
    }

    func read(into buffer: inout [UInt8], limit: Int) -> HTTPBodyProgress {
        onFirstTurn?()
        return state.withLock { state in
            if state.turnsLeft > 0 || state.pieces.isEmpty {
                state.turnsLeft -= 1
                return .more
            }
            state.turnsLeft = turns
            buffer += (state.pieces.popFirst() ?? "").utf8
            return state.pieces.isEmpty ? .finished : .more
        }
    }
}

private func posting(_ source: Hesitant, to url: String, length: Int64? = nil) throws -> HTTPRequest {
    try HTTPRequest(
        method: .post,
        url: HTTPURL(url),
        body: .stream(length: length, replayable: false) { source }
    )
}

private let silent: @Sendable (ScriptedConnection) throws -> Void = { try $0.perform([.drain]) }

@Suite struct `A body that promises more and gives nothing` {
    @Test(arguments: Way.allCases, [false, true])
    func `is sent in full when it comes to give something`(way: Way, isSecure: Bool) async throws {
        let server = try ScriptedServer(
            .init(tls: isSecure ? TLSServerOptions(TestCertificates.valid) : nil)
        ) { request in [.send(HTTPBytes.response(body: request.body))] }
        let client = HTTPClient.patient()
        for length in [nil, 8] as [Int64?] {
            let source = Hesitant(["in ", "part", "s"], turns: 80)
            let request = try posting(source, to: server.url(host: "127.0.0.1"), length: length)
            #expect(try await way.send(request, over: client).body == Array("in parts".utf8))
        }
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: Way.allCases)
    func `does not keep an answer from being seen`(way: Way) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            try connection.perform([.send("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno"), .drain])
        }
        let response = try await way.send(posting(.forEver(), to: server.url()), over: .patient())
        #expect(response.status == 413)
        #expect(response.body == Array("no".utf8))
    }

    @Test(arguments: Way.allCases, [false, true])
    func `ends with a deadline`(way: Way, isIdle: Bool) async throws {
        let server = try ScriptedServer(connection: silent)
        var request = try posting(.forEver(), to: server.url())
        let bound = Duration.milliseconds(200)
        request.options.deadlines = isIdle ? Deadlines(idle: bound) : Deadlines(total: bound)
        #expect(await way.failure(of: request, over: .patient())?.kind == .timeout)
    }

    @Test(arguments: [false, true])
    func `can be given up`(blocks: Bool) async throws {
        let server = try ScriptedServer(connection: silent)
        let isSpinning = Signal()
        let request = try posting(.forEver { isSpinning.fire() }, to: server.url())
        #expect(await failure(of: request, givenUpAfter: isSpinning, blocks: blocks)?.kind == .cancelled)
    }

    @Test(arguments: Way.allCases)
    func `ends with a client that is shut down`(way: Way) async throws {
        let server = try ScriptedServer(connection: silent)
        let client = HTTPClient.patient()
        let request = try posting(.forEver { client.shutDown() }, to: server.url())
        #expect(await way.failure(of: request, over: client)?.kind == .clientClosed)
    }

    @Test(arguments: Way.allCases)
    func `does not keep other requests of the client waiting`(way: Way) async throws {
        let server = try ScriptedServer(connection: silent)
        let other = try ScriptedServer.serving(["HTTP/1.1 204 Done\r\n\r\n"])
        let client = HTTPClient.patient { $0.loopThreads = 1 }
        let isSpinning = Signal()
        let request = try posting(.forEver { isSpinning.fire() }, to: server.url())
        async let error = way.failure(of: request, over: client)
        try await isSpinning.received()
        #expect(try await client.send(HTTPRequest(other.url())).status == 204)
        client.shutDown()
        #expect(await error?.kind == .clientClosed)
    }
}
