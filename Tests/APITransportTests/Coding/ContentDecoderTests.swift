import APITransport
import Testing

@Suite struct `A coded body` {
    @Test(
        arguments: [
            ("gzip", CodedText.gzip), ("GZip", CodedText.gzip), ("x-gzip", CodedText.gzip),
            ("deflate", CodedText.zlib), ("deflate", CodedText.raw), ("identity", CodedText.text),
            ("", CodedText.text), ("deflate, gzip", CodedText.gzipOfZlib), ("gzip,deflate", CodedText.zlibOfGzip),
            ("identity, gzip", CodedText.gzip), ("gzip, identity", CodedText.gzip),
        ],
        [0, 1, 5]
    )
    func `is undone`(_ item: (coding: String, input: [UInt8]), _ size: Int) {
        #expect(decodedBody(pieces(item.input, of: size), coding: item.coding) == .success(CodedText.text))
    }

    @Test(arguments: ["br", "zstd", "gzip, br", "br, gzip", "unknown", "gzip;q=1"])
    func `stays as it came when a coding is not known`(_ coding: String) {
        #expect(decodedBody([CodedText.gzip], coding: coding) == .success(CodedText.gzip))
    }

    @Test func `is undone when the codings stand in two fields`() throws {
        let head = try head(200, [("Content-Encoding", "deflate"), ("Content-Encoding", "gzip")])
        #expect(try decodedBody([CodedText.gzipOfZlib], head) == CodedText.text)
    }

    @Test func `is undone below its transfer coding`() throws {
        let head = try head(200, [("Content-Encoding", "deflate"), ("Transfer-Encoding", "gzip, chunked")])
        #expect(try decodedBody([CodedText.gzipOfZlib], head) == CodedText.text)
        #expect(try decodedBody([CodedText.gzipOfZlib], head, content: false) == CodedText.zlib)
    }

    @Test(arguments: [(HTTPMethod.head, 200), (.get, 204), (.get, 304), (.get, 206)])
    func `is not undone where there is none, or only a part of it`(_ method: HTTPMethod, _ status: Int) throws {
        let head = try head(status, [("Content-Encoding", "gzip")])
        #expect(try decodedBody([CodedText.gzip], head, method: method) == nil)
    }

    @Test(arguments: ["gzip", "deflate", "deflate, gzip"])
    func `may be empty`(_ coding: String) {
        #expect(decodedBody([], coding: coding) == .success([]))
        #expect(decodedBody([[]], coding: coding) == .success([]))
    }

    @Test(arguments: 1..<CodedText.gzip.count)
    func `is an error wherever it is cut`(_ cut: Int) {
        let result = decodedBody([Array(CodedText.gzip[..<cut])], coding: "gzip")
        #expect(throws: ContentFault.self) { try result.get() }
        if case .failure(let fault) = result { #expect(fault.kind == .contentCoding) }
    }

    @Test(arguments: 1..<CodedText.gzipOfZlib.count)
    func `is an error wherever it is cut when it is coded twice`(_ cut: Int) {
        #expect(throws: ContentFault.self) {
            try decodedBody([Array(CodedText.gzipOfZlib[..<cut])], coding: "deflate, gzip").get()
        }
    }

    @Test(arguments: [31, 34, 35, 38])
    func `is an error with a wrong checksum or length`(_ index: Int) {
        var broken = CodedText.gzip
        broken[index] ^= 1
        #expect(throws: ContentFault.self) { try decodedBody([broken], coding: "gzip").get() }
    }

    @Test(arguments: [[0, 0, 0, 0], [13, 10], [1, 2, 3, 4, 5]] as [[UInt8]])
    func `may be followed by padding`(_ junk: [UInt8]) {
        let result = decodedBody([CodedText.gzip + junk], coding: "gzip")
        #expect(result == .success(CodedText.text))
    }

    @Test func `may not be followed by a cut member`() {
        for start in [[0x1F], [0x1F, 0x8B], [0x1F, 0x8B, 8]] as [[UInt8]] {
            #expect(throws: ContentFault.self) { try decodedBody([CodedText.gzip + start], coding: "gzip").get() }
        }
        #expect(
            decodedBody([CodedText.gzip + CodedText.gzip], coding: "gzip") == .success(CodedText.text + CodedText.text)
        )
    }

    @Test func `stops at its limit, to the byte`() {
        let members = Array(repeating: CodedText.zeros, count: 100).flatMap(\.self)
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
        let input = CodedText.zeros + CodedText.zeros
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

    @Test(arguments: [true, false])
    func `lets go of whoever decodes although nothing comes out`(collects: Bool) throws {
        let head = try head(200, [("Content-Encoding", "gzip, gzip, gzip")])
        guard var decoder = try ContentDecoder(head: head, method: .get, limit: .max, maximumCodings: 3) else {
            Issue.record("There is no decoder")
            return
        }
        let input = CodedText.emptyMembersCodedTwice
        var position = 0
        var calls = 0
        var output = [UInt8](repeating: 0, count: collects ? 0 : 65_536)
        var goesOn = true
        while goesOn {
            calls += 1
            if collects {
                goesOn = try decoder.decode(input.span, &position, appendingTo: &output)
            } else {
                var window = output.mutableSpan
                let step = try decoder.decode(input.span, &position, into: &window)
                #expect(step.produced == 0)
                goesOn = step.goesOn
            }
        }
        try decoder.finish()
        // 16 MB between two stages, which pass on 64 KB at a time.
        #expect(calls > 256 / 8)
        #expect(output.isEmpty == collects)
        #expect(position == input.count)
    }

    @Test func `may have only so many codings`() throws {
        let head = try head(200, [("Content-Encoding", "gzip, gzip, gzip")])
        let fault = #expect(throws: ContentFault.self) { try decodedBody([], head, maximumCodings: 2) }
        #expect(fault?.kind == .contentCoding)
    }
}
