import APIService
import Foundation
import Testing

@Suite struct `Parsing` {
    private struct Volume: APIDefaultJSONParsable, Equatable {
        var isbn: String
        var pages: Int?
    }
    private struct Nothing: APIDefaultJSONParsable {}

    private static func parse<T: APIParsable>(_ text: String, as type: T.Type = T.self) throws -> T {
        try T.parse(data: Data(text.utf8))
    }

    @Test func `reads models, arrays of them and strings from JSON`() throws {
        #expect(try Self.parse(#"{"isbn":"1"}"#, as: Volume.self) == Volume(isbn: "1", pages: nil))
        #expect(try Self.parse(#"[{"isbn":"1","pages":2}]"#, as: [Volume].self) == [Volume(isbn: "1", pages: 2)])
        #expect(try Self.parse(#"["a","b"]"#, as: [String].self) == ["a", "b"])
        #expect(try Self.parse(#""quoted""#, as: String.self) == "quoted")
    }

    @Test func `hands data on`() throws {
        #expect(try Self.parse("x", as: Data.self) == Data("x".utf8))
        #expect(try Data.parse(data: Data()).isEmpty)
    }

    @Test(arguments: ["{}", "[1]", "5"])
    func `reads a model without members from any value`(_ text: String) throws {
        _ = try Self.parse(text, as: Nothing.self)
    }

    @Test func `wraps what goes wrong`() {
        for (text, type) in [("plain", String.self), ("", Nothing.self), ("{}", Volume.self)]
            as [(String, any APIParsable.Type)]
        {
            #expect {
                _ = try type.parse(data: Data(text.utf8))
            } throws: { error in
                guard case .invalidParseResponse(let inner)? = error as? APIResponseError else { return false }
                return inner is DecodingError
            }
        }
    }

    @Test(arguments: ["", "{}", "\u{1}"])
    func `takes any body for an empty response`(_ text: String) throws {
        #expect(try Self.parse(text, as: APIEmptyResponse.self) == APIEmptyResponse())
    }

    @Test func `takes any body for plain text`() throws {
        #expect(try Self.parse("plain é", as: APIPlainText.self).text == "plain é")
        #expect(try APIPlainText.parse(data: Data([0xEF, 0xBB, 0xBF, 0x61])).text == "a")
        #expect(try APIPlainText.parse(data: Data([0x61, 0xE9])).text == "aé")
        #expect(try APIPlainText.parse(data: Data()).description == "")
    }
}
