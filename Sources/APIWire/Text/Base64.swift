/// Base64 as RFC 4648, section 4: the usual alphabet, padded, no line breaks.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// The text of `bytes`, as a string.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        append(bytes[...], to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the text of `bytes` to `text`.
    package static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
        text.reserveCapacity(text.count + (bytes.count + 2) / 3 * 4)
        var rest = bytes
        while !rest.isEmpty {
            let group = rest.prefix(3)
            rest = rest.dropFirst(3)
            var bits: UInt32 = 0
            for byte in group { bits = bits << 8 | UInt32(byte) }
            bits <<= 8 * UInt32(3 - group.count)
            for place in 0..<4 {
                let sextet = Int(bits >> UInt32(18 - 6 * place) & 63)
                text.append(place <= group.count ? alphabet[sextet] : padding)
            }
        }
    }

    /// The bytes that `text` stands for, or nil when it is not exactly what `encode` would have written:
    /// a character outside the alphabet, missing padding, or bits set that no byte uses.
    package static func decode(_ text: String) -> [UInt8]? {
        let symbols = Array(text.utf8)
        guard symbols.count.isMultiple(of: 4) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(symbols.count / 4 * 3)
        for start in stride(from: 0, to: symbols.count, by: 4) {
            let isLast = start + 4 == symbols.count
            var bits: UInt32 = 0
            var padded = 0
            for symbol in symbols[start..<start + 4] {
                if isLast, symbol == padding {
                    padded += 1
                    bits <<= 6
                } else {
                    guard padded == 0, let value = sextet(of: symbol) else { return nil }
                    bits = bits << 6 | value
                }
            }
            guard padded <= 2, bits & (1 << UInt32(8 * padded) - 1) == 0 else { return nil }
            for place in 0..<(3 - padded) {
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(16 - 8 * place)))
            }
        }
        return bytes
    }

    private static func sextet(of symbol: UInt8) -> UInt32? {
        switch symbol {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(symbol - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(symbol - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(symbol - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
