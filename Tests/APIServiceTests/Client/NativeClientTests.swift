import APIService
import APITransport
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite struct `The native client` {
    private func server(_ answer: @escaping ScriptedServer.RequestScript) throws -> ScriptedServer {
        try ScriptedServer(answer: answer)
    }

    private func ok(_ fields: [(String, String)] = []) -> [Action] {
        [.send(HTTPBytes.response(fields: fields, text: "ok"))]
    }

    private func code(_ answer: APIDataResponse<Data>) -> Int? {
        guard case .sessionTaskFailed(let error) = answer.error else { return nil }
        return (error as NSError).code
    }

    // MARK: Settings of the session

    @Test func `sends the session's fields unless the request has its own`() async throws {
        let server = try server { _ in ok() }
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["X-Session": "s", "X-Both": "s", "User-Agent": "mine/1"]
        let request = testRequest(server.url(), fields: ["X-Both": "r"])
        for client in [
            NativeAPIClient(configuration: configuration),
            NativeAPIClient(engine: HTTPClient(), configuration: configuration),
        ] {
            _ = await client.data(for: request)
        }
        for received in server.requests {
            #expect(received["X-Session"] == "s")
            #expect(received.values(of: "X-Both") == ["r"])
            #expect(received.values(of: "User-Agent") == ["mine/1"])
            #expect(received["Accept"] == "*/*")
        }
        #expect(server.requests.count == 2)
    }

    @Test(arguments: [true, false])
    func `keeps cookies if the session does`(keeps: Bool) async throws {
        let server = try server { _ in ok([("Set-Cookie", "a=1; Path=/")]) }
        let configuration = URLSessionConfiguration.default
        configuration.httpShouldSetCookies = keeps
        let client = NativeAPIClient(configuration: configuration)
        for _ in 0..<2 { _ = await client.data(for: testRequest(server.url())) }
        #expect(server.requests.last?["Cookie"] == (keeps ? "a=1" : nil))
    }

    @Test func `uses no more connections than the session allows`() async throws {
        let server = try server { _ in ok() }
        let configuration = URLSessionConfiguration.default
        configuration.httpMaximumConnectionsPerHost = 1
        let client = NativeAPIClient(configuration: configuration)
        let url = server.url()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let answer = await client.data(for: testRequest(url))
                    #expect(answer.error == nil)
                }
            }
        }
        #expect(server.connectionCount == 1)
    }

    // MARK: Timeouts

    @Test(arguments: [(0.2, 60.0), (600.0, 0.2)])
    func `times out by the request's own timeout, else by the session's`(session: Double, request: Double) async throws
    {
        let silence = Signal()
        let server = try server { _ in [.wait(for: silence)] }
        let configuration = URLSessionConfiguration.default
        configuration.timeoutIntervalForRequest = session
        var urlRequest = testRequest(server.url())
        urlRequest.timeoutInterval = request
        let answer = await NativeAPIClient(configuration: configuration).data(for: urlRequest)
        #expect(code(answer) == NSURLErrorTimedOut)
        #expect(answer.error?.transportError?.kind == .timeout)
        #expect(answer.request?.url == urlRequest.url)
    }

    // MARK: Failures

    @Test func `reports a refused connection`() async throws {
        let url = "http://127.0.0.1:\(try RefusingPort.find())/"
        let answer = await NativeAPIClient().data(for: testRequest(url))
        #expect(code(answer) == NSURLErrorCannotConnectToHost)
        #expect(answer.response == nil && answer.data == nil)
        #expect(answer.transferMetrics?.attempts == 1)
        #expect((answer.transferMetrics?.total ?? .zero) > .zero)
    }

    @Test func `reports a body that was cut`() async throws {
        let server = try server { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), .close]
        }
        let answer = await NativeAPIClient().data(for: testRequest(server.url()))
        #expect(code(answer) == NSURLErrorNetworkConnectionLost)
        #expect(answer.error?.transportError?.kind == .incompleteBody)
        #expect(answer.error?.transportError?.received == 4)
        #expect((answer.transferMetrics?.total ?? .zero) > .zero)
        #expect((answer.transferMetrics?.receivedBytes ?? 0) > 4)
    }

    @Test(arguments: ["ftp://h/", "http://"])
    func `reports URLs it cannot use`(url: String) async {
        let answer = await NativeAPIClient().data(for: testRequest(url))
        #expect([NSURLErrorBadURL, NSURLErrorUnsupportedURL].contains(code(answer) ?? 0))
    }

    @Test(
        arguments: [
            #"Basic realm="r""#, #"Bearer realm="r", error="invalid_token""#,
            #"Digest realm="r", nonce="n", qop="auth""#, #"Basic realm="a", Bearer realm="b""#,
        ],
        ["", "who are you"]
    )
    func `hands over a 401 at once, whatever its challenge`(challenge: String, body: String) async throws {
        let server = try server { _ in
            [.send(HTTPBytes.response(401, "-", fields: [("WWW-Authenticate", challenge)], text: body))]
        }
        let answer = await NativeAPIClient().data(for: testRequest(server.url()))
        #expect(answer.error?.responseCode == 401)
        #expect(answer.response?.value(forHTTPHeaderField: "WWW-Authenticate") == challenge)
        #expect(answer.data.map { String(decoding: $0, as: UTF8.self) } == (body.isEmpty ? nil : body))
        #expect(server.requests.count == 1)
    }

    @Test func `ends everything when shut down`() async throws {
        let silence = Signal()
        let server = try server { _ in [.wait(for: silence)] }
        let client = NativeAPIClient()
        let request = testRequest(server.url())
        async let answer = client.data(for: request)
        _ = try await server.requests(atLeast: 1)
        client.shutDown()
        #expect(await answer.error?.isSessionInvalidatedError == true)
        #expect(await client.data(for: request).error?.isSessionInvalidatedError == true)
    }

    // MARK: Translation

    @Test func `follows redirects, and tells the first request and the last URL`() async throws {
        let server = try server { request in
            request.path == "/from"
                ? [.send(HTTPBytes.response(302, "Found", fields: [("Location", "/to")]))] : ok()
        }
        let answer = await NativeAPIClient().data(for: testRequest(server.url("/from"), method: "POST", body: "x"))
        #expect(answer.value == Data("ok".utf8))
        #expect(answer.request?.url?.path == "/from")
        #expect(answer.response?.url?.path == "/to")
        #expect(server.requests.last?.method == "GET")
        #expect(server.requests.last?.body == [])
    }

    @Test func `sends a body from a stream`() async throws {
        let server = try server { _ in ok() }
        var request = testRequest(server.url(), method: "POST")
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
        request.httpBodyStream = InputStream(data: Data(bytes))
        let answer = await NativeAPIClient().data(for: request)
        #expect(answer.error == nil)
        #expect(server.requests.first?.body == bytes)
    }

    @Test(
        arguments: [
            (URLRequest.CachePolicy.useProtocolCachePolicy, nil), (.reloadIgnoringLocalAndRemoteCacheData, "no-cache"),
            (.reloadRevalidatingCacheData, "no-cache"),
        ] as [(URLRequest.CachePolicy, String?)]
    )
    func `tells caches on the way what the request's policy asks`(policy: URLRequest.CachePolicy, field: String?)
        async throws
    {
        let server = try server { _ in ok() }
        var request = testRequest(server.url())
        request.cachePolicy = policy
        _ = await NativeAPIClient().data(for: request)
        #expect(server.requests.first?["Cache-Control"] == field)
    }

    @Test func `suggests the file name that the server meant`() async throws {
        let server = try server { request in
            request.path == "/named"
                ? ok([("Content-Disposition", "attachment; filename*=UTF-8''na%C3%AFve.txt")]) : ok()
        }
        let client = NativeAPIClient()
        #expect(await client.data(for: testRequest(server.url("/named"))).response?.suggestedFilename == "naïve.txt")
        #expect(await client.data(for: testRequest(server.url("/dir/f.zip"))).response?.suggestedFilename == "f.zip")
    }

    @Test func `measures`() async throws {
        let server = try server { _ in ok() }
        let client = NativeAPIClient.patient
        let first = await client.data(for: testRequest(server.url()))
        let second = await client.data(for: testRequest(server.url()))
        #expect(first.transferMetrics?.isConnectionReused == false)
        #expect(second.transferMetrics?.isConnectionReused == true)
        #expect(second.transferMetrics?.networkProtocol == "http/1.1")
        #expect((second.transferMetrics?.receivedBytes ?? 0) > 2)
    }

    @Test func `answers a waiting task as it answers a queue`() async throws {
        let server = try server { $0.path == "/gone" ? [.send(HTTPBytes.response(410, "-", text: "bye"))] : ok() }
        let service = APIService(client: NativeAPIClient())
        #expect(try await service.send(TestRequest(server.url())) == Data("ok".utf8))
        let gone = try await service.response(to: TestRequest(server.url("/gone")))
        #expect(gone.statusCode == 410 && gone.data == Data("bye".utf8))
        #expect(gone.response?.statusCode == 410)
    }

    @Test func `is cancelled with the task that waits`() async throws {
        let silence = Signal()
        let server = try server { _ in [.wait(for: silence)] }
        let service = UncheckedSendable(APIService(client: NativeAPIClient()))
        let url = server.url()
        let task = Task { try await service.value.send(TestRequest(url)) }
        _ = try await server.requests(atLeast: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        silence.fire()
        try await server.endedConnections(atLeast: 1)
    }
}
