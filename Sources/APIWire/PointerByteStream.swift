/// A source of bytes that hands them out through a pointer, as streams made for C and Objective-C do.
///
/// Layers above declare such a stream to be one, and read it with `readPiece` without seeing the pointer.
package protocol PointerByteStream {
    /// Writes up to `maxLength` bytes to `buffer`: how many, 0 at the end, negative on failure.
    func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int
}

extension PointerByteStream {
    /// Up to `limit` bytes; none at the end, nil when the stream fails.
    package func readPiece(upTo limit: Int) -> [UInt8]? {
        guard limit > 0 else { return [] }
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            // SAFETY: the buffer has room for `limit` bytes, at least one, and lives through the call.
            let read = unsafe buffer.baseAddress.map { unsafe self.read($0, maxLength: limit) } ?? -1
            failed = read < 0 || read > limit
            count = failed ? 0 : read
        }
        return failed ? nil : bytes
    }
}
