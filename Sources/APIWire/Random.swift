import CSupport

/// Bytes that nobody can guess.
package enum Random {
    /// Fills all of `buffer`.
    ///
    /// A kernel that has none to give cannot be gone on with: what would be used in their place could be guessed.
    package static func fill(_ buffer: inout MutableSpan<UInt8>) {
        unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, !buffer.isEmpty else { return }
            var error: Int32 = 0
            let status = unsafe cs_random_fill(start, buffer.count, &error)
            precondition(status == .ok, "the kernel gives no random bytes (error \(error))")
        }
    }

    package static func bytes(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: max(0, count))
        var span = bytes.mutableSpan
        fill(&span)
        return bytes
    }

    package static func uint64() -> UInt64 {
        bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
