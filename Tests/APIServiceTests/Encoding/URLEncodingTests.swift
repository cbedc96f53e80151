import APIService
import Foundation
import Testing

@Suite struct `URL encoding` {
    private static func encoded(
        _ parameters: [String: Any]?,
        _ encoding: APIURLEncoding = .default,
        method: APIRequestMethod = .get,
        url: String = "http://h/p"
    ) throws -> URLRequest {
        try encoding.encode(try URLRequest(url: url, method: method), with: parameters)
    }

    private static func query(_ parameters: [String: Any], _ encoding: APIURLEncoding = .default) throws -> String? {
        try encoded(parameters, encoding).url?.query(percentEncoded: true)
    }

    private static func body(_ request: URLRequest) -> String? {
        request.httpBody.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `sorts names, nests with brackets and leaves missing values out`() throws {
        let parameters: [String: Any] = [
            "b": "x y&é/?", "a": [1, "z"] as [Any], "d": ["k": true], "f": false, "nul": NSNull(),
            "e": [Any](), "ed": [String: Any](),
        ]
        #expect(
            try Self.encoded(parameters).url?.absoluteString
                == "http://h/p?a%5B%5D=1&a%5B%5D=z&b=x%20y%26%C3%A9/?&d%5Bk%5D=1&f=0"
        )
    }

    /// An array in an array, so many times.
    private static func nested(_ depth: Int) -> [Any] {
        (0..<depth).reduce([1]) { inner, _ in [inner] }
    }

    @Test func `refuses what is nested deeper than any stack, whatever is made of it`() throws {
        let parameters: [String: Any] = ["a": Self.nested(2_000)]
        #expect {
            try Self.encoded(parameters)
        } throws: {
            $0.asAFError?.isParameterEncodingError == true
        }
        #expect(APIURLEncoding.default.queryComponents(fromKey: "a", value: Self.nested(2_000)).isEmpty)
        #expect(APIURLEncoding.default.queryComponents(fromKey: "a", value: Self.nested(500)).count == 1)
        let key = CacheKey.text(method: .get, url: try #require(URL(string: "http://h/p")), parameters: parameters)
        #expect(key.hasPrefix("GET-http://h/p?a=[[[["))
    }

    @Test func `sorts nested names too`() throws {
        let inner = Dictionary(uniqueKeysWithValues: (10..<40).map { ("k\($0)", $0) })
        let expected = (10..<40).map { "d%5Bk\($0)%5D=\($0)" }.joined(separator: "&")
        #expect(try Self.query(["d": inner]) == expected)
    }

    @Test(arguments: [
        ("http://h/p?z=9#frag", "http://h/p?z=9&a=1#frag"),
        ("http://h/p?#frag", "http://h/p?a=1#frag"),
        ("http://h/p#frag?x", "http://h/p?a=1#frag?x"),
        ("http://h/p?x=%2F", "http://h/p?x=%2F&a=1"),
    ])
    func `adds to the query that is there`(_ url: String, _ expected: String) throws {
        #expect(try Self.encoded(["a": 1], url: url).url?.absoluteString == expected)
    }

    @Test(arguments: [APIRequestMethod.get, .head, .delete])
    func `goes into the query for methods without a body`(_ method: APIRequestMethod) throws {
        let request = try Self.encoded(["a": 1], method: method)
        #expect(request.url?.absoluteString == "http://h/p?a=1")
        #expect(request.httpBody == nil)
    }

    @Test(arguments: [APIRequestMethod.post, .put, .patch, .query, .init(rawValue: "PURGE")])
    func `goes into the body for all others`(_ method: APIRequestMethod) throws {
        let request = try Self.encoded(["a": "b c"], method: method)
        #expect(request.url?.absoluteString == "http://h/p")
        #expect(Self.body(request) == "a=b%20c")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
    }

    @Test func `goes where it is told to`() throws {
        let query = try Self.encoded(["a": 1], .queryString, method: .post)
        #expect(query.url?.absoluteString == "http://h/p?a=1")
        #expect(query.httpBody == nil)
        let body = try Self.encoded(["a": 1], .httpBody, method: .get)
        #expect(Self.body(body) == "a=1")
    }

    @Test func `leaves a request alone without parameters`() throws {
        #expect(try Self.encoded(nil, method: .post).httpBody == nil)
        #expect(try Self.encoded(nil, method: .post).headers.isEmpty)
        #expect(try Self.encoded([:]).url?.absoluteString == "http://h/p")
    }

    @Test func `makes an empty form of empty parameters`() throws {
        let request = try Self.encoded([:], method: .post)
        #expect(request.httpBody == Data())
        #expect(request.headers["content-type"] == "application/x-www-form-urlencoded; charset=utf-8")
    }

    @Test func `keeps a content type that is there`() throws {
        let request = try URLRequest(url: "http://h", method: .post, headers: ["content-type": "text/x"])
        #expect(try APIURLEncoding.default.encode(request, with: ["a": 1]).headers["Content-Type"] == "text/x")
    }

    @Test func `needs a URL for a query`() throws {
        var request = try URLRequest(url: "http://h", method: .get)
        request.url = nil
        #expect {
            try APIURLEncoding.default.encode(request, with: ["a": 1])
        } throws: {
            guard case .parameterEncodingFailed(.missingURL) = $0.asAFError else { return false }
            return true
        }
    }

    @Test func `writes arrays as asked`() throws {
        let nested: [String: Any] = ["a": [1, [2]] as [Any]]
        #expect(try Self.query(nested, .init(arrayEncoding: .indexInBrackets)) == "a%5B0%5D=1&a%5B1%5D%5B0%5D=2")
        #expect(try Self.query(nested, .init(arrayEncoding: .brackets)) == "a%5B%5D=1&a%5B%5D%5B%5D=2")
        #expect(try Self.query(nested, .init(arrayEncoding: .noBrackets)) == "a=1&a=2")
        #expect(try Self.query(["a": [1]], .init(arrayEncoding: .custom { "\($0)<\($1)>" })) == "a%3C0%3E=1")
    }

    @Test(
        arguments: [
            (1, "1"), (0, "0"), (1.0, "1"), (0.0, "0"), (2.5, "2.5"), (0.1, "0.1"), (Float(0.1), "0.1"),
            (1e21, "1e%2B21"),
            (Int8(1), "1"), (Int8(5), "5"), (UInt64.max, "18446744073709551615"), (Int64.min, "-9223372036854775808"),
            (NSNumber(value: 25), "25"), (NSNumber(value: 1.0), "1"), (NSNumber(value: 1.5), "1.5"),
            (NSNumber(value: 1), "1"), (NSNumber(value: UInt64.max), "18446744073709551615"),
            (CGFloat(2), "2"), (Decimal(string: "1.10") ?? 0, "1.1"), (NSDecimalNumber(string: "3.25"), "3.25"),
        ] as [(any Sendable, String)]
    )
    func `writes a number as a number, never as a boolean`(_ value: any Sendable, _ text: String) throws {
        #expect(try Self.query(["n": value], .init(boolEncoding: .literal)) == "n=\(text)")
    }

    @Test(arguments: [(true, "1", "true"), (false, "0", "false")])
    func `writes booleans as asked`(_ value: Bool, _ numeric: String, _ literal: String) throws {
        for form in [value, NSNumber(value: value)] as [Any] {
            #expect(try Self.query(["b": form]) == "b=\(numeric)")
            #expect(try Self.query(["b": form], .init(boolEncoding: .literal)) == "b=\(literal)")
        }
    }

    @Test func `tells booleans from numbers after a trip through a JSON parser`() throws {
        let json = Data(#"{"a":true,"b":1,"c":1.0,"d":false,"e":0,"f":0.0,"g":null}"#.utf8)
        let parameters = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(try Self.query(parameters, .init(boolEncoding: .literal)) == "a=true&b=1&c=1&d=false&e=0&f=0")
    }

    @Test func `never writes debug texts of optionals`() throws {
        let nothing: Int? = nil
        let nested: Int?? = .some(.some(4))
        let nestedNothing: Int?? = .some(nil)
        let parameters: [String: Any] = [
            "a": nothing as Any, "b": Optional(3) as Any, "c": nested as Any, "d": nestedNothing as Any,
            "e": NSNull(), "f": Optional("x y") as Any, "g": [nothing, 1] as Any,
        ]
        #expect(try Self.query(parameters) == "b=3&c=4&f=x%20y&g%5B%5D=1")
        #expect(
            try Self.query(parameters, .init(nilEncoding: .literal))
                == "a=null&b=3&c=4&d=null&e=null&f=x%20y&g%5B%5D=null&g%5B%5D=1"
        )
        #expect(try Self.query(parameters, .init(nilEncoding: .empty)) == "a=&b=3&c=4&d=&e=&f=x%20y&g%5B%5D=&g%5B%5D=1")
    }

    @Test func `reads Foundation's containers and strings`() throws {
        let parameters: [String: Any] = [
            "a": NSArray(array: [1, "z"]), "d": NSDictionary(dictionary: ["k": "v"]), "s": NSString("t u"),
        ]
        #expect(try Self.query(parameters) == "a%5B%5D=1&a%5B%5D=z&d%5Bk%5D=v&s=t%20u")
    }

    @Test func `can leave the caller's own escapes and marks alone`() throws {
        let allowed = CharacterSet.afURLQueryAllowed.union(CharacterSet(charactersIn: "+:%"))
        let encoding = APIURLEncoding(allowedCharacters: allowed)
        #expect(try Self.query(["q": "a+b:c%20d e"], encoding) == "q=a+b:c%20d%20e")
    }

    @Test func `escapes all but letters, digits and a few marks`() {
        let all = (0x20..<0x7F).map { String(UnicodeScalar(UInt8($0))) }
        let kept = all.filter { APIURLEncoding.default.escape($0) == $0 }.joined()
        #expect(kept == "-./0123456789?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~")
        #expect(APIURLEncoding.default.escape("a b&c=d/é?[x]~+%") == "a%20b%26c%3Dd/%C3%A9?%5Bx%5D~%2B%25")
    }

    @Test func `gives the pairs of one parameter`() {
        let pairs = APIURLEncoding.default.queryComponents(fromKey: "k", value: [true, ["a b": 2]] as [Any])
        #expect(pairs.map(\.0) == ["k%5B%5D", "k%5B%5D%5Ba%20b%5D"])
        #expect(pairs.map(\.1) == ["1", "2"])
    }
}
