import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `An envelope` {
    private struct Reply: APIEnvelope, APIDefaultJSONParsable {
        struct Fault: Error, Equatable {}
        var code: Int
        var data: String?

        func payload() throws -> String {
            guard code == 0, let data else { throw Fault() }
            return data
        }
    }

    private func response(_ json: String) async throws -> APIResponse<Reply> {
        try await APIService(client: StubAPIClient { _ in .json(json) })
            .response(to: TestRequest(Reply.self, "http://127.0.0.1/"))
    }

    @Test func `gives what is inside`() async throws {
        let opened = try await response(#"{"code":0,"data":"x"}"#).opened()
        #expect(opened.result.value == "x")
        #expect(opened.statusCode == 200)
    }

    @Test func `turns the service's refusal into an error of the answer`() async throws {
        let opened = try await response(#"{"code":7}"#).opened()
        guard case .responseError(let error) = opened.result.error else {
            Issue.record("\(opened.result)")
            return
        }
        #expect(error as? Reply.Fault == Reply.Fault())
        #expect(opened.data == Data(#"{"code":7}"#.utf8))
    }

    @Test(arguments: [
        (#"{"data":{"items":[1,2]}}"#, "[1,2]"), (#"{"data":{"items":"x"}}"#, #""x""#),
        (#"{"data":{"items":null}}"#, "null"),
    ])
    func `is opened by a path of names`(json: String, expected: String) throws {
        let data = try APIKeyPathTransformer("data", "items").transform(Data(json.utf8))
        #expect(String(decoding: data, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        #"[1.0, 1e400, 12345678901234567890123, "\u00e9\/"]"#, #"{ "b" : 1,"a":{} }"#, #""""#, "-0.0", "true",
    ])
    func `leaves every byte as the server wrote it`(text: String) throws {
        let data = Data("\u{FEFF} {\"data\": {\"it.s\":\n\(text) ,\"x\":0}}".utf8)
        #expect(try APIKeyPathTransformer("data", "it.s").transform(data) == Data(text.utf8))
        // A slice of other bytes has indices of its own.
        let slice = (Data("#".utf8) + data).dropFirst()
        #expect(try APIKeyPathTransformer("data", "it.s").transform(slice) == Data(text.utf8))
    }

    /// Of very many small values, which are indexed in another way.
    @Test(arguments: ["1", "[]", "{\"a\":[]}", "\"\""])
    func `leaves every byte of a dense document too`(value: String) throws {
        let many = "[" + Array(repeating: value, count: 30_000).joined(separator: ",") + "]"
        let data = Data("{\"before\":\(many),\"data\":{\"x\":\(many),\"items\":\(many)},\"after\":\(many)}".utf8)
        #expect(try APIKeyPathTransformer("data", "items").transform(data) == Data(many.utf8))
        let path = APIJSONPath("data.items[29999]")
        let single = try APIKeyPathTransformer().transform(Data(value.utf8))
        #expect(try JSONDecoder().decode(Piece.self, from: data, at: path).isThere && single == Data(value.utf8))
    }

    private struct Piece: Decodable {
        var isThere = false
        init(from decoder: any Decoder) throws { isThere = true }
    }

    @Test func `takes the first of equal names, and the whole for no path`() throws {
        let data = Data(#"{"a":1,"a":2}"#.utf8)
        #expect(try APIKeyPathTransformer("a").transform(data) == Data("1".utf8))
        #expect(try APIKeyPathTransformer().transform(data) == data)
    }

    @Test(arguments: ["", "{", #"{"data":1,}"#])
    func `says where a body is no JSON`(json: String) throws {
        #expect {
            try APIKeyPathTransformer("data").transform(Data(json.utf8))
        } throws: { error in
            guard case APIResponseError.invalidParseResponse(let inner) = error else { return false }
            return APIJSONError(inner)?.offset == json.utf8.count - (json.hasSuffix(",}") ? 1 : 0)
        }
    }

    @Test func `names the member that a path does not find`() throws {
        let transformer = APIKeyPathTransformer("data", "items")
        #expect {
            try transformer.transform(Data(#"{"data":[]}"#.utf8))
        } throws: { error in
            guard case APIResponseError.invalidParseResponse(let inner) = error else { return false }
            return inner as? APIMissingMember == APIMissingMember(path: ["data", "items"])
        }
    }
}

@Suite struct `A paginator` {
    private func service(_ pages: [String: String]) -> (APIService, StubAPIClient) {
        let stub = StubAPIClient { request in
            .json(pages[request.url?.query ?? ""] ?? "[]")
        }
        return (APIService(client: stub), stub)
    }

    private func request<Page>(_: Page.Type) -> ([String: Any]) -> TestRequest<Page> {
        { parameters in
            var request = TestRequest(Page.self, "http://127.0.0.1/")
            request.parameters = parameters
            return request
        }
    }

    @Test func `walks by number until a page is not full`() async throws {
        let (service, stub) = service(["page=1&size=2": #"["a","b"]"#, "page=2&size=2": #"["c"]"#])
        let paginator = APIPageNumberPaginator<[String]>(size: 2) { $0.count }
        var seen: [String] = []
        for try await page in service.pages(paginator, request: request([String].self)) { seen += page }
        #expect(seen == ["a", "b", "c"])
        #expect(stub.requests.count == 2)
    }

    private struct Page: APIDefaultJSONParsable {
        var next: String?
        var items: [Int]
    }

    @Test func `walks by cursor until there is none`() async throws {
        let (service, _) = service([
            "": #"{"items":[1],"next":"n2"}"#, "cursor=n2": #"{"items":[2],"next":"n3"}"#,
            "cursor=n3": #"{"items":[3]}"#,
        ])
        var seen: [Int] = []
        for try await page in service.pages(APICursorPaginator<Page> { $0.next }, request: request(Page.self)) {
            seen += page.items
        }
        #expect(seen == [1, 2, 3])
    }

    @Test func `does not walk in a circle`() async throws {
        let (service, stub) = service([
            "": #"{"items":[],"next":"n"}"#, "cursor=n": #"{"items":[],"next":"n"}"#,
        ])
        await #expect(throws: APIRepeatedCursor()) {
            for try await _ in service.pages(APICursorPaginator<Page> { $0.next }, request: request(Page.self)) {}
        }
        #expect(stub.requests.count == 2)
    }

    @Test func `does not walk in a wider circle either`() async throws {
        let (service, stub) = service([
            "": #"{"items":[],"next":"a"}"#, "cursor=a": #"{"items":[],"next":"b"}"#,
            "cursor=b": #"{"items":[],"next":"a"}"#,
        ])
        await #expect(throws: APIRepeatedCursor()) {
            for try await _ in service.pages(APICursorPaginator<Page> { $0.next }, request: request(Page.self)) {}
        }
        #expect(stub.requests.count == 3)
    }

    @Test func `may give a cursor again after a return to the first page`() throws {
        var paginator = APICursorPaginator<Page> { $0.next }
        for _ in 0..<2 {
            try paginator.advance(past: Page(next: "a", items: []))
            #expect(paginator.nextParameters?["cursor"] as? String == "a")
            paginator.reset()
        }
    }

    @Test(arguments: [0, -1, 1])
    func `ends at an empty page, whatever the size`(size: Int) async throws {
        let (service, stub) = service([:])
        let paginator = APIPageNumberPaginator<[String]>(size: size) { $0.count }
        for try await page in service.pages(paginator, request: request([String].self)) { #expect(page.isEmpty) }
        #expect(stub.requests.count == 1)
    }

    @Test func `ends at the last number there is`() {
        var paginator = APIPageNumberPaginator<[String]>(size: 1, first: .max) { $0.count }
        paginator.advance(past: ["a"])
        #expect(paginator.isAtEnd)
    }

    @Test func `ends with the error of a page`() async throws {
        let service = APIService(client: StubAPIClient { _ in .status(500) })
        var iterator = service.pages(
            APIPageNumberPaginator<[String]>(size: 1) { $0.count },
            request: request([String].self)
        )
        .makeAsyncIterator()
        await #expect(throws: APIError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }
}
