import APITransport
import Synchronization
import TestSupport

/// Plays an exchange over and over: one server and one client, one request after the other.
final class ExchangePlayer: Sendable {
    /// What of the answers is still to be sent in this play.
    private struct Script {
        var answers: ArraySlice<[UInt8]> = []
        var closes = false
        var pieces: Int?
        /// After so many bytes the connection ends.
        var cut: (left: Int, ending: Ending)?

        /// What follows a request.
        mutating func next(_ request: ReceivedRequest, of exchange: ScriptedExchange) -> [Action] {
            guard let answer = answers.first else { return exchange.fallsSilent ? [.drain] : [.close] }
            guard exchange.expects(request, exchange.answers.count - answers.count) else {
                return [.send(ScriptedExchange.objection(to: request))]
            }
            if let cut, cut.left < answer.count {
                // The same cut awaits whoever asks again.
                return [.send(Array(answer.prefix(cut.left))), cut.ending.action]
            }
            answers.removeFirst()
            cut?.left -= answer.count
            let sending: [Action] = [pieces.map { .sendInPieces(answer, of: $0) } ?? .send(answer)]
            return sending + (closes && answers.isEmpty ? [.close] : [])
        }
    }

    private final class Stage: Sendable {
        let script = Mutex(Script())
    }

    let exchange: ScriptedExchange
    private let stage: Stage
    private let server: ScriptedServer
    private let client: HTTPClient

    init(_ exchange: ScriptedExchange) throws {
        self.exchange = exchange
        let stage = Stage()
        self.stage = stage
        let server = try ScriptedServer { request in stage.script.withLock { $0.next(request, of: exchange) } }
        self.server = server
        client = HTTPClient.patient { configuration in
            configuration.limits.informationalResponses = ScriptedExchange.mostInformational
            configuration.connectionOverrides = ["*:*": "127.0.0.1:\(server.port)"]
            exchange.configure(&configuration)
        }
    }

    /// The exchange with all its bytes.
    func play(_ way: Way, inPiecesOf size: Int? = nil) async throws -> Result<HTTPResponse, TransportError> {
        try await run(Script(answers: exchange.answers[...], closes: exchange.closes, pieces: size), way)
    }

    /// The exchange with a server that ends the connection after so many bytes of its answers.
    func play(_ way: Way, cutAfter count: Int, by ending: Ending) async throws -> Result<HTTPResponse, TransportError> {
        try await run(Script(answers: exchange.answers[...], cut: (count, ending)), way)
    }

    private func run(_ script: Script, _ way: Way) async throws -> Result<HTTPResponse, TransportError> {
        stage.script.withLock { $0 = script }
        client.configuration.cookies?.removeAll()
        let request = try exchange.request(to: server)
        do throws(TransportError) {
            return .success(try await way.send(request, over: client))
        } catch {
            return .failure(error)
        }
    }
}
