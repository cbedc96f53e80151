import APIWire

/// Undoing of escapes for a look at what is meant; what is no escape stays as it is.
enum Unescaping {
    /// As many escapes within escapes are looked through.
    private static let layers = 3

    /// The text without percent-escapes.
    static func percent(_ text: String) -> String {
        undo(UInt8(ascii: "%"), tag: nil, digits: 2, in: text)
    }

    /// The text without percent-escapes and JSON's `\uXXXX`, nor one within another.
    static func all(_ text: String) -> String {
        var text = text
        for _ in 0..<layers {
            let length = text.utf8.count
            text = undo(UInt8(ascii: "\\"), tag: UInt8(ascii: "u"), digits: 4, in: percent(text))
            // An escape is longer than what it stands for.
            guard text.utf8.count < length else { break }
        }
        return text
    }

    private static func undo(_ mark: UInt8, tag: UInt8?, digits: Int, in text: String) -> String {
        guard text.utf8.contains(mark) else { return text }
        let bytes = Array(text.utf8)
        let start = tag == nil ? 1 : 2
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let end = index + start + digits
            if bytes[index] == mark, end <= bytes.count, tag == nil || bytes[index + 1] == tag,
                let value = number(bytes[(end - digits)..<end])
            {
                result += meaning(of: value, digits: digits)
                index = end
            } else {
                result.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Two digits are a byte, four a UTF-16 unit; halves of pairs are no part of any name.
    private static func meaning(of value: UInt32, digits: Int) -> [UInt8] {
        guard digits > 2 else { return [UInt8(truncatingIfNeeded: value)] }
        return Array(String(Character(Unicode.Scalar(value) ?? "?")).utf8)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for digit in digits {
            guard let nibble = ASCII.hexDigit(digit) else { return nil }
            value = value << 4 | UInt32(nibble)
        }
        return value
    }
}
