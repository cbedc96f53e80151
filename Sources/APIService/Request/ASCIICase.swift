import APIWire

/// Comparison of names as HTTP means it: ASCII letters without regard to case, everything else byte by byte.
enum ASCIICase {
    static func equal(_ left: String, _ right: String) -> Bool {
        let left = left.utf8
        let right = right.utf8
        return left.count == right.count
            && left.elementsEqual(right) { ASCII.lowercased($0) == ASCII.lowercased($1) }
    }

    /// The byte, in lower case if it is an ASCII letter.
    static func lowercased(_ byte: UInt8) -> UInt8 { ASCII.lowercased(byte) }

    /// The text with ASCII letters in lower case.
    static func lowercased(_ text: some StringProtocol) -> String {
        String(decoding: text.utf8.map(ASCII.lowercased), as: UTF8.self)
    }
}
