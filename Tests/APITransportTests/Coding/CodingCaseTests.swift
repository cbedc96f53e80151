import APITransport
import Foundation
import TestSupport
import Testing

/// One case of other decoders' suites.
struct CodingCase: Decodable, CustomTestStringConvertible {
    struct Outcome: Decodable {
        var outcome: String
        var body_b64: String?
    }

    var id: String
    var coding: String
    var input_b64: String
    var level: String
    var expect: Outcome
    var also: [Outcome]?

    var testDescription: String { id }

    static let all: [CodingCase] = CaseFile.read("content-coding")
}

@Suite(.enabled(if: SharedCases.has("conformance/cases/content-coding.jsonl")))
struct `Coded bodies of other suites` {
    @Test(arguments: CodingCase.all, [0, 1, 7])
    func `come out right however they arrive`(_ item: CodingCase, _ size: Int) throws {
        let bytes = try #require(Data(base64Encoded: item.input_b64).map(Array.init))
        let result = decodedBody(pieces(bytes, of: size), coding: item.coding)
        let isRight = ([item.expect] + (item.also ?? [])).contains { wanted in
            switch result {
            case .failure: wanted.outcome == "error"
            case .success(let body):
                wanted.outcome == "ok" && Data(body) == Data(base64Encoded: wanted.body_b64 ?? "")
            }
        }
        #expect(isRight, "\(item.level): \(result)")
    }
}
