internal import APIWire

/// Whether text is an IPv6 address of RFC 4291 2.2.
enum IPv6Text {
    static func isValid(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var groups = 0
        var hasGap = false
        var position = range.lowerBound
        let end = range.upperBound
        if end - position >= 2, bytes[position] == 0x3A {
            guard bytes[position + 1] == 0x3A else { return false }
            hasGap = true
            position += 2
        }
        while position < end {
            let start = position
            while position < end, ASCII.hexDigit(bytes[position]) != nil { position &+= 1 }
            if position < end, bytes[position] == 0x2E {
                guard isIPv4(bytes, start..<end) else { return false }
                groups += 2
                return hasGap ? groups < 8 : groups == 8
            }
            guard position > start, position - start <= 4 else { return false }
            groups += 1
            if position == end { break }
            guard bytes[position] == 0x3A, position + 1 < end else { return false }
            position += 1
            if bytes[position] == 0x3A {
                guard !hasGap else { return false }
                hasGap = true
                position += 1
            }
        }
        return hasGap ? groups < 8 : groups == 8
    }

    /// Four numbers up to 255 without leading zeros.
    private static func isIPv4(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        var numbers = 0
        var position = range.lowerBound
        while position < range.upperBound {
            let start = position
            var value = 0
            while position < range.upperBound, ASCII.isDigit(bytes[position]), position - start < 4 {
                value = value * 10 + Int(bytes[position] &- 0x30)
                position &+= 1
            }
            guard position > start, value <= 255, bytes[start] != 0x30 || position - start == 1 else { return false }
            numbers += 1
            if position == range.upperBound { break }
            guard bytes[position] == 0x2E, position + 1 < range.upperBound else { return false }
            position += 1
        }
        return numbers == 4
    }
}
