import APITransport
import Testing

/// RFC 9112 4, 5 and 2.2.
@Suite struct `A response's head` {
    @Test(
        arguments: [
            ("HTTP/1.1 200 OK", "OK"), ("HTTP/1.1 200", ""), ("HTTP/1.1 200 ", ""), ("HTTP/1.1  200 OK", "OK"),
            ("HTTP/1.1 200 Pas trouv\u{E9}", "Pas trouv\u{E9}"), ("HTTP/1.1 200 O  K ", "O  K"),
            ("HTTP/1.1 200 2 3", "2 3"),
        ])
    func `may have any reason phrase or none`(_ line: String, _ reason: String) throws {
        var parser = ResponseParser(method: .get, limits: HTTPLimits())
        var position = 0
        let bytes = Array("\(line)\r\n\r\n".utf8)
        guard case .head(let head) = try parser.next(bytes.span, &position) else { throw Unexpected() }
        #expect(head.status == 200)
        #expect(head.reason == reason)
    }

    @Test func `may have a reason phrase that is not UTF-8`() throws {
        let bytes = Array("HTTP/1.1 404 Pas trouv".utf8) + [0xE9, 0x0D, 0x0A, 0x0D, 0x0A]
        var parser = ResponseParser(method: .get, limits: HTTPLimits())
        var position = 0
        guard case .head(let head) = try parser.next(bytes.span, &position) else { throw Unexpected() }
        #expect(head.reason == "Pas trouv\u{E9}")
    }

    @Test(
        arguments: [
            "HTTP/2.0 200 OK", "HTTP/0.9 200 OK", "http/1.1 200 OK", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK",
            "HTTP/1.1 099 OK", "HTTP/1.1 2x0 OK", "HTTP/1.1\t200 OK", "HTTP/11 200 OK", "HTTP/1.10 200 OK",
            "HTTP/1. 200 OK", "ICY 200 OK", "SSH-2.0-OpenSSH_9.2", " HTTP/1.1 200 OK", "HTTP/1.1 200OK",
            "HTTP/1.1 200\tOK", "HTTP/1.1 200 O\u{00}K", "HTTP/1.1 200 O\rK", "\r\n\r\nHTTP/1.1 200 OK",
        ])
    func `is refused with another first line`(_ line: String) {
        #expect(PlayedResponse("\(line)\r\n\r\n").fault?.kind == .invalidResponse)
    }

    @Test func `of a later minor version is read as one of 1.1`() {
        let played = PlayedResponse("HTTP/1.7 200 OK\r\nContent-Length: 0\r\n\r\n")
        #expect(played.head?.version == HTTPVersion(major: 1, minor: 7))
        #expect(played.keepsAlive)
    }

    @Test func `may follow one empty line`() {
        #expect(PlayedResponse("\r\nHTTP/1.1 204 No Content\r\n\r\n").head?.status == 204)
    }

    @Test(
        arguments: [
            "A : b", "A\t: b", ": b", "A b: c", "A", "A\u{00}: b", "A: b\u{00}", "A: \u{01}", "A: \u{7F}", "A: b\rc",
            "A: b\r", " A: b", "\tA: b", "A@: b", "\u{E9}: b", "A\r: b",
        ])
    func `is refused with a field line that others might read in another way`(_ line: String) {
        #expect(PlayedResponse("HTTP/1.1 200 OK\r\n\(line)\r\n\r\n").fault?.kind == .invalidResponse)
    }

    @Test(
        arguments: [
            ("A:b", "b"), ("A:", ""), ("A: \t ", ""), ("A: \t b \t", "b"), ("A: b\tc", "b\tc"), ("A: b:c", "b:c"),
            ("A: \u{E9}", "\u{E9}"), ("A: b\r\n c", "b c"), ("A:\r\n\t c", "c"), ("A: b  \r\n  c \r\n\td", "b c d"),
            ("A: b\r\n \r\n c", "b c"), ("A: b\n c", "b c"), ("A: 1234567890123456\t", "1234567890123456"),
        ])
    func `has values without blanks round them, folded lines joined by one`(_ line: String, _ value: String) {
        let played = PlayedResponse("HTTP/1.1 200 OK\r\nX: y\r\n\(line)\r\nZ: z\r\n\r\n")
        #expect(played.head?.fields["a"] == value)
        #expect(played.head?.fields["x"] == "y")
        #expect(played.head?.fields["z"] == "z")
        #expect(played.head?.fields.count == 3)
    }

    @Test func `may end its lines with a line feed alone`() {
        let played = PlayedResponse("HTTP/1.1 200 OK\nA: b\nContent-Length: 2\n\nab")
        #expect(played.head?.fields["a"] == "b")
        #expect(played.body == Array("ab".utf8))
    }

    @Test func `is not folded where framing depends on it`() {
        let chunked = PlayedResponse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n x\r\n\r\n0\r\n\r\n")
        #expect(chunked.fault?.kind == .invalidResponse)
        let length = PlayedResponse("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n 2\r\n\r\n0123456789ab")
        #expect(length.fault?.kind == .invalidResponse)
    }

    static let whole = "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 0\r\n\r\n"

    @Test(arguments: 0..<whole.utf8.count)
    func `that is cut is a closed connection`(_ cut: Int) {
        let played = PlayedResponse(String(decoding: Self.whole.utf8.prefix(cut), as: UTF8.self))
        #expect(played.fault?.kind == .closed)
    }

    @Test func `tells whether any byte of the answer came`() throws {
        var parser = ResponseParser(method: .get, limits: HTTPLimits())
        var position = 0
        let nothing: [UInt8] = []
        _ = try parser.next(nothing.span, &position)
        #expect(!parser.hasAnyByte)
        let bytes = Array("H".utf8)
        _ = try parser.next(bytes.span, &position)
        #expect(parser.hasAnyByte)
        #expect(!parser.hasHead)
    }

    private struct Unexpected: Error {}
}
