import APITransport
import Testing

/// RFC 9112 9.3 and RFC 9110 15.2.
@Suite struct `A connection after a response` {
    @Test(
        arguments: [
            ("HTTP/1.1", "X: y", true), ("HTTP/1.1", "Connection: close", false),
            ("HTTP/1.1", "Connection: keep-alive, Close", false),
            ("HTTP/1.1", "Connection: x\r\nConnection: close", false),
            ("HTTP/1.1", "Connection: closed", true), ("HTTP/1.0", "X: y", false),
            ("HTTP/1.0", "Connection: Keep-Alive", true), ("HTTP/1.0", "Connection: keep-alive, close", false),
            ("HTTP/1.1", "Proxy-Connection: close", true), ("HTTP/1.0", "Proxy-Connection: keep-alive", false),
        ])
    func `is kept as the version and the Connection field say`(_ version: String, _ field: String, _ isKept: Bool) {
        let played = PlayedResponse("\(version) 200 OK\r\n\(field)\r\nContent-Length: 0\r\n\r\n")
        #expect(played.keepsAlive == isKept)
    }

    @Test func `is not kept after a chunked body of HTTP 1.0`() {
        let played = PlayedResponse(
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
        )
        #expect(played.body == Array("a".utf8))
        #expect(!played.keepsAlive)
    }

    @Test(
        arguments: [
            ("timeout=5, max=100", 5, 100), ("max=1", nil, 1), ("Timeout = 15", 15, nil), ("timeout=-1", nil, nil),
            ("timeout", nil, nil), ("timeout=99999999999999", nil, nil), ("timeout=5;max=3", nil, nil), ("", nil, nil),
        ] as [(String, Int?, Int?)]
    )
    func `is given the server's hints`(_ value: String, _ timeout: Int?, _ maximum: Int?) throws {
        var parser = ResponseParser(method: .get, limits: HTTPLimits())
        var position = 0
        let bytes = Array("HTTP/1.1 204 No Content\r\nKeep-Alive: \(value)\r\n\r\n".utf8)
        _ = try parser.next(bytes.span, &position)
        #expect(parser.keepAliveTimeout == timeout)
        #expect(parser.keepAliveMaximum == maximum)
    }

    @Test func `has delivered the interim answers apart`() {
        let played = PlayedResponse(
            "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 199 X\r\nContent-Length: 9\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nab"
        )
        #expect(played.informational.map(\.status) == [103, 199])
        #expect(played.informational.first?.fields["link"] == "</a>")
        #expect(played.body == Array("a".utf8))
        #expect(played.surplus == Array("b".utf8))
    }

    @Test func `is lost when the server switches protocols unasked`() {
        let played = PlayedResponse("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nHTTP/1.1 200 OK\r\n\r\n")
        #expect(played.fault?.kind == .invalidResponse)
    }

    @Test func `is closed between an interim and the final answer`() {
        let played = PlayedResponse("HTTP/1.1 100 Continue\r\n\r\n")
        #expect(played.fault?.kind == .closed)
        #expect(played.informational.count == 1)
    }
}
