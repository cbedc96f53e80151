import APIJSON
import APIWire
import JSONLaws
import Testing

/// Documents with so many values for their size that an index of them all would be larger than themselves.
@Suite struct `A dense document` {
    private static let kinds: [(name: String, element: String)] = [
        ("numbers", "1"), ("arrays", "[]"), ("objects", "{}"), ("strings", "\"\""), ("points", #"{"x":1,"y":2}"#),
        ("rows", #"[1,"a",[2,3],{"b":null}]"#), ("words", #"{"text":"some more words here","n":12}"#),
        ("nests", String(repeating: "[", count: 400) + String(repeating: "]", count: 400)),
        ("steps", String(repeating: "[1,2,3,4,5,", count: 300) + "6" + String(repeating: "]", count: 300)),
        ("escapes", #"{"\u0061é":"\n","b":[[[]]]}"#),
    ]

    private static func document(_ element: String) -> [UInt8] {
        let count = 150_000 / (element.utf8.count + 1)
        return Array(("[" + repeatElement(element, count: count).joined(separator: ",") + "]").utf8)
    }

    @Test(arguments: kinds.map(\.element))
    func `is indexed in less memory than itself`(element: String) throws {
        let document = Self.document(element)
        let tape = try JSONTape.copying(document.span, maximumDepth: 512)
        #expect(tape.indexSize <= document.count)
        let forced = try JSONTape.copying(document.span, maximumDepth: 512, isDense: true)
        #expect(forced.indexSize <= document.count / 2)
    }

    @Test(arguments: kinds.map(\.element))
    func `means the same as its parts`(element: String) throws {
        let document = Self.document(element)
        let whole = try APIJSONValue(parsing: document)
        let part = try APIJSONValue(parsing: Array(element.utf8))
        #expect(whole.count == 150_000 / (element.utf8.count + 1))
        for place in [0, 1, whole.count / 2, whole.count - 1] {
            expectSame(try #require(whole[place]), part)
        }
        #expect(whole[whole.count] == nil)
        #expect(whole.elements.reduce(0) { count, _ in count + 1 } == whole.count)
    }

    @Test(arguments: UInt64(0)..<4)
    func `means the same as if it were not one`(seed: UInt64) throws {
        var generator = DocumentGenerator(seed: 500 + seed)
        for _ in 0..<500 {
            expectSameWhenDense(Array(generator.document().utf8))
        }
    }

    /// An index in words knows keys by those of the object before, one of a dense document does not.
    @Test(arguments: [1, 2, 7, 15, 16, 17, 31, 32, 33, 60])
    func `means the same where objects are alike`(length: Int) {
        let key = String(repeating: "k", count: length)
        let keys = [
            key, key, key.dropLast() + "x", key + "k", String(key.dropLast()), "\\u006b" + key.dropFirst(), key,
        ]
        let objects = keys.flatMap { name in
            [
                "{\"\(name)\":1,\"b\":{\"\(key)\":[{\"\(name)\":2},{\"\(key)\" : 3}]},\"c\":[]}",
                "{\"b\":{\"\(key)\":[]},\"\(name)\":{},\"\(name)\":4,\"c\":[[{\"\(key)\":5}]]}", "{}",
                "[{\"\(name)\":6}]",
                "{\"\(name)\":[{\"\(name)\":7}]}",
            ]
        }
        let list = "[" + objects.joined(separator: ",") + "]"
        let deep = String(repeating: "[{\"\(key)\":", count: 20) + list + String(repeating: "}]", count: 20)
        for text in [list, deep, "[\(deep),\(deep)]"] {
            expectSameWhenDense(Array(text.utf8))
        }
        let some = Array("[\(objects.prefix(10).joined(separator: ",")),{\"\(key)\":8}]".utf8)
        for place in stride(from: 0, to: some.count, by: 7) {
            for wrong in "\"}\\k".utf8 {
                var document = some
                document[place] = wrong
                expectSameWhenDense(document)
            }
            expectSameWhenDense(Array(some.prefix(place)))
        }
    }

    private func expectSameWhenDense(_ document: [UInt8]) {
        let dense = Result { () throws(APIJSONError) in
            try APIJSONValue(parsing: document.span, maximumDepth: 512, isDense: true)
        }
        switch (dense, Result { () throws(APIJSONError) in try APIJSONValue(parsing: document) }) {
        case (.success(let one), .success(let other)): expectSame(one, other)
        case (.failure(let one), .failure(let other)): #expect(one.description == other.description)
        default: Issue.record("\(String(decoding: document, as: UTF8.self))")
        }
    }

    private func expectSame(_ one: APIJSONValue, _ other: APIJSONValue) {
        #expect(one.kind == other.kind)
        #expect((one.isNull, one.bool, one.string) == (other.isNull, other.bool, other.string))
        #expect((one.numberText, one.int, one.double) == (other.numberText, other.int, other.double))
        #expect(one.count == other.count)
        #expect(one.pairs.map(\.key) == other.pairs.map(\.key))
        for (one, other) in zip(one.pairs, other.pairs) {
            expectSame(one.value, other.value)
            #expect((other.value.kind == .null) == (one.value.kind == .null))
        }
        for key in other.pairs.map(\.key) { #expect(one[key]?.kind == other[key]?.kind) }
        for (one, other) in zip(one.elements, other.elements) { expectSame(one, other) }
    }

    private struct Point: Decodable, Equatable {
        let x: Int
        let y: Int
    }

    @Test func `is decoded like any other, and the next document as well`() throws {
        let points = try decode([Point].self, "\(String(decoding: Self.document(#"{"x":1,"y":2}"#), as: UTF8.self))")
        #expect(points == Array(repeating: Point(x: 1, y: 2), count: 150_000 / 14))
        #expect(try decode(Point.self, #"{"x":3,"y":4}"#) == Point(x: 3, y: 4))
    }

    @Test func `has its errors where they are`() throws {
        var text = String(decoding: Self.document("1"), as: UTF8.self)
        text.removeLast()
        let cut = try #require(throws: DecodingError.self) { try decode([Int].self, text) }
        #expect(APIJSONError(cut)?.offset == text.utf8.count)
        let wrong = try #require(throws: DecodingError.self) { try decode([Int].self, text + ",true]") }
        #expect(APIJSONError(wrong)?.path == "[75000]")
        #expect(APIJSONError(wrong)?.found == "a boolean, true")
        let deep = String(repeating: "[", count: 100_000)
        let tooDeep = try #require(throws: DecodingError.self) { try decode([Int].self, deep) }
        #expect(APIJSONError(tooDeep)?.offset == 512)
    }

    @Test func `may begin with a byte order mark and white space`() throws {
        #expect(try decode([Int].self, "\u{FEFF} \n [1, 2]\n") == [1, 2])
        #expect(try decode([String: [Int]].self, "\u{FEFF}\t{ \"a\" : [ ] , \"b\" : [ 1 ] } ") == ["a": [], "b": [1]])
    }
}
