import APITransport
import TestSupport
import Testing

@Suite struct `A scripted conversation` {
    @Test(arguments: ScriptedConversation.all)
    func `has its own answer for each request, in every way, whole and with its bytes one at a time`(
        _ conversation: ScriptedConversation
    ) async throws {
        let player = try ConversationPlayer(conversation)
        for way in Way.allCases {
            for size in [nil, 1] {
                let outcome = try await player.play(way, inPiecesOf: size)
                for (question, result) in zip(conversation.questions, outcome.results) {
                    #expect(question.fault(in: result) == nil, "\(way), in pieces of \(size ?? 0)")
                    let kind: TransportError.Kind? = if case .failure(let error) = result { error.kind } else { nil }
                    #expect(kind == question.failure, "\(way), in pieces of \(size ?? 0)")
                }
                #expect(outcome.connections == conversation.connections, "\(way), in pieces of \(size ?? 0)")
            }
        }
    }

    @Test(arguments: ScriptedConversation.all)
    func `has its own answers over several loops`(_ conversation: ScriptedConversation) async throws {
        let player = try ConversationPlayer(conversation, loops: 3)
        for way in Way.allCases {
            let outcome = try await player.play(way, inPiecesOf: 1)
            for (question, result) in zip(conversation.questions, outcome.results) {
                #expect(question.fault(in: result) == nil, "\(way)")
            }
            #expect(outcome.connections == conversation.connections, "\(way)")
        }
    }

    @Test(arguments: ScriptedConversation.all, Ending.allCases)
    func `gives nobody what is another's or a part when it is cut`(
        _ conversation: ScriptedConversation,
        _ ending: Ending
    ) async throws {
        let player = try ConversationPlayer(conversation)
        // Most begin alike, so that each place in those bytes is cut by either ending, though not in each of them.
        let parity = conversation.name.utf8.count + (ending == .close ? 0 : 1)
        for cut in 0..<conversation.count where (cut + parity).isMultiple(of: 2) {
            let way = Way.allCases[cut % Way.allCases.count]
            let outcome = try await player.play(way, cutAfter: cut, by: ending)
            for (question, result) in zip(conversation.questions, outcome.results) {
                #expect(question.fault(in: result) == nil, "\(way), cut after \(cut) bytes")
            }
        }
    }
}
