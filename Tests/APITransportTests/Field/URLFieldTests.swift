import APITransport
import TestSupport
import Testing

@Suite struct `A URL on the wire` {
    @Test(
        arguments: Way.allCases,
        [
            ("", "/"), ("?x=1", "/?x=1"), ("#f", "/"), ("/?", "/?"), ("/%FF/x", "/%FF/x"), ("/a;b%3Bc", "/a;b%3Bc"),
            ("/a%2Fb", "/a%2Fb"), ("/items:batchGet", "/items:batchGet"),
            ("/v1/list?page=2&sort=a", "/v1/list?page=2&sort=a"), ("/%0D%0AX:%20y", "/%0D%0AX:%20y"),
            ("/%00?%00", "/%00?%00"), ("/a//b/", "/a//b/"), ("/a/%2e%2E/b", "/a/%2e%2E/b"), ("/+?+&%2B", "/+?+&%2B"),
        ]
    )
    func `is what the caller escaped`(way: Way, url: (rest: String, target: String)) async throws {
        let server = try ScriptedServer { _ in [.send(HTTPBytes.response(text: "ok"))] }
        let client = HTTPClient.patient()
        for userinfo in ["", "user:secret@"] {
            let text = "http://\(userinfo)\(server.authority)\(url.rest)"
            #expect(try await way.send(HTTPRequest(text), over: client).status == 200)
        }
        for request in server.requests {
            #expect(request.target == url.target)
            #expect(request.values(of: "host") == [server.authority])
            #expect(request["x"] == nil)
        }
        #expect(server.requests.count == 2 && server.connectionCount == 1)
    }

    @Test(arguments: ["/a\r\nX: y", "/a b", "/a\nb", "/a\0b", "/?a\rb", "/a\u{7F}", "\r\n/", "/\t"])
    func `is refused before anything is sent when it could forge a line`(rest: String) {
        let error = #expect(throws: TransportError.self) { try HTTPRequest("http://127.0.0.1\(rest)") }
        #expect(error?.kind == .badURL)
        #expect(error?.message.contains("\n") == false)
    }
}
