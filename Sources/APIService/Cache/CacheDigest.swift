import APIWire

/// The digests that keys and file names are made of.
enum CacheDigest {
    /// The MD5 in lower-case hexadecimal digits.
    ///
    /// Where the system forbids MD5 it is the SHA-256: then keys differ from those of other systems, but nothing else.
    static func hex(_ text: String) -> String {
        hex(Array(text.utf8))
    }

    static func hex(_ bytes: [UInt8]) -> String {
        for algorithm in [DigestAlgorithm.md5, .sha256] {
            if let digest = try? Digest.hex(algorithm, bytes.span) { return digest }
        }
        return String(
            bytes.reduce(into: UInt64(14_695_981_039_346_656_037)) { $0 = ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        )
    }
}
