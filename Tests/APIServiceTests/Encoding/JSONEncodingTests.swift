import APIService
import Foundation
import Testing

@Suite struct `JSON encoding` {
    private static func text(_ parameters: [String: Any], _ encoding: APIJSONEncoding = .default) throws -> String? {
        let request = try encoding.encode(try URLRequest(url: "http://h/p", method: .post), with: parameters)
        return request.httpBody.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `writes a body and its type`() throws {
        let request = try APIJSONEncoding.default.encode(
            try URLRequest(url: "http://h/p", method: .post),
            with: ["a": 1]
        )
        #expect(request.httpBody == Data(#"{"a":1}"#.utf8))
        #expect(request.headers.dictionary == ["Content-Type": "application/json"])
    }

    @Test func `keeps a type that is there`() throws {
        let request = try URLRequest(
            url: "http://h",
            method: .post,
            headers: ["Content-Type": "application/vnd.x+json"]
        )
        #expect(
            try APIJSONEncoding.default.encode(request, with: ["a": true]).headers["Content-Type"]
                == "application/vnd.x+json"
        )
    }

    @Test func `leaves a request alone without parameters`() throws {
        let request = try APIJSONEncoding.default.encode(try URLRequest(url: "http://h", method: .post), with: nil)
        #expect(request.httpBody == nil)
        #expect(request.headers.isEmpty)
    }

    @Test(arguments: [APIRequestMethod.post, .put, .delete])
    func `makes an empty object of empty parameters`(_ method: APIRequestMethod) throws {
        let request = try APIJSONEncoding.default.encode(try URLRequest(url: "http://h", method: method), with: [:])
        #expect(request.httpBody == Data("{}".utf8))
    }

    @Test(arguments: [APIRequestMethod.get, .head])
    func `makes no body of empty parameters where there is none`(_ method: APIRequestMethod) throws {
        let request = try APIJSONEncoding.default.encode(try URLRequest(url: "http://h", method: method), with: [:])
        #expect(request.httpBody == nil)
    }

    @Test func `does not look at the method otherwise`() throws {
        let request = try APIJSONEncoding.default.encode(try URLRequest(url: "http://h", method: .get), with: ["a": 1])
        #expect(request.httpBody == Data(#"{"a":1}"#.utf8))
    }

    @Test(arguments: [Date(timeIntervalSince1970: 0), Double.nan, Double.infinity, Decimal.nan] as [any Sendable])
    func `refuses what JSON cannot hold`(_ value: any Sendable) {
        for parameters in [["a": value], ["a": [["b": value]]]] as [[String: Any]] {
            #expect {
                try Self.text(parameters)
            } throws: { error in
                guard case .parameterEncodingFailed(.jsonEncodingFailed(let inner)) = error.asAFError else {
                    return false
                }
                return inner is APIJSONEncoding.Error && error.asAFError?.underlyingError is APIJSONEncoding.Error
            }
        }
    }

    @Test func `writes null, optionals and booleans as they are meant`() throws {
        let nothing: String? = nil
        let parameters: [String: Any] = [
            "a": NSNull(), "b": nothing as Any, "c": Optional(3) as Any, "d": true, "e": NSNumber(value: true), "f": 1,
            "g": [nothing] as Any,
        ]
        #expect(try Self.text(parameters) == #"{"a":null,"b":null,"c":3,"d":true,"e":true,"f":1,"g":[null]}"#)
        #expect(
            try Self.text(parameters, APIJSONEncoding(nilEncoding: .omitted))
                == #"{"c":3,"d":true,"e":true,"f":1,"g":[null]}"#
        )
    }

    @Test(arguments: [
        (2.0, "2"), (0.1, "0.1"), (1e21, "1e+21"), (Double.leastNonzeroMagnitude, "5e-324"),
        (Double.greatestFiniteMagnitude, "1.7976931348623157e+308"),
        (0.1 + 0.2, "0.30000000000000004"), (-0.0, "-0"), (1e15, "1000000000000000"),
    ])
    func `writes the shortest number that reads back the same`(_ number: Double, _ text: String) throws {
        #expect(try Self.text(["n": number]) == "{\"n\":\(text)}")
        #expect(Double(text) == number)
    }

    @Test func `escapes what must be escaped`() throws {
        #expect(try Self.text(["k\"\\/\n\t\u{1}é": "😃"]) == #"{"k\"\\\/\n\t\u0001é":"😃"}"#)
        #expect(try Self.text(["a": "/"], APIJSONEncoding(options: .withoutEscapingSlashes)) == #"{"a":"/"}"#)
    }

    @Test func `lays out with line breaks on demand`() throws {
        #expect(
            try Self.text(["b": [1, 2], "a": [String: Any]()], .prettyPrinted)
                == "{\n  \"a\" : {},\n  \"b\" : [\n    1,\n    2\n  ]\n}"
        )
    }

    @Test func `takes arrays, and single values where they are allowed`() throws {
        let request = try URLRequest(url: "http://h", method: .post)
        #expect(try APIJSONEncoding.default.encode(request, withJSONObject: [1, 2]).httpBody == Data("[1,2]".utf8))
        #expect(throws: AFError.self) { try APIJSONEncoding.default.encode(request, withJSONObject: "x") }
        let fragments = APIJSONEncoding(options: .fragmentsAllowed)
        #expect(try fragments.encode(request, withJSONObject: "x").httpBody == Data("\"x\"".utf8))
    }

    @Test func `reads back what it wrote`() throws {
        let parameters: [String: Any] = ["a": [1, 2.5, "x", NSNull(), true] as [Any], "b": ["c": "d"]]
        let text = try #require(try Self.text(parameters, .prettyPrinted))
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary
        #expect(object == NSDictionary(dictionary: parameters))
    }
}
