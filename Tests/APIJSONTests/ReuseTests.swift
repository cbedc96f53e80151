import APIJSON
import Testing

/// What one decoding leaves for the next must not show.
@Suite struct `Decodings that follow each other` {
    /// Keeps its container, to read it when the decoding is over.
    private struct Keeper: Decodable {
        enum CodingKeys: String, CodingKey { case name, inner }
        enum InnerKeys: String, CodingKey { case count }

        let container: KeyedDecodingContainer<CodingKeys>
        let decoder: any Decoder

        init(from decoder: any Decoder) throws {
            container = try decoder.container(keyedBy: CodingKeys.self)
            self.decoder = decoder
        }

        func check(_ name: String, _ count: Int) throws {
            #expect(try container.decode(String.self, forKey: .name) == name)
            let inner = try container.nestedContainer(keyedBy: InnerKeys.self, forKey: .inner)
            #expect(try inner.decode(Int.self, forKey: .count) == count)
            let again = try decoder.container(keyedBy: CodingKeys.self)
            #expect(try again.decode(String.self, forKey: .name) == name)
            #expect(inner.codingPath.map(\.stringValue) == ["inner"])
        }
    }

    @Test func `leave alone the containers that models have kept`() throws {
        var kept: [Keeper] = []
        for index in 0..<40 {
            kept.append(try decode(Keeper.self, #"{"name": "number \#(index)", "inner": {"count": \#(index)}}"#))
        }
        for (index, keeper) in kept.enumerated() where index.isMultiple(of: 3) {
            try keeper.check("number \(index)", index)
        }
        kept.removeAll { _ in Bool.random() }
        for index in 40..<80 {
            _ = try decode(Keeper.self, #"{"name": "number \#(index)", "inner": {"count": \#(index)}}"#)
        }
        for keeper in kept {
            let name = try keeper.container.decode(String.self, forKey: .name)
            try keeper.check(name, try #require(Int(name.dropFirst("number ".count))))
        }
    }

    private final class Tree: Decodable {
        let id: Int
        let children: [Tree]

        var depth: Int { 1 + (children.map(\.depth).max() ?? 0) }
        var total: Int { id + children.reduce(0) { $0 + $1.total } }
    }

    @Test func `read a model inside itself`() throws {
        var text = #"{"id": 1, "children": []}"#
        for _ in 0..<30 {
            text = #"{"children": [\#(text), {"children": [], "id": 2}], "id": 1}"#
        }
        for _ in 0..<3 {
            let tree = try decode(Tree.self, text)
            #expect(tree.depth == 31)
            #expect(tree.total == 31 + 60)
        }
    }

    private struct Words: Decodable, Equatable {
        var oneTwo: String?
        var one_two: String?
    }

    @Test func `take their own rule for keys`() throws {
        var snake = APIJSONParser()
        snake.keyDecodingStrategy = .convertFromSnakeCase
        for _ in 0..<3 {
            #expect(try decode(Words.self, #"{"one_two": "a"}"#, snake) == Words(oneTwo: "a"))
            #expect(try decode(Words.self, #"{"one_two": "a"}"#) == Words(one_two: "a"))
        }
    }

    private struct Outer: Decodable {
        let text: String
        let inner: Words

        enum CodingKeys: String, CodingKey { case text }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            let document = try container.decode(String.self, forKey: .text)
            inner = try JSONText.decode(document)
            text = try container.decode(String.self, forKey: .text)
        }
    }

    private enum JSONText {
        static func decode(_ text: String) throws -> Words { try APIJSONParser().decode(from: Array(text.utf8)) }
    }

    @Test func `run inside each other`() throws {
        let outer = try decode(Outer.self, #"{"text": "{\"one_two\": \"inside\"}"}"#)
        #expect(outer.inner == Words(one_two: "inside"))
        #expect(outer.text == #"{"one_two": "inside"}"#)
    }

    @Test func `are not disturbed by errors`() throws {
        for _ in 0..<3 {
            #expect(throws: DecodingError.self) { try decode(Tree.self, #"{"id": 1, "children": [{"id": "x"}]}"#) }
            #expect(throws: DecodingError.self) { try decode(Tree.self, #"{"id": 1, "#) }
            #expect(try decode(Tree.self, #"{"id": 7, "children": []}"#).total == 7)
        }
    }

    @Test func `run at the same time`() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    try (0..<50).reduce(0) { sum, index in
                        sum + (try decode(Tree.self, #"{"id": \#(task + index), "children": []}"#)).total
                    }
                }
            }
            var sum = 0
            for try await part in group { sum += part }
            #expect(sum == (0..<8).reduce(0) { $0 + 50 * $1 } + 8 * 1225)
        }
    }

    @Test(arguments: 0...40)
    func `give strings of every length`(length: Int) throws {
        let text = String((0..<length).map { Character(UnicodeScalar(UInt8(ascii: "a") + UInt8($0 % 26))) })
        let values = try decode([String].self, "[\"\(text)\", \"é\(text)\"]")
        #expect(values == [text, "é" + text])
        #expect(values[0].utf8.count == length)
        #expect(values[0] + "!" == text + "!")
    }
}
