import CSupport
import Testing

@Suite struct `The C digests` {
    @Test(arguments: [cs_digest_kind.md5, .sha1, .sha256, .sha512_256])
    func `stay inside their buffers and want exactly their size`(kind: cs_digest_kind) {
        guard let algorithm = unsafe cs_digest_algorithm_new(kind) else {
            Issue.record("not offered")
            return
        }
        let size = unsafe cs_digest_algorithm_size(algorithm)
        let message = GuardedBuffer(Array(repeating: 7, count: 300), guarded: .after)
        for length in [0, 1, 64, 128, 129, 300] {
            for room in [0, size - 1, size, size + 1] {
                let output = GuardedBuffer(count: room, guarded: .after)
                let expected: cs_status = room == size ? .ok : .invalid
                #expect(
                    unsafe cs_digest_algorithm_hash(algorithm, message.start, length, output.start, room) == expected
                )
                let keyed = unsafe cs_digest_algorithm_hmac(
                    algorithm,
                    message.start,
                    length,
                    message.start,
                    length,
                    output.start,
                    room
                )
                #expect(keyed == expected)
            }
        }
        unsafe cs_digest_algorithm_free(algorithm)
    }

    @Test func `begin anew after each message`() {
        guard let algorithm = unsafe cs_digest_algorithm_new(.sha256), let digest = unsafe cs_digest_new(algorithm)
        else {
            Issue.record("not offered")
            return
        }
        unsafe cs_digest_algorithm_free(algorithm)
        let message = GuardedBuffer(Array("abc".utf8), guarded: .after)
        var digests: [[UInt8]] = []
        for _ in 0..<2 {
            let output = GuardedBuffer(count: 32, guarded: .after)
            #expect(unsafe cs_digest_update(digest, message.start, message.count) == .ok)
            #expect(unsafe cs_digest_finish(digest, output.start, 31) == .invalid)
            #expect(unsafe cs_digest_finish(digest, output.start, 32) == .ok)
            digests.append(unsafe Array(UnsafeBufferPointer(start: output.start, count: 32)))
        }
        #expect(digests[0] == digests[1] && digests[0].prefix(2) == [0xba, 0x78])
        unsafe cs_digest_free(digest)
    }
}
