internal import CTestTLS

/// Bytes that end at a page without access: a parser that reads one too many crashes on the spot.
@safe package final class GuardedBytes: Sendable {
    // SAFETY: the memory is written before the initializer returns, and never after.
    private nonisolated(unsafe) let raw: OpaquePointer

    package init(_ bytes: [UInt8]) {
        let made = unsafe bytes.withUnsafeBufferPointer { unsafe ct_guarded_new($0.baseAddress, $0.count) }
        guard let raw = unsafe made else { fatalError("no memory for guarded bytes") }
        unsafe self.raw = raw
    }

    deinit {
        unsafe ct_guarded_free(raw)
    }

    /// The bytes, for as long as `body` runs.
    package func withSpan<Result, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { extendLifetime(self) }
        // SAFETY: the mapping lives as long as self, which outlives the span.
        let buffer = unsafe UnsafeBufferPointer(start: ct_guarded_bytes(raw), count: ct_guarded_length(raw))
        return try body(unsafe buffer.span)
    }
}
