import APIService
import Foundation
import Testing

@Suite struct `A cache key` {
    private struct Keyed: APIRequest {
        typealias Response = Data
        var baseURL: URL
        var path: String
        var method = APIRequestMethod.get
        var cacheFilterParameters: [String] = []
        var parameters: [String: Any]? { nil }
        var headers: APIRequestHeaders? { nil }
        var taskType: APIRequestTaskType { .request }
        var encoding: any APIParameterEncoding { APIURLEncoding.default }
    }

    private static func cache(extra: String = "", _ custom: ((String) -> String)? = nil) -> APICache {
        var cache = APICache()
        cache.extraCacheKey = extra
        cache.customCacheKeyHandler = custom
        return cache
    }

    private static func text(_ parameters: [String: Any]?) throws -> String {
        CacheKey.text(method: .get, url: try "http://h/p".asURL(), parameters: parameters)
    }

    @Test func `is the MD5 of method, address, parameters and extra`() throws {
        let items = Keyed(baseURL: try "https://h.example".asURL(), path: "v1/items")
        #expect(CacheKey.key(for: items, cache: Self.cache(), parameters: nil) == "87940a65487cea7c64a97910bd2246f8")
        #expect(CacheKey.key(for: items, cache: Self.cache(), parameters: [:]) == "87940a65487cea7c64a97910bd2246f8")
        let parameters: [String: Any] = ["on": true, "b": "two words", "a": 1]
        #expect(
            CacheKey.key(for: items, cache: Self.cache(extra: "build-12"), parameters: parameters)
                == "a4618c567dcb5765275abb62145087f7"
        )
        let post = Keyed(baseURL: try "https://h.example".asURL(), path: "/v1/x", method: .post)
        #expect(
            CacheKey.key(for: post, cache: Self.cache(), parameters: ["n": NSNull(), "d": 1.0])
                == "6f5fd08bd5eb55cb665865e38f9dd522"
        )
    }

    @Test func `leaves filtered parameters out`() throws {
        let request = Keyed(baseURL: try "http://h".asURL(), path: "p", cacheFilterParameters: ["stamp"])
        let one = CacheKey.key(for: request, cache: Self.cache(), parameters: ["stamp": 1, "a": 2])
        let two = CacheKey.key(for: request, cache: Self.cache(), parameters: ["stamp": 5, "a": 2])
        #expect(one == two)
        #expect(one != CacheKey.key(for: request, cache: Self.cache(), parameters: ["stamp": 5, "a": 3]))
    }

    @Test func `is what a handler makes of the text, as it is`() throws {
        let request = Keyed(baseURL: try "http://h".asURL(), path: "ok")
        let key = CacheKey.key(
            for: request,
            cache: Self.cache(extra: "v2") { "custom<\($0)>" },
            parameters: ["a": "x y", "b": 1]
        )
        #expect(key == "custom<GET-http://h/ok?a=x y&b=1-v2>")
    }

    @Test func `writes scalars as Swift prints them, upper case first`() throws {
        let parameters: [String: Any] = [
            "t": true, "b": 1, "a": "z w", "A": "cap", "arr": [1, 2], "o": Optional(3) as Any, "d": 1.0, "n": NSNull(),
        ]
        #expect(
            try Self.text(parameters) == "GET-http://h/p?A=cap&a=z w&arr=[1, 2]&b=1&d=1.0&n=<null>&o=Optional(3)&t=true"
        )
    }

    @Test func `is the same however a dictionary happens to be ordered`() throws {
        let numbers = (0..<50).map { ("k\($0)", $0) }
        let one = Dictionary(uniqueKeysWithValues: numbers)
        var two: [String: Int] = [:]
        two.reserveCapacity(1000)
        for (key, value) in numbers.reversed() { two[key] = value }
        #expect(try Self.text(["d": one, "l": [one]]) == Self.text(["d": two, "l": [two]]))
        #expect(try Self.text(["s": Set(0..<50)]) == Self.text(["s": Set((0..<50).reversed())]))
        #expect(
            try Self.text(["d": ["b": "x", "a": ["k": [1.5, "q"] as [Any]]] as [String: Any]])
                == #"GET-http://h/p?d=["a": ["k": [1.5, "q"]], "b": "x"]"#
        )
        #expect(try Self.text(["d": [String: Int](), "a": ["x", "y"]]) == #"GET-http://h/p?a=["x", "y"]&d=[:]"#)
    }
}

@Suite struct `Cache settings` {
    @Test func `neither read nor write by default`() {
        var cache = APICache()
        #expect(cache.usageMode == .none)
        #expect(cache.writeNode == .none)
        #expect(cache.extraCacheKey.isEmpty)
        guard case .seconds(0) = cache.expiry else {
            Issue.record("expires at once by default")
            return
        }
        cache.writeMode = .disk
        #expect(cache.writeNode == .disk)
    }
}
