import CSupport
import Testing

@Suite struct `The C inflater` {
    /// The text below, compressed.
    static let gzip: [UInt8] = [
        0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0x02, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x57, 0xc8, 0x40, 0x90, 0, 0x80,
        0x88, 0xf9, 0xe5, 0x11, 0, 0, 0,
    ]
    static let text = Array("hello hello hello".utf8)

    @Test(arguments: GuardedBuffer.Side.allCases)
    func `stays inside its buffers, whatever their sizes`(side: GuardedBuffer.Side) {
        for size in 0...Self.gzip.count {
            for room in [0, 1, 5, 16, 17, 18] {
                guard let raw = unsafe cs_inflate_new(.gzip, .max) else { return }
                let input = GuardedBuffer(Array(Self.gzip.prefix(size)), guarded: side)
                let output = GuardedBuffer(count: room, guarded: side)
                var consumed = 0
                var produced = 0
                let status = unsafe cs_inflate_step(raw, input.start, size, &consumed, output.start, room, &produced)
                #expect(status == .ok || status == .wantInput || status == .wantOutput)
                #expect((0..<produced).allSatisfy { unsafe output.start[$0] == Self.text[$0] })
                unsafe cs_inflate_free(raw)
            }
        }
    }

    @Test func `answers each end of input by its name`() {
        let expected: [cs_status] = [.ok] + Array(repeating: .truncated, count: Self.gzip.count - 1) + [.ok]
        for (size, end) in expected.enumerated() {
            guard let raw = unsafe cs_inflate_new(.gzip, .max) else { return }
            let input = GuardedBuffer(Array(Self.gzip.prefix(size)), guarded: .after)
            let output = GuardedBuffer(count: 64, guarded: .after)
            var consumed = 0
            var produced = 0
            _ = unsafe cs_inflate_step(raw, input.start, size, &consumed, output.start, 64, &produced)
            #expect(unsafe cs_inflate_finish(raw) == end)
            unsafe cs_inflate_free(raw)
        }
    }

    @Test func `takes null to free`() {
        cs_inflate_free(nil)
        cs_digest_free(nil)
        cs_digest_algorithm_free(nil)
    }
}
