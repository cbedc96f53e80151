import APITransport
import Testing

/// RFC 9112 7.1.
@Suite struct `A chunked body` {
    private static func play(_ body: String, limits: HTTPLimits = HTTPLimits()) -> PlayedResponse {
        PlayedResponse("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(body)", limits: limits)
    }

    private static let whole = "5;a=\"x;y\"\r\nhello\r\n6 \t\r\n world\r\n00\r\nA: b\r\n\r\n"

    @Test func `is put together, its extensions passed over and its trailers kept apart`() {
        let played = Self.play(Self.whole + "surplus")
        #expect(played.body == Array("hello world".utf8))
        #expect(played.trailers["a"] == "b")
        #expect(played.head?.fields.contains("a") == false)
        #expect(played.surplus == Array("surplus".utf8))
        #expect(played.keepsAlive)
    }

    @Test(arguments: 0..<whole.utf8.count)
    func `is incomplete wherever it is cut`(_ cut: Int) {
        let played = Self.play(String(decoding: Self.whole.utf8.prefix(cut), as: UTF8.self))
        #expect(played.fault?.kind == .incompleteBody)
    }

    @Test(
        arguments: [
            "5g", "g", "", "-5", "+5", "0x5", "5 5", " 5", "5\u{0B}", "10000000000000000", "8000000000000000",
            "ffffffffffffffff", "00000000000000005", "5\n", "5\r", "5;a=\"", "5;\u{01}", "5;a\n", "5;\"a\r\n\"",
        ])
    func `is refused with a size that is not one`(_ size: String) {
        let played = Self.play("\(size)\r\nhello\r\n0\r\n\r\n")
        #expect(played.fault?.kind == .invalidResponse)
        #expect(played.body.isEmpty)
    }

    @Test(arguments: ["5  ", "5\t", "5;", "5 ; a", "5;a=b;c", "5;a=\"\\\"\"", "005", "5;\u{E9}"])
    func `may have blanks and extensions behind the size`(_ size: String) {
        #expect(Self.play("\(size)\r\nhello\r\n0\r\n\r\n").body == Array("hello".utf8))
    }

    @Test(arguments: [
        "hello0\r\n\r\n", "hello\n0\r\n\r\n", "hello\r0\r\n\r\n", "hello!\r\n0\r\n\r\n", "hell\r\n0\r\n\r\n",
    ])
    func `is refused when a chunk does not end where its size says`(_ rest: String) {
        #expect(Self.play("5\r\n\(rest)").fault != nil)
    }

    @Test func `is refused when its trailers are larger than allowed`() {
        let trailers = String(repeating: "A: b\r\n", count: 20)
        #expect(Self.play("0\r\n\(trailers)\r\n", limits: HTTPLimits(trailerBytes: 122)).fault == nil)
        #expect(
            Self.play("0\r\n\(trailers)\r\n", limits: HTTPLimits(trailerBytes: 121)).fault?.kind == .headTooLarge
        )
        #expect(Self.play("0\r\n\(trailers)\r\n", limits: HTTPLimits(fieldCount: 19)).fault?.kind == .headTooLarge)
    }

    @Test(arguments: ["Content-Length: 3", "Transfer-Encoding: gzip", "Connection: close"])
    func `is not framed by its trailers`(_ field: String) {
        let played = Self.play("2\r\nab\r\n0\r\n\(field)\r\n\r\n")
        #expect(played.body == Array("ab".utf8))
        #expect(played.keepsAlive)
    }

    @Test func `is refused when its extensions are larger than allowed, in one line or together`() {
        let limits = HTTPLimits(chunkLineBytes: 10)
        #expect(Self.play("1;234567890\r\na\r\n0\r\n\r\n", limits: limits).fault == nil)
        #expect(Self.play("1;2345678901\r\na\r\n0\r\n\r\n", limits: limits).fault?.kind == .headTooLarge)
        let many = String(repeating: "1;2345\r\na\r\n", count: 120)
        #expect(Self.play("\(many)0\r\n\r\n", limits: limits).fault == nil)
        #expect(Self.play("\(many)\(many)0\r\n\r\n", limits: limits).fault?.kind == .headTooLarge)
    }
}
