import APITransport
import Synchronization
import TestSupport

/// Plays a conversation over and over: one server and one client.
///
/// The first connection of a play is the one that its first request comes on, be it new or used before.
final class ConversationPlayer: Sendable {
    struct Outcome {
        let results: [Result<HTTPResponse, TransportError>]
        let connections: Int
    }

    private struct Stage {
        var pieces: Int?
        /// How many bytes the first connection may still send, and how it ends then.
        var cut: (left: Int, ending: Ending)?
        /// The connections that the requests of this play came on.
        var connections: [Int] = []
        var asked = 0
        /// Requests that the server has not done with.
        var busy = 0

        mutating func next(
            _ request: ReceivedRequest,
            of conversation: ScriptedConversation
        ) -> [Action] {
            if !connections.contains(request.connection) { connections.append(request.connection) }
            guard request.connection == connections.first else {
                let number = Int(request.target.dropFirst()) ?? 0
                return [.send(conversation.questions[number].bytes)]
            }
            defer { asked += 1 }
            guard asked < conversation.first.count else { return [cut?.ending.action ?? .close] }
            let answer = conversation.first[asked]
            if let cut, cut.left < answer.count {
                return [.send(Array(answer.prefix(cut.left))), cut.ending.action]
            }
            cut?.left -= answer.count
            return [pieces.map { .sendInPieces(answer, of: $0) } ?? .send(answer)]
        }
    }

    private let conversation: ScriptedConversation
    private let stage: Observed<Stage>
    private let server: ScriptedServer
    private let client: HTTPClient

    init(_ conversation: ScriptedConversation, loops: Int = 1) throws {
        let stage = Observed(Stage())
        self.conversation = conversation
        self.stage = stage
        server = try ScriptedServer { connection in
            while !connection.isOver, let request = try connection.readRequest() {
                let actions = stage.update { stage in
                    stage.busy += 1
                    return stage.next(request, of: conversation)
                }
                defer { stage.update { $0.busy -= 1 } }
                try connection.perform(actions)
            }
        }
        client = HTTPClient.patient { configuration in
            // A place that is not given back would be missed.
            configuration.maximumConnections = 1
            configuration.loopThreads = loops
        }
    }

    /// The conversation with all its bytes.
    func play(_ way: Way, inPiecesOf size: Int? = nil) async throws -> Outcome {
        try await run(Stage(pieces: size), way)
    }

    /// The conversation with a server that ends the first connection after so many bytes.
    func play(_ way: Way, cutAfter count: Int, by ending: Ending) async throws -> Outcome {
        try await run(Stage(cut: (count, ending)), way)
    }

    private func run(_ new: Stage, _ way: Way) async throws -> Outcome {
        stage.update { $0 = new }
        var results: [Result<HTTPResponse, TransportError>] = []
        for (number, question) in conversation.questions.enumerated() {
            var request = try HTTPRequest(server.url("/\(number)"))
            request.method = question.method
            do throws(TransportError) {
                results.append(.success(try await way.send(request, over: client)))
            } catch {
                results.append(.failure(error))
            }
            // What the server says beyond its answer is there before the next request goes out.
            if stage.value.busy > 0 { try await stage.wait(for: "the server") { $0.busy == 0 } }
        }
        return Outcome(results: results, connections: stage.value.connections.count)
    }
}
