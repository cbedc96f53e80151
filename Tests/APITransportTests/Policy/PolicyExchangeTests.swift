import APITransport
import TestSupport
import Testing

/// The policies at work in a client that talks to servers.
@Suite struct `A request that becomes several` {
    static func ok(_ body: String = "there", fields: String = "") -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    static func redirect(_ status: Int = 302, to location: String, fields: String = "") -> String {
        "HTTP/1.1 \(status) Go\r\nLocation: \(location)\r\nContent-Length: 0\r\n\(fields)\r\n"
    }

    // MARK: Redirects

    @Test(arguments: Way.allCases)
    func `takes no credentials to another origin, nor to its next hop there`(way: Way) async throws {
        let foe = try ScriptedServer.serving([Self.redirect(to: "/again"), Self.ok()])
        let own = try ScriptedServer.serving([
            Self.redirect(to: "/own"), Self.redirect(to: foe.url("/foe")), Self.redirect(to: "/own"),
            Self.redirect(to: foe.url("/foe")),
        ])
        let client = HTTPClient()
        var request = try HTTPRequest(own.url())
        request.options.credentials = .basic(user: "ann", password: "hush")
        try request.fields.append(name: "Cookie", value: "own=1")
        try request.fields.append(name: "Proxy-Authorization", value: "Basic eDp5")
        let answer = try await way.send(request, over: client)
        #expect(answer.redirects.count == 3)
        #expect(own.requests.map { $0["authorization"] } == ["Basic YW5uOmh1c2g=", "Basic YW5uOmh1c2g="])
        #expect(own.requests.map { $0["cookie"] } == ["own=1", "own=1"])
        #expect(foe.requests.map(\.target) == ["/foe", "/again"])
        for request in foe.requests {
            for name in ["authorization", "cookie", "proxy-authorization"] { #expect(request[name] == nil) }
        }
    }

    @Test func `does not get its credentials back when it returns`() async throws {
        let own = try ScriptedServer.serving([Self.ok("home")])
        let foe = try ScriptedServer.serving([Self.redirect(to: own.url("/home"))])
        let first = try ScriptedServer.serving([Self.redirect(to: foe.url())])
        var request = try HTTPRequest(first.url())
        request.options.credentials = .bearer("hush")
        #expect(try await HTTPClient().send(request).body == Array("home".utf8))
        #expect(first.requests.map { $0["authorization"] } == ["Bearer hush"])
        #expect(own.requests.map { $0["authorization"] } == [nil])
    }

    @Test(arguments: [301, 302, 303, 307, 308], [HTTPMethod.post, .put, .delete, .head])
    func `changes its method and body as the status says`(_ status: Int, _ method: HTTPMethod) async throws {
        let server = try ScriptedServer.serving([
            Self.redirect(status, to: "next"),
            method == .head ? "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" : Self.ok(),
        ])
        var request = try HTTPRequest(server.url("/a/b?x=1"))
        request.method = method
        if method != .head { request.body = .bytes(Array("body".utf8)) }
        try request.fields.append(name: "Content-Type", value: "text/plain")
        #expect(try await HTTPClient().send(request).status == 200)
        let becomesGET = (status < 303 && method == .post) || (status == 303 && method != .head)
        let second = try #require(server.requests.last)
        #expect(second.target == "/a/next")
        #expect(second.method == (becomesGET ? "GET" : method.rawValue))
        #expect(second.text == (becomesGET || method == .head ? "" : "body"))
        #expect(second["content-type"] == (becomesGET || status == 303 ? nil : "text/plain"))
    }

    @Test func `fails when its body is asked for again and can be read only once`() async throws {
        let server = try ScriptedServer.serving([Self.redirect(307, to: "/next"), Self.ok()])
        var request = try HTTPRequest(server.url())
        request.method = .post
        request.body = .stream(length: 4, replayable: false) { OnceSource() }
        let error = await #expect(throws: TransportError.self) { try await HTTPClient().send(request) }
        #expect(error?.kind == .bodyNotReplayable)
        #expect(server.requests.map(\.text) == ["once"])
    }

    @Test func `stops where it goes round in circles and names the way`() async throws {
        let server = try ScriptedServer { request in
            [.send(Self.redirect(to: request.target == "/a" ? "/b" : "/a"))]
        }
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(server.url("/a")))
        }
        #expect(error?.kind == .tooManyRedirects)
        #expect(error?.message.contains("/a") == true)
        #expect(server.requests.count == 21)
    }

    @Test(arguments: ["ftp://h.test/", "data:,x", "http://"])
    func `does not go where HTTP does not lead`(_ location: String) async throws {
        let server = try ScriptedServer.serving([Self.redirect(to: location)])
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient().send(HTTPRequest(server.url()))
        }
        #expect(error?.kind == (location == "http://" ? .badURL : .redirectRefused))
    }

    // MARK: Cookies

    @Test(arguments: Way.allCases)
    func `goes round once more when that is what sets its cookie`(way: Way) async throws {
        let server = try ScriptedServer { request in
            request["cookie"] == "login=1"
                ? [.send(Self.ok("in"))] : [.send(Self.redirect(to: request.target, fields: "Set-Cookie: login=1\r\n"))]
        }
        let answer = try await way.get(server.url("/same"), over: HTTPClient())
        #expect(answer.body == Array("in".utf8))
        #expect(server.requests.map { $0["cookie"] } == [nil, "login=1"])
    }

    @Test func `sends each hop the cookies of its own host`() async throws {
        let other = try ScriptedServer.serving([Self.ok(fields: "Set-Cookie: id=other\r\n"), Self.ok()])
        let own = try ScriptedServer.serving([
            Self.redirect(to: "/two", fields: "Set-Cookie: id=own\r\n"),
            Self.redirect(to: other.url(host: "localhost")),
            Self.ok(),
        ])
        let client = HTTPClient()
        _ = try await client.send(HTTPRequest(own.url("/one")))
        _ = try await client.send(HTTPRequest(own.url("/three")))
        _ = try await client.send(HTTPRequest(other.url(host: "localhost")))
        #expect(own.requests.map { $0.values(of: "cookie") } == [[], ["id=own"], ["id=own"]])
        #expect(other.requests.map { $0.values(of: "cookie") } == [[], ["id=other"]])
    }

    // MARK: Credentials

    @Test(arguments: Way.allCases)
    func `answers a challenge with Digest and sends the body with the answer`(way: Way) async throws {
        let server = try ScriptedServer { request in
            guard let value = request["authorization"], value.contains("nc=00000001") else {
                return [
                    .send(
                        "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\n"
                            + "Content-Length: 2\r\n\r\nno"
                    )
                ]
            }
            return [.send(Self.ok())]
        }
        var request = try HTTPRequest(server.url("/x?y"))
        request.method = .post
        request.body = .bytes(Array("body".utf8))
        request.options.credentials = .digest(user: "u", password: "p")
        #expect(try await way.send(request, over: HTTPClient()).status == 200)
        #expect(server.requests.map(\.text) == ["", "body"])
        #expect(server.requests.map { $0["content-length"] } == ["0", "4"])
        #expect(server.requests.last?["authorization"]?.contains("uri=\"/x?y\"") == true)
    }

    @Test func `delivers a challenge at once when there are no credentials`() async throws {
        let server = try ScriptedServer.serving([
            "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"r\"\r\nContent-Length: 2\r\n\r\nno"
        ])
        let answer = try await HTTPClient().send(HTTPRequest(server.url()))
        #expect(answer.status == 401)
        #expect(answer.body == Array("no".utf8))
        #expect(server.requests.count == 1)
    }

    // MARK: Repetitions

    @Test func `is repeated as often as it may be, and as late as the server asks`() async throws {
        let busy = "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedServer.serving([busy, busy, Self.ok(), busy])
        var request = try HTTPRequest(server.url())
        request.options.retries = RetryPolicy(maximum: 2)
        let client = HTTPClient()
        let answer = try await client.send(request)
        #expect(answer.status == 200)
        #expect(answer.attempts == 3)
        request.method = .post
        #expect(try await client.send(request).status == 503)
    }

    @Test func `is repeated whatever its method where the caller wants that of an answer`() async throws {
        let busy = "HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedServer { connection in
            for answer in [busy, Self.ok()] {
                guard try connection.readRequest() != nil else { return }
                try connection.perform([.send(answer)])
            }
            // The answer to a POST that may have been acted on is lost.
            guard try connection.readRequest() != nil else { return }
            try connection.perform([.close])
        }
        var request = try HTTPRequest(server.url())
        request.method = .post
        request.body = .bytes([1])
        request.options.retries = RetryPolicy(maximum: 2)
        request.options.retries.repeatsAnyMethod = true
        let client = HTTPClient.patient()
        #expect(try await client.send(request).status == 200)
        let error = await Way.async.failure(of: request, over: client)
        #expect(error?.kind == .closed)
        #expect(server.requests.count == 3)
    }
}

private final class OnceSource: HTTPBodySource {
    func read(into buffer: inout [UInt8], limit: Int) -> HTTPBodyProgress {
        buffer += "once".utf8
        return .finished
    }
}
