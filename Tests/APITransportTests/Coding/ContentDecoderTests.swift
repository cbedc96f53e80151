import APITransport
import Testing

@Suite struct `A coded body` {
    private static let text = Array("the same words, the same words, the same words".utf8)
    private static let gzip = bytes(
        "1f8b08000000000002032bc94855284ecc4d5528cf2f4a29d65128c1cb07002b5361cc2e000000"
    )
    private static let zlib = bytes("789c2bc94855284ecc4d5528cf2f4a29d65128c1cb070083e7109b")
    private static let raw = bytes("2bc94855284ecc4d5528cf2f4a29d65128c1cb0700")
    private static let gzipOfZlib = bytes(
        "1f8b0800000000000203ab98a37dd22354c3ef8c6fa8c6797d2fcd6b811a074fb333343f17980d0035ed65431b000000"
    )
    private static let zlibOfGzip = bytes(
        "789c93efe66000012666ed931ea11a7e677c4335ceeb7b695e0bd438789a9d413b38f18c1e501a00be610a81"
    )
    /// One member that holds 64 KB of zeros.
    private static let zeros = bytes(
        "1f8b0800000000000203edc101010000008090feafee080a" + String(repeating: "00", count: 63)
            + "6aeb8e97d700000100"
    )

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue).map(UInt8.init)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test(
        arguments: [
            ("gzip", gzip), ("GZip", gzip), ("x-gzip", gzip), ("deflate", zlib), ("deflate", raw), ("identity", text),
            ("", text),
            ("deflate, gzip", gzipOfZlib), ("gzip,deflate", zlibOfGzip), ("identity, gzip", gzip),
            ("gzip, identity", gzip),
        ],
        [0, 1, 5]
    )
    func `is undone`(_ item: (coding: String, input: [UInt8]), _ size: Int) {
        #expect(decodedBody(pieces(item.input, of: size), coding: item.coding) == .success(Self.text))
    }

    @Test(arguments: ["br", "zstd", "gzip, br", "br, gzip", "unknown", "gzip;q=1"])
    func `stays as it came when a coding is not known`(_ coding: String) {
        #expect(decodedBody([Self.gzip], coding: coding) == .success(Self.gzip))
    }

    @Test func `is undone when the codings stand in two fields`() throws {
        let head = try head(200, [("Content-Encoding", "deflate"), ("Content-Encoding", "gzip")])
        #expect(try decodedBody([Self.gzipOfZlib], head) == Self.text)
    }

    @Test func `is undone below its transfer coding`() throws {
        let head = try head(200, [("Content-Encoding", "deflate"), ("Transfer-Encoding", "gzip, chunked")])
        #expect(try decodedBody([Self.gzipOfZlib], head) == Self.text)
        #expect(try decodedBody([Self.gzipOfZlib], head, content: false) == Self.zlib)
    }

    @Test(arguments: [(HTTPMethod.head, 200), (.get, 204), (.get, 304), (.get, 206)])
    func `is not undone where there is none, or only a part of it`(_ method: HTTPMethod, _ status: Int) throws {
        let head = try head(status, [("Content-Encoding", "gzip")])
        #expect(try decodedBody([Self.gzip], head, method: method) == nil)
    }

    @Test(arguments: ["gzip", "deflate", "deflate, gzip"])
    func `may be empty`(_ coding: String) {
        #expect(decodedBody([], coding: coding) == .success([]))
        #expect(decodedBody([[]], coding: coding) == .success([]))
    }

    @Test(arguments: 1..<gzip.count)
    func `is an error wherever it is cut`(_ cut: Int) {
        let result = decodedBody([Array(Self.gzip[..<cut])], coding: "gzip")
        #expect(throws: ContentFault.self) { try result.get() }
        if case .failure(let fault) = result { #expect(fault.kind == .contentCoding) }
    }

    @Test(arguments: 1..<gzipOfZlib.count)
    func `is an error wherever it is cut when it is coded twice`(_ cut: Int) {
        #expect(throws: ContentFault.self) {
            try decodedBody([Array(Self.gzipOfZlib[..<cut])], coding: "deflate, gzip").get()
        }
    }

    @Test(arguments: [31, 34, 35, 38])
    func `is an error with a wrong checksum or length`(_ index: Int) {
        var broken = Self.gzip
        broken[index] ^= 1
        #expect(throws: ContentFault.self) { try decodedBody([broken], coding: "gzip").get() }
    }

    @Test(arguments: [[0, 0, 0, 0], [13, 10], [1, 2, 3, 4, 5]] as [[UInt8]])
    func `may be followed by padding`(_ junk: [UInt8]) {
        let result = decodedBody([Self.gzip + junk], coding: "gzip")
        #expect(result == .success(Self.text))
    }

    @Test func `may not be followed by a cut member`() {
        for start in [[0x1F], [0x1F, 0x8B], [0x1F, 0x8B, 8]] as [[UInt8]] {
            #expect(throws: ContentFault.self) { try decodedBody([Self.gzip + start], coding: "gzip").get() }
        }
        #expect(decodedBody([Self.gzip + Self.gzip], coding: "gzip") == .success(Self.text + Self.text))
    }

    @Test func `stops at its limit, to the byte`() {
        let members = Array(repeating: Self.zeros, count: 100).flatMap(\.self)
        #expect(decodedBody([members], coding: "gzip", limit: 6_553_600).map(\.count) == .success(6_553_600))
        let exceeded = decodedBody([members], coding: "gzip", limit: 6_553_599)
        #expect(throws: ContentFault.self) { try exceeded.get() }
        if case .failure(let fault) = exceeded { #expect(fault.kind == .decodedSizeExceeded) }
    }

    @Test func `is given out in portions to whoever asks for that`() throws {
        let head = try head(200, [("Content-Encoding", "gzip")])
        guard var decoder = try ContentDecoder(head: head, method: .get, limit: .max, maximumCodings: 1) else {
            Issue.record("There is no decoder")
            return
        }
        let input = Self.zeros + Self.zeros
        var position = 0
        var portion: [UInt8] = []
        var total = 0
        while try decoder.decode(input.span, &position, appendingTo: &portion, atMost: 1000) {
            #expect(portion.count <= 1000)
            total += portion.count
            portion.removeAll(keepingCapacity: true)
        }
        try decoder.finish()
        #expect(total + portion.count == 131_072)
        #expect(position == input.count)
    }

    @Test func `may have only so many codings`() throws {
        let head = try head(200, [("Content-Encoding", "gzip, gzip, gzip")])
        let fault = #expect(throws: ContentFault.self) { try decodedBody([], head, maximumCodings: 2) }
        #expect(fault?.kind == .contentCoding)
    }
}
