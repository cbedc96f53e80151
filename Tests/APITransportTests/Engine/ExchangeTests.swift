import APITransport
import TestSupport
import Testing

private func response(_ body: String, fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
}

@Suite struct `A request` {
    @Test(arguments: Way.allCases) func `comes back as the response that was sent`(way: Way) async throws {
        let server = try ScriptedServer.serving([response("hello", fields: "X-Kind: test\r\n")])
        let client = HTTPClient.patient()
        let answer = try await way.get(server.url("/a?b=c"), over: client)
        #expect(answer.status == 200)
        #expect(answer.reason == "OK")
        #expect(answer.fields["x-kind"] == "test")
        #expect(answer.body == Array("hello".utf8))
        #expect(answer.attempts == 1)
        #expect(!answer.metrics.isReused)
        #expect(answer.metrics.remoteAddress == server.authority)
        let request = try #require(server.requests.first)
        #expect(request.target == "/a?b=c")
        #expect(request.values(of: "host") == [server.authority])
        #expect(request.values(of: "user-agent") == ["APIService/0.1.0"])
        #expect(request.values(of: "accept") == ["*/*"])
        #expect(request.values(of: "accept-encoding") == ["gzip, deflate"])
    }

    @Test(arguments: Way.allCases) func `uses the connection of the one before it`(way: Way) async throws {
        let server = try ScriptedServer.serving([response("1"), response("2"), response("3")])
        let client = HTTPClient.patient()
        for number in 1...3 {
            let answer = try await way.get(server.url(), over: client)
            #expect(answer.body == Array("\(number)".utf8))
            #expect(answer.metrics.isReused == (number > 1))
        }
        #expect(server.connectionCount == 1)
    }

    @Test func `may go over a connection that another way in has opened`() async throws {
        let server = try ScriptedServer.serving((0..<10).map { response("\($0)") })
        let client = HTTPClient.patient()
        for way in Way.allCases + Way.allCases {
            #expect(try await way.get(server.url(), over: client).status == 200)
        }
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: Way.allCases) func `carries its body`(way: Way) async throws {
        let server = try ScriptedServer.serving([response(""), response("")])
        let client = HTTPClient.patient()
        let small = Array("a=1".utf8)
        let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for body in [small, large] {
            var request = try HTTPRequest(server.url())
            request.method = .post
            request.body = .bytes(body)
            #expect(try await way.send(request, over: client).status == 200)
        }
        let bodies = server.requests.map(\.body)
        #expect(bodies == [small, large])
    }

    @Test(arguments: Way.allCases) func `is refused by a port nobody listens on`(way: Way) async throws {
        let url = "http://127.0.0.1:\(try RefusingPort.find())/"
        let client = HTTPClient.patient()
        let error = await #expect(throws: TransportError.self) { try await way.get(url, over: client) }
        #expect(error?.kind == .connect)
        #expect(error?.phase == .connect)
        #expect(error?.requestSent == false)
        #expect(error?.retry == .always)
    }

    @Test(arguments: Way.allCases) func `ends when its client is shut down`(way: Way) async throws {
        let asked = Signal()
        let server = try ScriptedServer { connection in
            _ = try connection.readRequest()
            try connection.perform([.fire(asked), .drain])
        }
        let client = HTTPClient.patient()
        async let outcome = { () async -> TransportError.Kind? in
            do throws(TransportError) {
                _ = try await way.get(server.url(), over: client)
                return nil
            } catch {
                return error.kind
            }
        }()
        _ = try await server.requests(atLeast: 1)
        client.shutDown()
        #expect(await outcome == .clientClosed)
        let error = await #expect(throws: TransportError.self) { try await way.get(server.url(), over: client) }
        #expect(error?.kind == .clientClosed)
    }

    @Test(arguments: Way.allCases) func `passes the total deadline with an error`(way: Way) async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.readRequest()
            try connection.perform([.drain])
        }
        let client = HTTPClient.patient()
        var request = try HTTPRequest(server.url())
        request.options.deadlines.total = .seconds(1)
        let error = await #expect(throws: TransportError.self) { try await way.send(request, over: client) }
        #expect(error?.kind == .timeout)
        #expect(error?.phase == .head)
        #expect(error?.requestSent == true)
    }

    @Test(arguments: Way.allCases)
    func `is sent again when the server had closed the idle connection`(way: Way) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.perform([.send(response("one"))])
            // The second request on this connection finds it closed without an answer.
            guard try connection.readRequest() != nil else { return }
            try connection.perform([.close])
        }
        let client = HTTPClient.patient()
        #expect(try await way.get(server.url(), over: client).body == Array("one".utf8))
        let second = try await way.get(server.url(), over: client)
        #expect(second.body == Array("one".utf8))
        #expect(second.attempts == 2)
        #expect(server.requests.count == 3)

        var post = try HTTPRequest(server.url())
        post.method = .post
        let error = await #expect(throws: TransportError.self) { try await way.send(post, over: client) }
        #expect(error?.kind == .closed)
        #expect(error?.requestSent == true)
        #expect(error?.retry == .ifIdempotent)
    }

    @Test(arguments: Way.allCases) func `follows a redirect`(way: Way) async throws {
        let server = try ScriptedServer.serving([
            "HTTP/1.1 302 Found\r\nLocation: /next\r\nContent-Length: 4\r\n\r\ngone", response("there"),
        ])
        let client = HTTPClient.patient()
        let answer = try await way.get(server.url("/first"), over: client)
        #expect(answer.body == Array("there".utf8))
        #expect(answer.url.path == "/next")
        #expect(answer.redirects.map(\.status) == [302])
        #expect(server.requests.map(\.target) == ["/first", "/next"])
        #expect(server.connectionCount == 1)
    }

    @Test func `ends when its task is cancelled`() async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.readRequest()
            try connection.perform([.drain])
        }
        let client = HTTPClient.patient()
        let url = server.url()
        let task = Task { () async -> TransportError.Kind? in
            do throws(TransportError) {
                _ = try await client.send(HTTPRequest(url))
                return nil
            } catch {
                return error.kind
            }
        }
        _ = try await server.requests(atLeast: 1)
        task.cancel()
        #expect(await task.value == .cancelled)
        try await server.endedConnections(atLeast: 1)
    }

    @Test func `streams its body in order and with a bound`() async throws {
        let body = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
        let server = try ScriptedServer.serving([head + body])
        let client = HTTPClient.patient()
        let stream = try await client.stream(HTTPRequest(server.url()))
        #expect(stream.head.status == 200)
        var received: [UInt8] = []
        for try await piece in stream { received += piece }
        #expect(received == body)
        #expect(stream.completed?.metrics.receivedBytes == Int64(head.count + body.count))
    }
}
