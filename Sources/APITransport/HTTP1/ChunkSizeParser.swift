internal import APIWire

/// Reads the size line of a chunk (RFC 9112 7.1): hexadecimal digits, perhaps blanks, perhaps extensions, CRLF.
///
/// Extensions are passed over. Their quoted strings are followed, because a line that ends within one is read
/// differently by others.
struct ChunkSizeParser: Sendable {
    private enum State: Sendable {
        case digits, blanks, extensions, quoted, quotedPair, lineFeed
    }

    private var state = State.digits
    private var size: UInt64 = 0
    private var digits = 0
    private var lineBytes = 0
    private var spareBytes: Int
    private let maximumLineBytes: Int

    init(maximumLineBytes: Int) {
        self.maximumLineBytes = maximumLineBytes
        spareBytes = maximumLineBytes.multipliedReportingOverflow(by: 64).partialValue
        if spareBytes < maximumLineBytes { spareBytes = Int.max }
    }

    /// Moves `position` behind what was used.
    ///
    /// - Returns: the size, when the line is complete; the parser is ready for the next one then.
    mutating func parse(_ input: Span<UInt8>, _ position: inout Int) throws(ResponseFault) -> UInt64? {
        while position < input.count {
            let byte = input[position]
            position &+= 1
            if state == .lineFeed {
                guard byte == ASCII.lineFeed else { throw LineEnd.bareReturn }
                let result = size
                state = .digits
                size = 0
                digits = 0
                lineBytes = 0
                return result
            }
            if state != .digits { try count() }
            state = try take(byte)
        }
        return nil
    }

    private mutating func take(_ byte: UInt8) throws(ResponseFault) -> State {
        switch state {
        case .digits:
            if let digit = ASCII.hexDigit(byte) {
                digits &+= 1
                guard digits <= 16, size <= UInt64(Int64.max) >> 4 else {
                    throw .invalid("A chunk's size is too large")
                }
                size = size << 4 | UInt64(digit)
                return .digits
            }
            guard digits > 0 else { throw .invalid("A chunk's size is not a hexadecimal number") }
            return try takeBehindDigits(byte)
        case .blanks:
            return try takeBehindDigits(byte)
        case .extensions:
            if byte == ASCII.carriageReturn { return .lineFeed }
            guard ASCII.isTextByte(byte) else { throw .invalid("A chunk's extension holds a control character") }
            return byte == 0x22 ? .quoted : .extensions
        case .quoted:
            guard ASCII.isTextByte(byte) else { throw .invalid("A chunk's extension has an unfinished quoted string") }
            return byte == 0x22 ? .extensions : byte == 0x5C ? .quotedPair : .quoted
        case .quotedPair, .lineFeed:
            guard ASCII.isTextByte(byte) else { throw .invalid("A chunk's extension has an unfinished quoted string") }
            return .quoted
        }
    }

    private func takeBehindDigits(_ byte: UInt8) throws(ResponseFault) -> State {
        switch byte {
        case ASCII.carriageReturn: return .lineFeed
        case 0x3B: return .extensions
        case ASCII.space, ASCII.tab: return .blanks
        default: throw .invalid("A chunk's size is followed by something that does not belong there")
        }
    }

    /// Bounds what a peer may send beside the body: in one line, and in all lines together.
    private mutating func count() throws(ResponseFault) {
        lineBytes &+= 1
        spareBytes &-= 1
        guard lineBytes <= maximumLineBytes, spareBytes > 0 else {
            throw ResponseFault(.headTooLarge, "The extensions of the chunks are larger than allowed")
        }
    }
}
