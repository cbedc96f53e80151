import APIService
import Foundation
import Testing

@Suite struct `Header fields` {
    @Test func `are found whatever the case of their name`() {
        let headers: APIRequestHeaders = ["Accept": "a/b"]
        #expect(headers["aCCept"] == "a/b")
        #expect(headers.value(for: "ACCEPT") == "a/b")
        #expect(headers["Accep"] == nil)
    }

    @Test func `replace in place and take the new spelling`() {
        var headers: APIRequestHeaders = [.init(name: "A", value: "1"), .init(name: "b", value: "2")]
        headers.add(name: "a", value: "3")
        headers.add(.init(name: "C", value: "4"))
        #expect(headers.map(\.description) == ["a: 3", "b: 2", "C: 4"])
    }

    @Test func `keep the last of a literal's duplicates`() {
        let fromPairs: APIRequestHeaders = ["A": "1", "C": "4", "a": "3"]
        let fromList: APIRequestHeaders = [.init(name: "A", value: "1"), .init(name: "a", value: "3")]
        #expect(fromPairs.map(\.description) == ["a: 3", "C: 4"])
        #expect(fromList.map(\.description) == ["a: 3"])
        #expect(APIRequestHeaders([.init(name: "A", value: "1"), .init(name: "a", value: "3")]).count == 1)
        #expect(fromPairs.description == "a: 3\nC: 4")
    }

    @Test func `are removed by nil and by name`() {
        var headers: APIRequestHeaders = ["A": "1", "B": "2"]
        headers["a"] = nil
        #expect(headers.dictionary == ["B": "2"])
        headers.remove(name: "b")
        headers.remove(name: "none")
        #expect(headers.isEmpty)
    }

    @Test func `sort by lower-cased name`() {
        var headers: APIRequestHeaders = ["b": "1", "C": "2", "A": "3"]
        #expect(headers.sorted().map(\.name) == ["A", "b", "C"])
        headers.sort()
        #expect(headers.dictionary == ["A": "3", "b": "1", "C": "2"])
        #expect(headers[headers.startIndex].name == "A")
    }

    @Test func `come from a dictionary in a defined order`() {
        #expect(APIRequestHeaders(["b": "1", "a": "2", "c": "3"]).map(\.name) == ["a", "b", "c"])
    }

    @Test func `compare name and value exactly, unlike look-up`() {
        #expect(APIRequestHeader(name: "A", value: "1") != APIRequestHeader(name: "a", value: "1"))
        #expect(APIRequestHeader(name: "A", value: "1") == APIRequestHeader(name: "A", value: "1"))
    }

    @Test(arguments: [
        (APIRequestHeader.accept("v"), "Accept: v"),
        (.acceptCharset("v"), "Accept-Charset: v"),
        (.acceptLanguage("v"), "Accept-Language: v"),
        (.acceptEncoding("v"), "Accept-Encoding: v"),
        (.authorization("v"), "Authorization: v"),
        (.authorization(username: "u", password: "p:é"), "Authorization: Basic dTpwOsOp"),
        (.authorization(bearerToken: "t"), "Authorization: Bearer t"),
        (.contentDisposition("v"), "Content-Disposition: v"),
        (.contentEncoding("v"), "Content-Encoding: v"),
        (.contentType("v"), "Content-Type: v"),
        (.userAgent("v"), "User-Agent: v"),
    ])
    func `have shorthands`(_ header: APIRequestHeader, _ line: String) {
        #expect(header.description == line)
    }

    @Test func `have defaults that offer only codings that can be undone`() {
        let headers = APIRequestHeaders.default
        #expect(headers.map(\.name) == ["Accept-Encoding", "Accept-Language", "User-Agent"])
        #expect(headers["accept-encoding"] == "gzip;q=1.0, deflate;q=0.9")
        #expect(headers["user-agent"]?.hasPrefix("APIService/") == true)
    }
}

@Suite struct `A URL request` {
    @Test func `takes method and fields`() throws {
        let request = try URLRequest(url: "http://h/p", method: .put, headers: ["X-A": "1"])
        #expect(request.url?.absoluteString == "http://h/p")
        #expect(request.method == .put)
        #expect(request.headers.dictionary == ["X-A": "1"])
    }

    @Test func `replaces all fields`() throws {
        var request = try URLRequest(url: "http://h", method: .get, headers: ["A": "1"])
        request.headers = ["Q": "9"]
        #expect(request.allHTTPHeaderFields == ["Q": "9"])
        request.headers.add(name: "Late", value: "1")
        #expect(request.value(forHTTPHeaderField: "late") == "1")
    }

    @Test func `is not made of what is no URL`() {
        #expect {
            try URLRequest(url: "", method: .get)
        } throws: { error in
            guard case .invalidURL(let url) = error.asAFError else { return false }
            return url as? String == "" && error.asAFError?.isInvalidURLError == true
        }
    }

    @Test(arguments: [Data(), Data([1])])
    func `with GET refuses any body`(_ body: Data) throws {
        var request = try URLRequest(url: "http://h", method: .get)
        try request.validate()
        request.httpBody = body
        #expect {
            try request.validate()
        } throws: { error in
            guard case .urlRequestValidationFailed(.bodyDataInGETRequest(let data)) = error.asAFError else {
                return false
            }
            return data == body
        }
        request.method = .post
        try request.validate()
    }

    @Test func `compares methods case-sensitively`() {
        #expect(APIRequestMethod(rawValue: "get") != .get)
        #expect(
            Set<APIRequestMethod>([.get, .post, .put, .patch, .delete, .head, .options, .trace, .connect, .query]).count
                == 10
        )
    }
}

@Suite struct `A request's complete URL` {
    private struct Located: APIRequest {
        typealias Response = Data
        var baseURL: URL
        var path: String
        var url: URL?
        var method: APIRequestMethod { .get }
        var parameters: [String: Any]? { nil }
        var headers: APIRequestHeaders? { nil }
        var taskType: APIRequestTaskType { .request }
        var encoding: any APIParameterEncoding { APIURLEncoding.default }
    }

    @Test(arguments: [
        ("https://h/base", "", "https://h/base"),
        ("https://h/base", "x", "https://h/base/x"),
        ("https://h/base", "/x", "https://h/base/x"),
        ("https://h/b", "c/d/", "https://h/b/c/d/"),
        ("https://h", "a?b=1", "https://h/a%3Fb=1"),
        ("https://h/b?x=1", "c d", "https://h/b/c%20d?x=1"),
    ])
    func `is the base with the path appended`(_ base: String, _ path: String, _ complete: String) throws {
        let request = Located(baseURL: try base.asURL(), path: path)
        #expect(request.completeURL.absoluteString == complete)
    }

    @Test(
        arguments: ["https://h/v1", "https://h/v1/"],
        [("a", "/v1/a"), ("/a", "/v1/a"), ("a/", "/v1/a/"), ("/a/", "/v1/a/"), ("/", "/v1/")]
    )
    func `has one slash between both, and at its end what the path has`(
        _ base: String,
        _ item: (path: String, complete: String)
    ) throws {
        let request = Located(baseURL: try base.asURL(), path: item.path)
        #expect(request.completeURL.absoluteString == "https://h" + item.complete)
    }

    @Test(arguments: ["https://h", "https://h/", "https://h/v1", "https://h/v1/"])
    func `is the base where there is no path`(_ base: String) throws {
        #expect(Located(baseURL: try base.asURL(), path: "").completeURL.absoluteString == base)
    }

    @Test func `is the absolute one where there is one`() throws {
        let request = Located(baseURL: try "https://h".asURL(), path: "x", url: try "http://other/?q=1".asURL())
        #expect(request.completeURL.absoluteString == "http://other/?q=1")
    }
}
