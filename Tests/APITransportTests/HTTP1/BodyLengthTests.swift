import APITransport
import Testing

/// RFC 9112 6.3, rule by rule.
@Suite struct `The length of a body` {
    @Test(
        arguments: [
            (HTTPMethod.head, "200 OK"), (.get, "204 No Content"), (.get, "304 Not Modified"),
            (.connect, "200 Connected"), (.head, "404 Not Found"),
        ],
        ["Content-Length: 5", "Transfer-Encoding: chunked", "X: y"]
    )
    func `is zero where there can be no body, whatever the fields say`(
        _ answer: (method: HTTPMethod, status: String),
        _ field: String
    ) {
        let played = PlayedResponse("HTTP/1.1 \(answer.status)\r\n\(field)\r\n\r\nHTTP/", method: answer.method)
        #expect(played.fault == nil)
        #expect(played.body.isEmpty)
        #expect(played.surplus == Array("HTTP/".utf8))
        #expect(played.keepsAlive)
    }

    @Test(arguments: [(205, "5\r\nhello\r\n0\r\n\r\n"), (404, "5\r\nhello\r\n0\r\n\r\n")])
    func `follows the framing with every other status`(_ status: Int, _ body: String) {
        let played = PlayedResponse("HTTP/1.1 \(status) X\r\nTransfer-Encoding: chunked\r\n\r\n\(body)")
        #expect(played.body == Array("hello".utf8))
    }

    @Test func `of a refused tunnel is said as ever`() {
        let played = PlayedResponse(
            "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 2\r\n\r\nno",
            method: .connect
        )
        #expect(played.body == Array("no".utf8))
    }

    @Test func `is the Transfer-Encoding's where there is a Content-Length too, and the connection ends`() {
        let played = PlayedResponse(
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
        )
        #expect(played.body == Array("hello".utf8))
        #expect(!played.keepsAlive)
    }

    @Test func `ends with the connection when nothing says it, and the connection is never kept`() {
        let played = PlayedResponse("HTTP/1.1 200 OK\r\n\r\nsome bytes")
        #expect(played.body == Array("some bytes".utf8))
        #expect(played.isUntilClose)
        #expect(!played.keepsAlive)
    }

    @Test(arguments: ["gzip, chunked", "GZIP,chunked", "deflate, gzip , chunked", "x-gzip,\tchunked", ", chunked,"])
    func `is chunked behind codings that can be undone`(_ codings: String) {
        let played = PlayedResponse("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(codings)\r\n\r\n2\r\nab\r\n0\r\n\r\n")
        #expect(played.body == Array("ab".utf8))
    }

    @Test func `is chunked when two fields say so together`() {
        let played = PlayedResponse(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        )
        #expect(played.fault == nil)
        #expect(!played.isUntilClose)
    }

    @Test(
        arguments: [
            "chunked, gzip", "chunked, chunked", "identity", "bogus", "bogus, chunked", "chunked;q=1", "", ",",
            "chunked\u{0B}", "\"chunked\"", "chun ked",
        ])
    func `is refused with a transfer coding that is not known or not last`(_ codings: String) {
        let played = PlayedResponse("HTTP/1.1 200 OK\r\nTransfer-Encoding: \(codings)\r\n\r\n2\r\nab\r\n0\r\n\r\n")
        #expect(played.fault?.kind == .invalidResponse)
    }

    @Test(arguments: ["2", "002", " 2\t", "2, 2", "2,02", "2\r\nContent-Length: 2", "2 , 2\r\ncontent-length:2"])
    func `may be said several times alike`(_ value: String) {
        let played = PlayedResponse("HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n\r\nab")
        #expect(played.body == Array("ab".utf8))
        #expect(played.keepsAlive)
    }

    @Test(
        arguments: [
            "2, 4", "2\r\nContent-Length: 4", "+2", "-2", "2.0", "0x2", "2 2", "2;", ",2", "2,", "", " ", "two", "٢",
            "9223372036854775808", "18446744073709551616", "99999999999999999999999999",
        ])
    func `is refused when its values differ or are no numbers`(_ value: String) {
        let played = PlayedResponse("HTTP/1.1 200 OK\r\nContent-Length: \(value)\r\n\r\nabcd")
        #expect(played.fault?.kind == .invalidResponse)
        #expect(played.head == nil)
    }

    @Test func `may be the largest number, and is awaited`() {
        let played = PlayedResponse("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nabcd")
        #expect(played.fault?.kind == .incompleteBody)
        #expect(played.body == Array("abcd".utf8))
    }

    @Test(arguments: 0..<5)
    func `is not reached when the connection ends before`(_ count: Int) {
        let body = String("hello".prefix(count))
        let played = PlayedResponse("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n\(body)")
        #expect(played.fault?.kind == .incompleteBody)
        #expect(played.body == Array(body.utf8))
    }

    @Test(
        arguments: [
            ("Content-Length: 6", "abcdef", "bodySizeExceeded"), ("Content-Length: 5", "abcde", ""),
            ("Transfer-Encoding: chunked", "3\r\nabc\r\n3\r\nabc\r\n0\r\n\r\n", "bodySizeExceeded"),
            ("Transfer-Encoding: chunked", "5\r\nabcde\r\n0\r\n\r\n", ""), ("X: y", "abcdef", "bodySizeExceeded"),
            ("X: y", "abcde", ""),
        ])
    func `is held against its limit`(_ field: String, _ body: String, _ kind: String) {
        let played = PlayedResponse(
            "HTTP/1.1 200 OK\r\n\(field)\r\n\r\n\(body)",
            limits: HTTPLimits(bodyBytes: 5)
        )
        #expect(played.fault?.kind.rawValue ?? "" == kind)
    }
}
