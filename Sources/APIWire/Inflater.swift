import CSupport

/// Decodes the content codings gzip and deflate (RFC 9110 8.4.1), in pieces and up to a limit.
///
/// Every byte of the formats is checked, to the checksum and length at the end.
@safe package struct Inflater: ~Copyable {
    package enum Format: Sendable {
        /// RFC 1952, any number of members. What follows a member and does not begin another is ignored; a second
        /// member that is cut is an error.
        case gzip
        /// RFC 1950, or bare RFC 1951 where the first two bytes are no zlib header. What follows the end is ignored.
        case deflate
    }

    /// The room made for a piece of output that is not small: zlib is slower with less.
    private static let window = 65_536

    private let raw: OpaquePointer
    private let limit: UInt64
    /// How many bytes have come out so far.
    package private(set) var producedTotal: UInt64 = 0

    /// Begins a stream of which `limit` bytes may come out in all; one more is `.outputLimit`.
    package init(_ format: Format, limit: UInt64) throws(WireError) {
        let format: cs_inflate_format =
            switch format {
            case .gzip: .gzip
            case .deflate: .deflate
            }
        guard let raw = unsafe cs_inflate_new(format, limit) else { throw WireError(.outOfMemory) }
        unsafe self.raw = raw
        self.limit = limit
    }

    deinit { unsafe cs_inflate_free(raw) }

    /// Decodes all of `input` onto the end of `output`, which holds what was decoded even when this throws.
    ///
    /// - Throws: `.corrupt` or `.outputLimit`; then the inflater is of no more use.
    package mutating func decode(_ input: Span<UInt8>, appendingTo output: inout [UInt8]) throws(WireError) {
        var rest = input
        while true {
            // At the limit there is room for one byte that stays empty: only so can the end be found.
            let left = max(1, Int(clamping: limit - producedTotal))
            let room = min(left, max(Self.room(for: rest.count), output.capacity - output.count))
            let step = try step(rest, appendingTo: &output, atMost: room)
            rest = rest.extracting(droppingFirst: step.consumed)
            guard step.produced == room || !rest.isEmpty else { return }
        }
    }

    /// The room to make for what so many bytes decode to, at first.
    ///
    /// Text shrinks to a quarter or so; short bodies shall not cost a whole window each.
    package static func room(for inputCount: Int) -> Int {
        inputCount < window / 8 ? max(1024, inputCount * 8) : window
    }

    /// Decodes some of `input` onto the end of `output`: at most `room` bytes of it, and room for one at least.
    ///
    /// There is more to do with the same input while either `consumed` is less than was given or `produced` is all that
    /// there was room for.
    ///
    /// - Returns: `done` when the stream may end here.
    package mutating func step(
        _ input: Span<UInt8>,
        appendingTo output: inout [UInt8],
        atMost room: Int
    ) throws(WireError) -> (consumed: Int, produced: Int, done: Bool) {
        var step = Step()
        output.append(addingCapacity: room) { span in
            unsafe span.withUnsafeMutableBufferPointer { buffer, count in
                unsafe step.run(raw, input, buffer.baseAddress, room)
                count = step.produced
            }
        }
        return try account(for: step)
    }

    /// Decodes some of `input` into some of `output`.
    ///
    /// There is more to do with the same input while either `consumed` is less than was given or `produced` filled the
    /// output.
    ///
    /// - Returns: `done` when the stream may end here.
    package mutating func step(
        _ input: Span<UInt8>,
        into output: inout MutableSpan<UInt8>
    ) throws(WireError) -> (consumed: Int, produced: Int, done: Bool) {
        var step = Step()
        unsafe output.withUnsafeMutableBufferPointer { buffer in
            unsafe step.run(raw, input, buffer.baseAddress, buffer.count)
        }
        return try account(for: step)
    }

    private mutating func account(for step: Step) throws(WireError) -> (consumed: Int, produced: Int, done: Bool) {
        producedTotal += UInt64(step.produced)
        switch step.status {
        case .ok, .wantInput, .wantOutput: return (step.consumed, step.produced, step.status == .ok)
        default: throw WireError(status: step.status)
        }
    }

    /// Says that the body has ended.
    ///
    /// No byte at all is a complete body.
    ///
    /// - Throws: `.corrupt` when the stream was cut.
    package mutating func finish() throws(WireError) {
        let status = unsafe cs_inflate_finish(raw)
        guard status == .ok else { throw WireError(status: status, detail: "the compressed data ends too early") }
    }
}

/// What one call into C did.
private struct Step {
    var consumed = 0
    var produced = 0
    var status = cs_status.ok

    mutating func run(
        _ raw: OpaquePointer,
        _ input: Span<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>?,
        _ room: Int
    ) {
        status = unsafe input.withUnsafeBufferPointer { bytes in
            unsafe cs_inflate_step(raw, bytes.baseAddress, bytes.count, &consumed, output, room, &produced)
        }
    }
}
