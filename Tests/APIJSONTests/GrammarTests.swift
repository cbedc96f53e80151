import APIJSON
import APIWire
import TestSupport
import Testing

@Suite struct `JSON's grammar` {
    static func accepts(_ document: [UInt8]) -> Bool {
        (try? APIJSONValue(parsing: document)) != nil
    }

    @Test(arguments: [
        "null", " true ", "-0", "-0.0e-0", "1E+2", "\"\"", "[]", "{}", "[[[]]]", "[1,\n2\r,\t3 ]",
        #"{"a":{"b":[null,false]},"a":0}"#, #""\u0000\"\\\/\b\f\n\r\t\ud83d\ude39""#, "\"\u{7f}\u{2028}\u{10FFFF}\"",
        "\u{FEFF}[1]", "12345678901234567890123456789012345678901234567890e-999999999999999999999",
    ])
    func `allows what RFC 8259 allows`(document: String) {
        #expect(Self.accepts(Array(document.utf8)))
    }

    @Test(arguments: [
        "", " ", "nul", "nulll", "True", "[1,]", "[,1]", "[1 2]", "[1", "[1}", "]", "{\"a\":1,}", "{\"a\"}",
        "{\"a\" 1}",
        "{a:1}", "{'a':1}", "{1:1}", "{\"a\":1 \"b\":2}", "{,}", "01", "-01", "-", "+1", ".5", "1.", "1.e1", "1e",
        "1e+",
        "0x1", "1_000", "NaN", "Infinity", "-Infinity", "[1]x", "[1]]", "1 2", "\"", "\"\\\"", "\"\\x\"", "\"\\u12\"",
        "\"\\u12g4\"", "\"\t\"", "\"\n\"", "\"\u{0}\"", "[1]\u{0}", "// c\n1", "[1/*c*/]", "\u{FEFF}", "[\u{a0}1]",
        "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\\ud800\\ud800\"", "\"\\ud800x\"", "\"\\ud83d\\n\"",
    ])
    func `refuses all else`(document: String) {
        #expect(!Self.accepts(Array(document.utf8)))
    }

    @Test(
        arguments: [
            [0xFF], [0x80], [0xC0, 0xAF], [0xC1, 0x81], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80],
            [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC2],
            [0xE2, 0x82], [0xF0, 0x9F, 0x98], [0xE2, 0x28, 0xA1], [0xF0, 0x28, 0x8C, 0xBC],
        ] as [[UInt8]]
    )
    func `refuses malformed UTF-8 wherever it stands in a string`(sequence: [UInt8]) {
        for padding in 0...17 {
            let before = [UInt8](repeating: UInt8(ascii: "a"), count: padding)
            #expect(!Self.accepts([UInt8(ascii: "\"")] + before + sequence + Array("bcdefgh\"".utf8)))
            #expect(!Self.accepts([UInt8(ascii: "\"")] + before + sequence + [UInt8(ascii: "\"")]))
        }
    }

    @Test func `keeps every Unicode scalar as it is`() throws {
        for value in UInt32(0x20)...0x10FFFF where value % 17 == 0 || value < 0x3000 {
            guard let scalar = Unicode.Scalar(value), scalar != "\"", scalar != "\\" else { continue }
            let text = String(Character(scalar))
            let parsed = try APIJSONValue(parsing: Array("\"\(text)\"".utf8))
            #expect(parsed.string.map { Array($0.unicodeScalars) } == [scalar])
        }
    }

    @Test(arguments: ["[", "{\"a\":"])
    func `allows nesting up to the limit`(opening: String) {
        let closing = opening == "[" ? "]" : "}"
        func nested(_ depth: Int) -> [UInt8] {
            let inside = opening == "[" ? "" : "1"
            return Array(
                (String(repeating: opening, count: depth) + inside + String(repeating: closing, count: depth)).utf8
            )
        }
        #expect(Self.accepts(nested(512)))
        #expect(!Self.accepts(nested(513)))
        #expect((try? APIJSONValue(parsing: nested(513), maximumDepth: 513)) != nil)
        #expect(!Self.accepts(Array(String(repeating: opening, count: 100_000).utf8)))
    }

    @Test func `never reads past the end, wherever the document is cut`() throws {
        let document = Array(
            #"{"key":[1.25e-3,true,false,null,"\ud83d\ude39 text\n of some length é日本"],"b":{"c":-0}, "d" : [ ] }"#.utf8
        )
        #expect(Self.accepts(document))
        for length in 0..<document.count {
            let cut = GuardedBytes(Array(document[..<length]))
            #expect(cut.withSpan { (try? APIJSONValue(parsing: $0)) == nil })
        }
        let whole = GuardedBytes(document)
        let value = try whole.withSpan { try APIJSONValue(parsing: $0) }
        #expect(value.at("key[4]")?.string == "😹 text\n of some length é日本")
    }

    @Test func `says where a document goes wrong and what is missing`() throws {
        let error = try #require(throws: APIJSONError.self) {
            _ = try APIJSONValue(parsing: Array("{\n  \"é\": 1,\n  \"b\" 2\n}".utf8))
        }
        #expect((error.line, error.column, error.offset) == (3, 7, 19))
        #expect(error.wanted == "a colon after the key")
        #expect(error.excerpt == "2 }")
    }

    @Test func `refuses UTF-16 and says so`() throws {
        let error = try #require(throws: APIJSONError.self) {
            _ = try APIJSONValue(parsing: [0, 0x5B, 0, 0x31, 0, 0x5D])
        }
        #expect(error.wanted.contains("UTF-8"))
    }

    @Test(.enabled(if: SharedCases.has("conformance/cases/json.jsonl")))
    func `agrees with the public suites`() throws {
        for line in SharedCases.lines("conformance/cases/json.jsonl") {
            let testCase = try APIJSONValue(parsing: Array(line.utf8))
            let input = try #require(testCase["input_b64"]?.string.flatMap { Base64.decode($0) })
            let outcome = try #require(testCase.at("expect.outcome")?.string)
            let accepted = Self.accepts(input)
            #expect(outcome == "any" || outcome == (accepted ? "accept" : "reject"), "\(line)")
        }
    }
}
