import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `An archive of exchanges` {
    private func archive(_ recorder: APIHARRecorder) throws -> [[String: Any]] {
        let object = try JSONSerialization.jsonObject(with: recorder.archive()) as? [String: Any]
        let log = try #require(object?["log"] as? [String: Any])
        #expect(log["version"] as? String == "1.2")
        return try #require(log["entries"] as? [[String: Any]])
    }

    @Test func `holds request and answer`() async throws {
        let recorder = APIHARRecorder(redactor: .standard, maximumEntries: 10, maximumBodyBytes: 100) {
            Date(timeIntervalSince1970: 784_111_777)
        }
        var request = TestRequest("http://127.0.0.1/x?a=1&token=t")
        request.headers = ["Authorization": "Bearer abc"]
        let service = APIService(client: StubAPIClient { _ in .text("hello") })
        _ = try await service.response(to: request, plugins: [recorder])
        let entry = try #require(archive(recorder).first)
        #expect(entry["startedDateTime"] as? String == "1994-11-06T08:49:37.000Z")
        let sent = try #require(entry["request"] as? [String: Any])
        #expect(sent["method"] as? String == "GET")
        #expect(sent["url"] as? String == "http://127.0.0.1/x?a=1&token=%3Credacted%3E")
        let query = try #require(sent["queryString"] as? [[String: String]])
        #expect(query == [["name": "a", "value": "1"], ["name": "token", "value": "<redacted>"]])
        let received = try #require(entry["response"] as? [String: Any])
        #expect(received["status"] as? Int == 200)
        #expect((received["content"] as? [String: Any])?["text"] as? String == "hello")
        #expect(!String(decoding: try recorder.archive(), as: UTF8.self).contains("abc"))
    }

    /// Every member that HAR 1.2 requires, in the words of its specification.
    private static let required: [(path: [String], names: [String])] = [
        ([], ["version", "creator", "entries"]), (["creator"], ["name", "version"]),
        (["entries"], ["startedDateTime", "time", "request", "response", "cache", "timings"]),
        (
            ["entries", "request"],
            [
                "method", "url", "httpVersion", "cookies", "headers", "queryString", "postData", "headersSize",
                "bodySize",
            ]
        ),
        (["entries", "request", "postData"], ["mimeType", "text"]),
        (
            ["entries", "response"],
            [
                "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
                "bodySize",
            ]
        ),
        (["entries", "response", "content"], ["size", "mimeType"]),
        (["entries", "timings"], ["send", "wait", "receive"]),
    ]

    @Test(arguments: [true, false])
    func `has every member that the format requires`(isAnswered: Bool) async throws {
        let recorder = APIHARRecorder()
        let server = try ScriptedServer { _ in isAnswered ? [.send(HTTPBytes.response(text: "ok"))] : [.close] }
        var request = TestRequest(server.url("/x?a=1"))
        request.method = .post
        request.parameters = ["b": 2]
        _ = try await APIService(client: NativeAPIClient()).response(to: request, plugins: [recorder])
        let archive = try JSONSerialization.jsonObject(with: recorder.archive()) as? [String: Any]
        let log = try #require(archive?["log"] as? [String: Any])
        for (path, names) in Self.required {
            let object = try path.reduce(log) { object, name in
                let list = object[name] as? [[String: Any]]
                return try #require(list?.first ?? object[name] as? [String: Any])
            }
            for name in names { #expect(object[name] != nil, "\(path) \(name)") }
        }
        let entry = try #require((log["entries"] as? [[String: Any]])?.first)
        let timings = try #require(entry["timings"] as? [String: Double])
        // TLS is a part of connecting, and what did not happen does not count.
        let sum = timings.filter { $0.key != "ssl" && $0.value > 0 }.values.reduce(0, +)
        if isAnswered { #expect(abs(sum - (entry["time"] as? Double ?? -1)) < 0.001) }
    }

    @Test func `keeps binary bodies in base64, and leaves large ones out`() async throws {
        let recorder = APIHARRecorder(redactor: nil, maximumBodyBytes: 10)
        let small = APIService(client: StubAPIClient { _ in StubAPIClient.Answer(body: Data([0, 255])) })
        let large = APIService(client: StubAPIClient { _ in StubAPIClient.Answer(body: Data(count: 11)) })
        for service in [small, large] {
            _ = try await service.response(to: TestRequest("http://127.0.0.1/"), plugins: [recorder])
        }
        let contents = try archive(recorder).map { ($0["response"] as? [String: Any])?["content"] as? [String: Any] }
        #expect(contents.first??["text"] as? String == "AP8=")
        #expect(contents.first??["encoding"] as? String == "base64")
        #expect(contents.last??["text"] == nil)
        #expect(contents.last??["size"] as? Int == 11)
    }

    private struct Body: APIPlugin {
        let bytes: Data
        func prepare<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> URLRequest {
            var request = request
            request.httpMethod = "POST"
            request.httpBody = bytes
            request.setValue("https://h/?token=hunter2", forHTTPHeaderField: "Referer")
            return request
        }
    }

    @Test func `marks a request's body in base64, and says why one is missing`() async throws {
        let recorder = APIHARRecorder()
        let answer = StubAPIClient.Answer(status: 302, fields: ["Location": "/?token=hunter2"])
        let service = APIService(client: StubAPIClient { _ in answer })
        for bytes in [Data([0, 255]), Data("password: hunter2".utf8)] {
            let plugins: [any APIPlugin] = [Body(bytes: bytes), recorder]
            let request = TestRequest("http://127.0.0.1/?q=1;token=hunter2&code=hunter2")
            _ = try await service.response(to: request, plugins: plugins)
        }
        let posts = try archive(recorder).map { ($0["request"] as? [String: Any])?["postData"] as? [String: Any] }
        #expect(posts.first??["text"] as? String == "AP8=")
        #expect(posts.first??["_encoding"] as? String == "base64")
        #expect(posts.last??["text"] as? String == "")
        #expect(posts.last??["comment"] as? String == "left out, it may hold a secret")
        #expect(!String(decoding: try recorder.archive(), as: UTF8.self).contains("hunter2"))
    }

    @Test func `keeps the newest entries`() async throws {
        let recorder = APIHARRecorder(redactor: nil, maximumEntries: 2)
        let service = APIService(client: StubAPIClient { _ in .status(204) })
        for number in 1...3 {
            _ = try await service.response(to: TestRequest("http://127.0.0.1/\(number)"), plugins: [recorder])
        }
        let urls = try archive(recorder).map { ($0["request"] as? [String: Any])?["url"] as? String }
        #expect(urls == ["http://127.0.0.1/2", "http://127.0.0.1/3"])
    }

    @Test func `holds failures too`() async throws {
        let recorder = APIHARRecorder()
        let service = APIService(client: StubAPIClient { _ in .failure(.timedOut) })
        _ = try await service.response(to: TestRequest("http://127.0.0.1/"), plugins: [recorder])
        let entry = try #require(archive(recorder).first)
        #expect(entry["comment"] as? String == "failed: URLError -1001")
        #expect((entry["response"] as? [String: Any])?["status"] as? Int == 0)
    }
}

@Suite struct `A metrics plugin` {
    @Test func `reports what a request cost, and nothing it carried`() async throws {
        let seen = Observed<[APITransaction]>([])
        let plugin = APIMetricsPlugin { transaction in seen.update { $0.append(transaction) } }
        let service = APIService(client: StubAPIClient { _ in .status(404) })
        _ = try await service.response(to: TestRequest("http://127.0.0.1/p?secret=1"), plugins: [plugin])
        let transaction = try #require(seen.value.first)
        #expect(transaction.path == "/p" && transaction.host == "127.0.0.1" && transaction.method == "GET")
        #expect(transaction.status == 404 && !transaction.isSuccess && transaction.failure == nil)
    }
}

@Suite struct `A signing plugin` {
    @Test func `signs the canonical request`() async throws {
        let plugin = APISigningPlugin(key: Data("key".utf8), keyID: "id") { Date(timeIntervalSince1970: 1) }
        let stub = StubAPIClient { _ in .status(204) }
        var request = TestRequest("http://127.0.0.1/p?b=2&a=1")
        request.method = .post
        _ = try await APIService(client: stub).response(to: request, plugins: [plugin])
        let sent = try #require(stub.requests.first)
        #expect(sent.value(forHTTPHeaderField: "X-Signature-Time") == "1")
        // printf 'POST\n/p\na=1&b=2\n1\ne3b0c442…b855' | openssl dgst -sha256 -hmac key
        let expected = "id:e55edcc64aa9f8c0234d556bb8383981659ba1927a2a981dca51a1d9275bc44f"
        #expect(sent.value(forHTTPHeaderField: "X-Signature") == expected)
    }

    @Test func `lets no request go unsigned`() async throws {
        let plugin = APISigningPlugin(key: Data("key".utf8), keyID: "id") { Date(timeIntervalSince1970: .infinity) }
        let response = try await APIService(client: NativeAPIClient())
            .response(to: TestRequest("http://127.0.0.1:1/"), plugins: [plugin])
        #expect(response.result.error?.urlErrorCode == .badURL)
    }

    @Test func `sorts the query and hashes the body`() {
        let request = testRequest("http://h/p?b=2&a=1", method: "POST", body: "abc")
        let expected = """
            POST
            /p
            a=1&b=2
            7
            ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
            """
        #expect(APISigningPlugin.canonicalText(of: request, time: "7") == expected)
    }
}
