import APIWire
import Testing

@Suite struct `Decoding a compressed body` {
    static let whole: [(Inflater.Format, [UInt8])] = [
        (.gzip, GzipSamples.gzip), (.deflate, GzipSamples.zlib), (.deflate, GzipSamples.rawDeflate),
    ]

    /// Decodes `pieces` and ends the body.
    @discardableResult
    static func decode(
        _ format: Inflater.Format,
        limit: UInt64 = .max,
        _ pieces: ArraySlice<UInt8>...
    ) throws(WireError) -> [UInt8] {
        var inflater = try Inflater(format, limit: limit)
        var output: [UInt8] = []
        for piece in pieces { try inflater.decode(piece.span, appendingTo: &output) }
        try inflater.finish()
        return output
    }

    @Test(arguments: whole)
    func `is the same wherever the input is cut`(format: Inflater.Format, bytes: [UInt8]) throws {
        for cut in 0...bytes.count {
            #expect(try Self.decode(format, bytes[..<cut], bytes[cut...]) == GzipSamples.text, "cut at \(cut)")
        }
    }

    @Test(arguments: whole)
    func `is the same one byte at a time`(format: Inflater.Format, bytes: [UInt8]) throws {
        var inflater = try Inflater(format, limit: .max)
        var output: [UInt8] = []
        var room: [UInt8] = [0]
        for byte in bytes {
            var consumed = 0
            var produced = 1
            while consumed == 0 || produced == 1 {
                var window = room.mutableSpan
                let input = consumed == 0 ? [byte] : []
                let step = try inflater.step(input.span, into: &window)
                consumed += step.consumed
                produced = step.produced
                output += room.prefix(produced)
            }
        }
        try inflater.finish()
        #expect(output == GzipSamples.text)
    }

    @Test(arguments: whole)
    func `fails when the input ends early, at any byte`(format: Inflater.Format, bytes: [UInt8]) {
        for end in 1..<bytes.count {
            #expect(throws: WireError.self, "ends at \(end)") { try Self.decode(format, bytes[..<end]) }
        }
    }

    @Test(arguments: [Inflater.Format.gzip, .deflate])
    func `takes no byte at all for an empty body`(format: Inflater.Format) throws {
        #expect(try Self.decode(format) == [])
        #expect(try Self.decode(format, []) == [])
    }

    @Test func `goes through every member`() throws {
        let members = GzipSamples.storing(Array("one, ".utf8)) + GzipSamples.storing([]) + GzipSamples.gzip
        for cut in 0...members.count {
            let decoded = try Self.decode(.gzip, members[..<cut], members[cut...])
            #expect(decoded == Array("one, hello hello hello".utf8))
        }
    }

    @Test(arguments: [[0, 0, 0, 0], [13, 10], [1, 2, 3, 4, 5], [0x1f, 0x20, 0x8b], [0, 0x1f, 0x8b]] as [[UInt8]])
    func `ignores what follows and is no member`(junk: [UInt8]) throws {
        #expect(try Self.decode(.gzip, GzipSamples.gzip[...], junk[...]) == GzipSamples.text)
        #expect(try Self.decode(.deflate, GzipSamples.zlib[...], junk[...]) == GzipSamples.text)
    }

    @Test(arguments: [[0x1f], [0x1f, 0x8b], [0x1f, 0x8b, 8, 0], [0x1f, 0x8b, 9, 0, 0, 0, 0, 0, 0, 0]] as [[UInt8]])
    func `refuses a second member that is not whole`(begun: [UInt8]) {
        #expect(throws: WireError.self) { try Self.decode(.gzip, GzipSamples.gzip[...], begun[...]) }
    }

    @Test(arguments: GzipSamples.gzip.count - 8..<GzipSamples.gzip.count)
    func `refuses a trailer that does not fit`(at index: Int) throws {
        var bytes = GzipSamples.gzip
        bytes[index] ^= 0x10
        let error = #expect(throws: WireError.self) { try Self.decode(.gzip, bytes[...]) }
        #expect(error?.code == .corrupt)
    }

    @Test func `refuses what is not compressed`() throws {
        let plain = Array("hello".utf8)
        let error = #expect(throws: WireError.self) { try Self.decode(.gzip, plain[...]) }
        #expect(error?.code == .corrupt)
    }

    @Test func `may reach its limit and not pass it`() throws {
        let size = UInt64(GzipSamples.text.count)
        #expect(try Self.decode(.gzip, limit: size, GzipSamples.gzip[...]) == GzipSamples.text)
        var inflater = try Inflater(.gzip, limit: size - 1)
        var output: [UInt8] = []
        let input = GzipSamples.gzip
        do throws(WireError) {
            try inflater.decode(input.span, appendingTo: &output)
            Issue.record("passed its limit")
        } catch {
            #expect(error.code == .outputLimit)
        }
        #expect(output == GzipSamples.text.dropLast())
    }

    @Test func `lets nothing out under a limit of nothing`() throws {
        #expect(try Self.decode(.gzip, limit: 0, GzipSamples.storing([])[...]) == [])
        let error = #expect(throws: WireError.self) { try Self.decode(.gzip, limit: 0, GzipSamples.gzip[...]) }
        #expect(error?.code == .outputLimit)
    }

    @Test func `keeps what was there before and takes more than a window`() throws {
        let content = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let bytes = GzipSamples.storing(content)
        var inflater = try Inflater(.gzip, limit: .max)
        var output: [UInt8] = [1, 2, 3]
        try inflater.decode(bytes.span, appendingTo: &output)
        try inflater.finish()
        #expect(output.prefix(3) == [1, 2, 3] && output.dropFirst(3).elementsEqual(content))
        #expect(inflater.producedTotal == 1_000_000)
    }
}
