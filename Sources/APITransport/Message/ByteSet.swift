/// A set of ASCII bytes as one bit each; bytes outside ASCII belong to all of them.
struct ByteSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    /// The characters of a text.
    init(_ characters: String) {
        for byte in characters.utf8 { insert(byte) }
    }

    /// The set with more characters.
    func adding(_ characters: String) -> ByteSet {
        var set = self
        for byte in characters.utf8 { set.insert(byte) }
        return set
    }

    /// The control characters, the blank among them.
    static let controls: ByteSet = {
        var set = ByteSet("\u{7F}")
        for byte in UInt8(0)...0x20 { set.insert(byte) }
        return set
    }()

    private mutating func insert(_ byte: UInt8) {
        if byte < 64 { low |= 1 << UInt64(byte) } else if byte < 128 { high |= 1 << UInt64(byte - 64) }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool {
        let half = byte & 0x40 == 0 ? low : high
        return byte >= 0x80 || (half &>> UInt64(byte & 0x3F)) & 1 == 1
    }
}
