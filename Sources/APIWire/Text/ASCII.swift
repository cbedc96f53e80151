/// Classes of bytes of RFC 9110 5.6 and RFC 9112, decided by arithmetic: no table to fetch, no lock to take.
package enum ASCII {
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var delete: UInt8 { 0x7F }

    // One bit for each byte 0–63 and 64–127 that a token may hold: "!#$%&'*+-.^_`|~", digits, letters.
    @inlinable static var tokenLow: UInt64 { 0x03FF_6CFA_0000_0000 }
    @inlinable static var tokenHigh: UInt64 { 0x57FF_FFFF_C7FF_FFFE }

    /// tchar of RFC 9110 5.6.2.
    @inlinable @inline(__always)
    package static func isTokenByte(_ byte: UInt8) -> Bool {
        let half = byte & 0x40 == 0 ? tokenLow : tokenHigh
        return byte < 0x80 && (half &>> UInt64(byte & 0x3F)) & 1 == 1
    }

    /// What a field value or a reason phrase may hold: HTAB, SP, VCHAR and obs-text.
    @inlinable @inline(__always)
    package static func isTextByte(_ byte: UInt8) -> Bool {
        (byte >= space && byte != delete) || byte == tab
    }

    @inlinable @inline(__always)
    package static func isBlank(_ byte: UInt8) -> Bool {
        byte == space || byte == tab
    }

    @inlinable @inline(__always)
    package static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }

    /// The value of a hexadecimal digit, nil for any other byte.
    @inlinable @inline(__always)
    package static func hexDigit(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte &- 0x30 }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }

    @inlinable @inline(__always)
    package static func lowercased(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    @inlinable package static func isToken(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where !isTokenByte(bytes[index]) { return false }
        return !bytes.isEmpty
    }

    /// Whether the bytes of a range spell `name`, which must be in lower case, whatever their letter case.
    @inlinable package static func matches(_ bytes: Span<UInt8>, _ range: Range<Int>, _ name: String) -> Bool {
        let wanted = name.utf8.span
        guard range.count == wanted.count else { return false }
        let start = range.lowerBound
        for index in wanted.indices where lowercased(bytes[start &+ index]) != wanted[index] { return false }
        return true
    }

    /// The range without blanks at either end.
    @inlinable package static func trimmed(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        var end = range.upperBound
        while start < end, isBlank(bytes[start]) { start &+= 1 }
        while end > start, isBlank(bytes[end &- 1]) { end &-= 1 }
        return start..<end
    }

    /// Bytes of a message as text: UTF-8 where they are that, else each byte as the Latin-1 character it stands for.
    package static func text(_ bytes: ArraySlice<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        text.reserveCapacity(bytes.count &* 2)
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return text
    }

    /// Appends a number in decimal digits without making a String.
    @inlinable package static func appendDecimal(_ value: UInt64, to buffer: inout [UInt8]) {
        let start = buffer.count
        var rest = value
        repeat {
            buffer.append(UInt8(truncatingIfNeeded: rest % 10) &+ 0x30)
            rest /= 10
        } while rest != 0
        buffer[start...].reverse()
    }

    /// Appends a number in hexadecimal digits, at least one.
    @inlinable package static func appendHex(_ value: UInt64, to buffer: inout [UInt8]) {
        var shift = max(0, (63 &- value.leadingZeroBitCount) & ~3)
        while shift >= 0 {
            let digit = UInt8(truncatingIfNeeded: value &>> UInt64(shift)) & 0xF
            buffer.append(digit < 10 ? digit &+ 0x30 : digit &+ 0x57)
            shift &-= 4
        }
    }
}
