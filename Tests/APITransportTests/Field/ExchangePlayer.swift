import APITransport
import Synchronization
import TestSupport

/// Plays an exchange over and over: one server and one client, one request after the other.
final class ExchangePlayer: Sendable {
    /// What follows the head of a request.
    private struct Turn {
        /// Before the body is given.
        var early: [Action] = []
        /// Not nil: it is to be given, and read.
        var body: LateBody?
        var answer: [Action] = []
    }

    /// What of the answers is still to be sent in this play.
    private struct Script {
        var answers: ArraySlice<[UInt8]> = []
        var closes = false
        var pieces: Int?
        /// After so many bytes the connection ends.
        var cut: (left: Int, ending: Ending)?
        /// The body of the requests, and when it is given to the answers that are left.
        var late: LateBody?
        var arrivals: ArraySlice<Int?> = []

        /// What follows the head of a request, or all of it.
        mutating func next(_ request: ReceivedRequest, of exchange: ScriptedExchange) -> Turn {
            guard let answer = answers.first else { return Turn(answer: [exchange.fallsSilent ? .drain : .close]) }
            guard exchange.expects(request, exchange.answers.count - answers.count) else {
                return Turn(answer: [.send(ScriptedExchange.objection(to: request))])
            }
            let arrival = arrivals.first ?? nil
            if let cut, cut.left < answer.count {
                // The same cut awaits whoever asks again.
                return turn(Array(answer.prefix(cut.left)), arrival, then: [cut.ending.action])
            }
            answers.removeFirst()
            arrivals = arrivals.dropFirst()
            cut?.left -= answer.count
            return turn(answer, arrival, then: closes && answers.isEmpty ? [.close] : [])
        }

        private func turn(_ answer: [UInt8], _ arrival: Int?, then end: [Action]) -> Turn {
            guard let arrival, arrival <= answer.count else { return Turn(answer: sending(answer[...]) + end) }
            return Turn(
                early: sending(answer[..<arrival]),
                body: late,
                answer: sending(answer[arrival...]) + end
            )
        }

        private func sending(_ bytes: ArraySlice<UInt8>) -> [Action] {
            [pieces.map { .sendInPieces(Array(bytes), of: $0) } ?? .send(Array(bytes))]
        }
    }

    private final class Stage: Sendable {
        let script = Mutex(Script())
    }

    let exchange: ScriptedExchange
    private let stage: Stage
    private let server: ScriptedServer
    private let client: HTTPClient

    init(_ exchange: ScriptedExchange, _ options: ScriptedServer.Options = .init()) throws {
        self.exchange = exchange
        let stage = Stage()
        self.stage = stage
        let server = try ScriptedServer(options) { connection in
            while !connection.isOver {
                // A body that comes late is not waited for.
                let request = try exchange.hasLateBody ? connection.readHead() : connection.readRequest()
                guard let request else { return }
                try Self.play(stage.script.withLock { $0.next(request, of: exchange) }, on: connection, request)
            }
        }
        self.server = server
        client = HTTPClient.patient { configuration in
            configuration.limits.informationalResponses = ScriptedExchange.mostInformational
            configuration.connectionOverrides = ["*:*": "127.0.0.1:\(server.port)"]
            // A place that is not given back would be missed.
            configuration.maximumConnections = 1
            exchange.configure(&configuration)
        }
    }

    private static func play(_ turn: Turn, on connection: ScriptedConnection, _ head: ReceivedRequest) throws {
        try connection.perform(turn.early)
        if let body = turn.body {
            body.write("late ")
            body.write("body")
            body.end()
            _ = try connection.readBody(of: head)
        }
        try connection.perform(turn.answer)
    }

    /// The exchange with all its bytes.
    func play(
        _ way: Way,
        _ kind: LateBody.Kind?,
        inPiecesOf size: Int? = nil
    ) async throws -> Result<HTTPResponse, TransportError> {
        try await run(Script(answers: exchange.answers[...], closes: exchange.closes, pieces: size), way, kind)
    }

    /// The exchange with a server that ends the connection after so many bytes of its answers.
    func play(
        _ way: Way,
        _ kind: LateBody.Kind?,
        cutAfter count: Int,
        by ending: Ending
    ) async throws -> Result<HTTPResponse, TransportError> {
        try await run(Script(answers: exchange.answers[...], cut: (count, ending)), way, kind)
    }

    private func run(
        _ script: Script,
        _ way: Way,
        _ kind: LateBody.Kind?
    ) async throws -> Result<HTTPResponse, TransportError> {
        var request = try exchange.request(to: server)
        let late = try kind.map { try LateBody($0, isReplayable: exchange.isReplayable) }
        if let late { request.body = late.body }
        stage.script.withLock {
            $0 = script
            $0.late = late
            $0.arrivals = exchange.arrivals[...]
        }
        client.configuration.cookies?.removeAll()
        do throws(TransportError) {
            return .success(try await way.send(request, over: client))
        } catch {
            return .failure(error)
        }
    }
}
