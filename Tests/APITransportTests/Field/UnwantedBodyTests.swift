import APITransport
import TestSupport
import Testing

/// A redirect or a challenge says in its head what to do next; its body is read for the connection's sake alone.
@Suite struct `The body of a redirect that is followed` {
    private static let redirect = "HTTP/1.1 302 Found\r\nLocation: /end\r\n"
    private static let challenge =
        "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\n"

    /// Answers the first request with `bytes`, then does what `then` says; answers later ones with `hello`.
    private static func server(_ bytes: String, _ then: Action) throws -> ScriptedServer {
        try ScriptedServer { request in
            request.index == 0 && request.connection == 0
                ? [.send(bytes), then] : [.send(HTTPBytes.response(text: "hello"))]
        }
    }

    @Test(
        arguments: Way.allCases,
        [
            redirect + "Content-Length: 10\r\n\r\nhel", redirect + "Content-Length: 10\r\n\r\n",
            redirect + "Transfer-Encoding: chunked\r\n\r\n5\r\nhel",
            redirect + "Content-Encoding: gzip\r\nContent-Length: 10\r\n\r\nhel",
            challenge + "Content-Length: 10\r\n\r\nhel",
        ]
    )
    func `may be cut, and the connection is not used again`(_ way: Way, _ bytes: String) async throws {
        for ending in Ending.allCases {
            let server = try Self.server(bytes, ending.action)
            var request = try HTTPRequest(server.url())
            request.options.credentials = .digest(user: "u", password: "p")
            let response = try await way.send(request, over: .patient())
            #expect(response.status == 200 && response.body == Array("hello".utf8), "\(ending)")
            #expect(server.connectionCount == 2)
        }
    }

    @Test(arguments: Way.allCases) func `may be no body at all`(_ way: Way) async throws {
        let server = try Self.server(Self.redirect + "Transfer-Encoding: chunked\r\n\r\nno chunk", .drain)
        let response = try await way.get(server.url(), over: .patient())
        #expect(response.status == 200 && server.connectionCount == 2)
    }

    @Test(arguments: Way.allCases) func `is not waited for without end`(_ way: Way) async throws {
        let server = try Self.server(Self.redirect + "Content-Length: 10\r\n\r\nhel", .drain)
        let response = try await way.get(server.url(), over: .patient())
        #expect(response.status == 200 && server.connectionCount == 2)
    }

    @Test(arguments: Way.allCases) func `does not outlast the time for the whole request`(_ way: Way) async throws {
        let server = try Self.server(Self.redirect + "Content-Length: 10\r\n\r\nhel", .drain)
        var request = try HTTPRequest(server.url())
        request.options.deadlines.total = .milliseconds(100)
        #expect(await way.failure(of: request, over: .patient())?.kind == .timeout)
    }
}

@Suite struct `An answer that is refused for its framing` {
    @Test(
        arguments: Way.allCases,
        [
            "Content-Length: 2\r\nContent-Length: 3\r\n", "Content-Length: x\r\n", "Transfer-Encoding: unknown\r\n",
            "Content-Length: 9\r\nTransfer-Encoding: gzip, unknown\r\n",
        ]
    )
    func `is told of with its status and fields`(_ way: Way, _ fields: String) async throws {
        let server = try ScriptedServer { _ in [.send("HTTP/1.1 203 Odd\r\nX-Id: 7\r\n\(fields)\r\nbody"), .close] }
        let error = await way.failure(of: try HTTPRequest(server.url()), over: .patient())
        #expect(error?.kind == .invalidResponse && error?.phase == .head)
        #expect(error?.partial?.status == 203 && error?.partial?.reason == "Odd")
        #expect(error?.partial?.fields["x-id"] == "7")
        #expect(error?.partial?.body.isEmpty == true)
    }

    @Test(arguments: Way.allCases) func `is told of so when its body would be too large`(_ way: Way) async throws {
        let server = try ScriptedServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nbody"), .drain] }
        var request = try HTTPRequest(server.url())
        request.options.maximumBodyBytes = 5
        let error = await way.failure(of: request, over: .patient())
        #expect(error?.kind == .bodySizeExceeded)
        #expect(error?.partial?.status == 200)
    }
}

@Suite struct `A limit of a body` {
    @Test(arguments: Way.allCases, ["Content-Length: 30\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n1e\r\n"])
    func `is not for the bodies that come before the answer`(_ way: Way, _ framing: String) async throws {
        let body = String(repeating: "x", count: 30) + (framing.hasPrefix("T") ? "\r\n0\r\n\r\n" : "")
        let server = try ScriptedServer.serving([
            "HTTP/1.1 302 Found\r\nLocation: /next\r\n\(framing)\(body)",
            "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\n\(framing)\(body)",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nshort",
            "HTTP/1.1 200 OK\r\n\(framing)\(body)",
        ])
        let client = HTTPClient.patient()
        var request = try HTTPRequest(server.url())
        request.options.maximumBodyBytes = 5
        request.options.retries = RetryPolicy(maximum: 1)
        #expect(try await way.send(request, over: client).body == Array("short".utf8))
        #expect(server.connectionCount == 1)
        #expect(await way.failure(of: request, over: client)?.kind == .bodySizeExceeded)
    }
}

@Suite struct `A coded body that ends with the connection` {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"

    @Test(arguments: Way.allCases, [1, 2, 9, 10, 11])
    func `is an error when it is cut, behind the header of its data too`(_ way: Way, _ count: Int) async throws {
        let bytes = Array(Self.head.utf8) + CodedText.gzip.prefix(count)
        let server = try ScriptedServer { _ in [.send(bytes), .close] }
        let error = await way.failure(of: try HTTPRequest(server.url()), over: .patient())
        #expect(error?.kind == .contentCoding)
        #expect(error?.partial?.status == 200 && error?.partial?.body.isEmpty == true)
    }

    @Test(arguments: Way.allCases)
    func `may be empty, and the response says that nothing but the connection ended it`(_ way: Way) async throws {
        let server = try ScriptedServer { _ in [.send(Self.head), .close] }
        let response = try await way.get(server.url(), over: .patient())
        #expect(response.body.isEmpty && response.bodyEndsWithConnection)
    }
}
