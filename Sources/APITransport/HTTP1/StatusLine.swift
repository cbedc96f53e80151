internal import APIWire

/// The first line of a response (RFC 9112 4).
struct StatusLine: Sendable {
    let status: Int
    let version: HTTPVersion
    let reason: Range<Int>
    /// The position behind the line.
    let end: Int

    /// Reads the line at `start`.
    ///
    /// - Returns: nil when its end is not there yet. What is there is judged at once, so that a peer that speaks
    ///   something else is found out by its first bytes.
    static func parse(_ bytes: Span<UInt8>, from start: Int) throws(ResponseFault) -> StatusLine? {
        let count = bytes.count
        guard let minor = try parseVersion(bytes, start) else { return nil }
        var position = start + 8
        guard position < count else { return nil }
        guard bytes[position] == ASCII.space else { throw .invalid("No blank follows the protocol version") }
        while position < count, bytes[position] == ASCII.space { position &+= 1 }
        var status = 0
        let digitsEnd = position + 3
        while position < digitsEnd {
            guard position < count else { return nil }
            guard ASCII.isDigit(bytes[position]) else { throw .invalid("The status code is not three digits") }
            status = status &* 10 &+ Int(bytes[position] &- 0x30)
            position &+= 1
        }
        guard status >= 100 else { throw .invalid("The status code is below 100") }
        guard position < count else { return nil }
        if bytes[position] == ASCII.space {
            position &+= 1
        } else if bytes[position] != ASCII.carriageReturn, bytes[position] != ASCII.lineFeed {
            throw .invalid("The status code is not three digits")
        }
        let reasonStart = position
        while position < count, ASCII.isTextByte(bytes[position]) { position &+= 1 }
        guard position < count, let end = try LineEnd.parse(bytes, position) else { return nil }
        return StatusLine(
            status: status,
            version: HTTPVersion(major: 1, minor: minor),
            reason: ASCII.trimmed(bytes, reasonStart..<position),
            end: end
        )
    }

    /// `HTTP/1.` and a digit; answers that digit.
    @inline(__always)
    private static func parseVersion(_ bytes: Span<UInt8>, _ start: Int) throws(ResponseFault) -> UInt8? {
        let expected: InlineArray<7, UInt8> = [0x48, 0x54, 0x54, 0x50, 0x2F, 0x31, 0x2E]
        var index = 0
        while index < 7 {
            guard start &+ index < bytes.count else { return nil }
            guard bytes[start &+ index] == expected[index] else { throw .invalid("The answer is not HTTP/1") }
            index &+= 1
        }
        guard start &+ 7 < bytes.count else { return nil }
        let minor = bytes[start &+ 7]
        guard ASCII.isDigit(minor) else { throw .invalid("The protocol version is not two digits") }
        return minor &- 0x30
    }
}
