import APITransport
import Testing

@Suite struct `The limits of a head` {
    private static func head(_ fields: String) -> [UInt8] {
        Array("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 0\r\n\r\n".utf8)
    }

    @Test func `let through what servers send`() {
        let many = (0..<300).map { "X-Field-\($0): \(String(repeating: "v", count: 50))\r\n" }.joined()
        #expect(PlayedResponse([Self.head(many)]).head?.fields.count == 301)
        let large = "Set-Cookie: \(String(repeating: "v", count: 200_000))\r\n"
        #expect(PlayedResponse([Self.head(large)]).head?.fields["set-cookie"]?.utf8.count == 200_000)
    }

    @Test(arguments: [0, 1, 1000])
    func `refuse a flood of small fields, however it arrives`(_ size: Int) {
        let flood = Self.head(String(repeating: "a:b\r\n", count: 20_000))
        #expect(PlayedResponse(pieces(flood, of: size)).fault?.kind == .headTooLarge)
    }

    @Test(arguments: [0, 1, 1000])
    func `refuse a head without end, however it arrives`(_ size: Int) {
        let endless = Array("HTTP/1.1 200 OK\r\nA: ".utf8) + [UInt8](repeating: 0x61, count: 300_000)
        #expect(PlayedResponse(pieces(endless, of: size)).fault?.kind == .headTooLarge)
        let reason = Array("HTTP/1.1 200 ".utf8) + [UInt8](repeating: 0x61, count: 300_000)
        #expect(PlayedResponse(pieces(reason, of: size)).fault?.kind == .headTooLarge)
    }

    @Test(arguments: [0, 1, 2, 7])
    func `count to the byte`(_ size: Int) {
        let bytes = Self.head("A: b\r\n")
        let exact = HTTPLimits(headBytes: bytes.count)
        #expect(PlayedResponse(pieces(bytes + [0x61], of: size), limits: exact).head?.status == 200)
        let less = HTTPLimits(headBytes: bytes.count - 1)
        #expect(PlayedResponse(pieces(bytes + [0x61], of: size), limits: less).fault?.kind == .headTooLarge)
    }

    @Test func `bound the interim answers`() {
        let interim = Array(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 3).joined()
        let final = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        let enough = PlayedResponse(interim + final, limits: HTTPLimits(informationalResponses: 3))
        #expect(enough.informational.map(\.status) == [100, 100, 100])
        #expect(enough.head?.status == 200)
        let less = PlayedResponse(interim + final, limits: HTTPLimits(informationalResponses: 2))
        #expect(less.fault?.kind == .headTooLarge)
        let endless = Array(repeating: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", count: 1000).joined()
        #expect(PlayedResponse(endless).fault?.kind == .headTooLarge)
    }
}
