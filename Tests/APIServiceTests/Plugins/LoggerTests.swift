import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `A logger` {
    private func entries(
        _ detail: APILoggerPlugin.Detail,
        _ request: TestRequest<Data>,
        _ answer: StubAPIClient.Answer,
        limit: Int = 2048
    ) async throws -> [APILogEntry] {
        let entries = Observed<[APILogEntry]>([])
        let logger = APILoggerPlugin(detail: detail, maximumBodyBytes: limit) { entry in
            entries.update { $0.append(entry) }
        }
        _ = try await APIService(client: StubAPIClient { _ in answer }).response(to: request, plugins: [logger])
        return entries.value
    }

    @Test func `writes a line for a request and one for its answer`() async throws {
        let entries = try await entries(.lines, TestRequest("http://127.0.0.1/x?token=t&a=1"), .text("hello"))
        #expect(entries.map(\.level) == [.debug, .info])
        #expect(entries.first?.message == "→ GET http://127.0.0.1/x?token=%3Credacted%3E&a=1")
        #expect(entries.last?.metadata["status"] == "200")
        #expect(entries.last?.metadata["bytes"] == "5")
    }

    @Test(arguments: [
        (StubAPIClient.Answer.status(404), APILogLevel.warning), (.failure(.timedOut), .error), (.text("x"), .info),
        (StubAPIClient.Answer(failure: .explicitlyCancelled), .notice),
    ])
    func `rates answers`(answer: StubAPIClient.Answer, level: APILogLevel) async throws {
        #expect(try await entries(.lines, TestRequest("http://127.0.0.1/"), answer).last?.level == level)
    }

    private struct Item: APIDefaultJSONParsable { var id: Int }

    @Test func `says why an answer is no success`() async throws {
        let entries = Observed<[APILogEntry]>([])
        let logger = APILoggerPlugin { entry in entries.update { $0.append(entry) } }
        let model = TestRequest(Item.self, "http://127.0.0.1/")
        let client = StubAPIClient { _ in .json(#"{"id":"x","other":"of the body"}"#) }
        _ = try await APIService(client: client).response(to: model, plugins: [logger])
        let undecodable = """
            id: wanted Int, found a string at line 1, column 7, decoding Item, in an answer with status 200.
            """
        #expect(entries.value.last?.metadata["reason"] == undecodable)
        #expect(entries.value.last?.message == "← 200 http://127.0.0.1/: " + undecodable)
        let typed = TestRequest("http://127.0.0.1/")
        let empty = StubAPIClient { _ in .status(200) }
        _ = try await APIService(client: empty).response(to: typed, plugins: [logger])
        #expect(entries.value.last?.message == "← 200 http://127.0.0.1/: The response has no body.")
        _ = try await APIService(client: StubAPIClient { _ in .status(404) }).response(to: typed, plugins: [logger])
        #expect(entries.value.last?.message == "← 404 http://127.0.0.1/")
    }

    private struct Account: APIDefaultJSONParsable {
        enum Kind: String, Decodable { case giro }
        struct Content: Decodable {
            var iban: Int?
            var kind: Kind?
        }
        var account: Content
    }

    @Test(arguments: [
        (#"{"account":{"iban":"DE89"}}"#, "account.iban: wanted Int, found a string at line 1, column 20"),
        (#"{"account":{"kind":"DE89"}}"#, "account.kind: wanted another value, found a string at line 1, column 20"),
        (#"{"DE89":1}"#, "wanted the key “account”, found an object without it at line 1, column 1"),
        (#"{"account":DE89}"#, "found other characters at line 1, column 12"),
    ])
    func `shows no value of an answer that does not decode`(_ body: String, _ words: String) async throws {
        let entries = Observed<[APILogEntry]>([])
        let redactor = APIRedactor(markers: APIRedactor.standardMarkers.union(["iban"]))
        let logger = APILoggerPlugin(redactor: redactor) { entry in entries.update { $0.append(entry) } }
        let client = StubAPIClient { _ in .json(body) }
        let request = TestRequest(Account.self, "http://127.0.0.1/")
        _ = try await APIService(client: client).response(to: request, plugins: [logger])
        let entry = try #require(entries.value.last)
        let reason = try #require(entry.metadata["reason"])
        #expect(reason.contains(words))
        #expect(!reason.contains("DE89") && !entry.message.contains("DE89"))
    }

    @Test func `hides secrets in fields and bodies`() async throws {
        var request = TestRequest("http://127.0.0.1/")
        request.method = .post
        request.headers = ["authorization": "Bearer abc def", "X-Plain": "plain"]
        request.parameters = ["password": "hunter2", "name": "n"]
        request.encoding = APIJSONEncoding.default
        let answer = StubAPIClient.Answer.json(#"{"token":"secret-token","ok":true}"#)
        let text = try await entries(.bodies, request, answer).map(\.message).joined(separator: "\n")
        for secret in ["abc", "hunter2", "secret-token"] { #expect(!text.contains(secret)) }
        for shown in ["X-Plain: plain", "\"name\":\"n\"", "\"ok\":true"] { #expect(text.contains(shown)) }
    }

    @Test(arguments: ["\u{9B}2J", "\u{1B}[2J", "\u{202E}", "\u{85}", "\u{7F}", "\ta"])
    func `lets no field move a terminal's cursor`(value: String) async throws {
        let answer = StubAPIClient.Answer(fields: ["X-Hostile": "a" + value])
        let message = try await entries(.fields, TestRequest("http://127.0.0.1/"), answer).last?.message
        let rest = value.unicodeScalars.dropFirst().map { String($0) }.joined()
        #expect(message?.contains("X-Hostile: a\u{FFFD}" + rest) == true)
    }

    @Test func `hides secrets in the URLs of fields`() async throws {
        let answer = StubAPIClient.Answer(status: 302, fields: ["Location": "https://h/?access_token=hunter2"])
        var request = TestRequest("http://127.0.0.1/")
        request.headers = ["Referer": "https://u:hunter2@h/"]
        let text = try await entries(.fields, request, answer).map(\.message).joined(separator: "\n")
        #expect(!text.contains("hunter2"))
        #expect(text.contains("Location: https://h/?access_token=%3Credacted%3E"))
    }

    @Test func `keeps a beginning of long bodies and the size of binary ones`() async throws {
        let long = StubAPIClient.Answer.text(String(repeating: "x", count: 100))
        let message = try await entries(.bodies, TestRequest("http://127.0.0.1/"), long, limit: 10).last?.message
        #expect(message?.hasSuffix("xxxxxxxxxx… (100 bytes)") == true)
        let image = StubAPIClient.Answer(fields: ["Content-Type": "image/png"], body: Data([0x89, 0, 1, 2]))
        let summary = try await entries(.bodies, TestRequest("http://127.0.0.1/"), image).last?.message
        #expect(summary?.hasSuffix("(4 bytes)") == true)
        let huge = StubAPIClient.Answer(body: Data(count: 1_000_000))
        #expect(
            try await entries(.bodies, TestRequest("http://127.0.0.1/"), huge, limit: 10).last?.message.count ?? 0 < 200
        )
    }

    @Test func `does not read a stream`() async throws {
        struct Streaming: APIPlugin {
            func prepare<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> URLRequest {
                var request = request
                request.httpMethod = "POST"
                request.httpBodyStream = InputStream(data: Data("secret".utf8))
                return request
            }
        }
        let entries = Observed<[APILogEntry]>([])
        let logger = APILoggerPlugin(detail: .bodies) { entry in entries.update { $0.append(entry) } }
        let stub = StubAPIClient { _ in .status(204) }
        _ = try await APIService(client: stub).response(
            to: TestRequest("http://127.0.0.1/"),
            plugins: [Streaming(), logger]
        )
        #expect(entries.value.first?.message.hasSuffix("(a stream)") == true)
        #expect(stub.requests.first?.httpBodyStream?.streamStatus == .notOpen)
    }

    @Test func `says when another plugin stops a request`() async throws {
        let entries = Observed<[APILogEntry]>([])
        let logger = APILoggerPlugin { entry in entries.update { $0.append(entry) } }
        let service = APIService(client: StubAPIClient { _ in .status(204) })
        _ = try? await service.response(to: TestRequest("http://127.0.0.1/"), plugins: [logger, Veto()])
        #expect(entries.value.map(\.level) == [.debug, .notice])
    }
}
