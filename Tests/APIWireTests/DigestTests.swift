import APIWire
import Testing

@Suite struct `A message digest` {
    /// RFC 1321 A.5, FIPS 180-4 examples.
    static let ofABC: [(DigestAlgorithm, String)] = [
        (.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (.sha512_256, "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    ]

    @Test(arguments: ofABC)
    func `of abc is the standard's`(algorithm: DigestAlgorithm, expected: String) throws {
        let message = Array("abc".utf8)
        let digest = try Digest.hex(algorithm, message.span)
        #expect(digest == expected)
    }

    @Test func `of nothing is the standard's`() throws {
        let digest = try Digest.hex(.md5, Span())
        #expect(digest == "d41d8cd98f00b204e9800998ecf8427e")
    }

    @Test(arguments: DigestAlgorithm.allCases, [0, 1, 63, 64, 65, 127, 128, 1000])
    func `is the same wherever the message is cut`(algorithm: DigestAlgorithm, cut: Int) throws {
        let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
        var digest = try Digest(algorithm)
        digest.update(message.span.extracting(first: cut))
        digest.update(message.span.extracting(droppingFirst: cut))
        let inPieces = try digest.finish()
        let whole = try Digest.hash(algorithm, message.span)
        #expect(inPieces == whole)
    }

    /// RFC 2202 and RFC 4231: test cases 1, 2 and the one with a key longer than a block.
    static let keyed: [(DigestAlgorithm, key: [UInt8], message: String, String)] = [
        (.md5, [UInt8](repeating: 0x0b, count: 16), "Hi There", "9294727a3638bb1c13f48ef8158bfc9d"),
        (.sha1, Array("Jefe".utf8), "what do ya want for nothing?", "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (
            .sha256, [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (.sha256, [], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ]

    @Test(arguments: keyed)
    func `with a key is the standard's`(
        algorithm: DigestAlgorithm,
        key: [UInt8],
        message: String,
        expected: String
    ) throws {
        let message = Array(message.utf8)
        let keyed = try Digest.hmac(algorithm, key: key.span, message.span)
        #expect(keyed.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == expected)
    }
}
