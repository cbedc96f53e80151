/// Comparison of names as HTTP means it: ASCII letters without regard to case, everything else byte by byte.
enum ASCIICase {
    static func equal(_ left: String, _ right: String) -> Bool {
        let left = left.utf8
        let right = right.utf8
        return left.count == right.count && left.elementsEqual(right) { lower($0) == lower($1) }
    }

    static func lower(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }

    /// The text with ASCII letters in lower case.
    static func lowercased(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map(lower), as: UTF8.self)
    }
}
