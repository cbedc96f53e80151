import CSupport

/// The message digests that HTTP and its neighbours use.
package enum DigestAlgorithm: Sendable, CaseIterable {
    case md5
    case sha1
    case sha256
    case sha512_256
}

/// A digest of bytes that come in pieces.
@safe package struct Digest: ~Copyable {
    private let raw: OpaquePointer
    private let size: Int
    private var status = cs_status.ok

    /// - Throws: when the system's library does not offer the algorithm (MD5 may be forbidden), or memory is short.
    package init(_ algorithm: DigestAlgorithm) throws(WireError) {
        let fetched = try FetchedDigest.of(algorithm)
        guard let raw = unsafe cs_digest_new(fetched.raw) else { throw WireError(.outOfMemory) }
        unsafe self.raw = raw
        size = fetched.size
    }

    deinit { unsafe cs_digest_free(raw) }

    /// A failure here, which only a broken library can cause, is thrown by ``finish()``.
    package mutating func update(_ bytes: Span<UInt8>) {
        guard status == .ok else { return }
        status = unsafe cs_digest_update(raw, bytes)
    }

    package consuming func finish() throws(WireError) -> [UInt8] {
        guard status == .ok else { throw WireError(status: status) }
        return try unsafe FetchedDigest.filling(size) { [raw] output in unsafe cs_digest_finish(raw, &output) }
    }
}

extension Digest {
    package static func hash(_ algorithm: DigestAlgorithm, _ bytes: Span<UInt8>) throws(WireError) -> [UInt8] {
        let fetched = try FetchedDigest.of(algorithm)
        return try FetchedDigest.filling(fetched.size) { output in
            unsafe cs_digest_algorithm_hash(fetched.raw, bytes, &output)
        }
    }

    /// The digest in lower-case hexadecimal.
    package static func hex(_ algorithm: DigestAlgorithm, _ bytes: Span<UInt8>) throws(WireError) -> String {
        hex(try hash(algorithm, bytes))
    }

    /// A finished digest in lower-case hexadecimal.
    package static func hex(_ digest: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in digest {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 0xf)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The keyed digest of RFC 2104.
    package static func hmac(
        _ algorithm: DigestAlgorithm,
        key: Span<UInt8>,
        _ message: Span<UInt8>
    ) throws(WireError) -> [UInt8] {
        let fetched = try FetchedDigest.of(algorithm)
        // By pointers: of a call with three spans the compiler keeps a wrapper of its own making, and fails on it.
        return try FetchedDigest.filling(fetched.size) { output in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe message.withUnsafeBufferPointer { message in
                    unsafe output.withUnsafeMutableBufferPointer { output in
                        guard let start = output.baseAddress else { return .invalid }
                        return unsafe cs_digest_algorithm_hmac(
                            fetched.raw,
                            key.baseAddress,
                            key.count,
                            message.baseAddress,
                            message.count,
                            start,
                            output.count
                        )
                    }
                }
            }
        }
    }
}

/// An algorithm looked up in the library: done once for the process, since a look-up costs more than a short digest.
// SAFETY: the C object never changes after it is made, and any thread may use it.
@safe private struct FetchedDigest: @unchecked Sendable {
    let raw: OpaquePointer
    let size: Int

    private static let md5 = FetchedDigest(.md5)
    private static let sha1 = FetchedDigest(.sha1)
    private static let sha256 = FetchedDigest(.sha256)
    private static let sha512_256 = FetchedDigest(.sha512_256)

    private init?(_ kind: cs_digest_kind) {
        guard let raw = unsafe cs_digest_algorithm_new(kind) else { return nil }
        unsafe self.raw = raw
        size = unsafe cs_digest_algorithm_size(raw)
    }

    static func of(_ algorithm: DigestAlgorithm) throws(WireError) -> FetchedDigest {
        let fetched =
            switch algorithm {
            case .md5: md5
            case .sha1: sha1
            case .sha256: sha256
            case .sha512_256: sha512_256
            }
        guard let fetched else { throw WireError(.system, detail: "digest \(algorithm) is not available") }
        return fetched
    }

    /// A new array of `size` bytes that C fills.
    static func filling(
        _ size: Int,
        _ fill: (inout MutableSpan<UInt8>) -> cs_status
    ) throws(WireError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        var span = bytes.mutableSpan
        let status = fill(&span)
        guard status == .ok else { throw WireError(status: status) }
        return bytes
    }
}
