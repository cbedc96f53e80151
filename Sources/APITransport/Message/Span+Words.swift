/// Looks at bytes eight at a time. The eight loads and shifts become one load; the bounds are checked once.
extension Span where Element == UInt8 {
    /// Eight bytes, the first one lowest.
    @inline(__always)
    private func word(at start: Int) -> UInt64 {
        let bytes = extracting(start..<(start &+ 8))
        let low =
            UInt64(bytes[0]) | UInt64(bytes[1]) &<< 8 | UInt64(bytes[2]) &<< 16 | UInt64(bytes[3]) &<< 24
        let high =
            UInt64(bytes[4]) &<< 32 | UInt64(bytes[5]) &<< 40 | UInt64(bytes[6]) &<< 48 | UInt64(bytes[7]) &<< 56
        return low | high
    }

    /// The position of the first control character (0–31 and 127) at or behind `start` ≥ 0, or the end.
    @inline(__always)
    package func firstControl(from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        var position = start
        while count &- position >= 8 {
            let word = word(at: position)
            let isDelete = word ^ (ones &* 0x7F)
            // A byte's top bit is set where subtracting borrowed; the lowest such byte is never mistaken.
            let found = ((word &- ones &* 0x20) & ~word | (isDelete &- ones) & ~isDelete) & tops
            if found != 0 { return position &+ found.trailingZeroBitCount &>> 3 }
            position &+= 8
        }
        while position < count, self[position] >= 0x20, self[position] != 0x7F { position &+= 1 }
        return position
    }
}
