public import Foundation

extension CharacterSet {
    /// What query names and values may hold unescaped: ASCII letters and digits, `-._~`, and `/` and `?`
    /// (RFC 3986 section 3.4 without the delimiters that forms and servers give a meaning).
    public static let afURLQueryAllowed = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/?"
    )
}

/// Percent-encoding of query names and values, as ``Foundation/CharacterSet/afURLQueryAllowed`` says.
package enum PercentEscape {
    package static func query(_ text: String) -> String {
        guard !text.utf8.allSatisfy(isAllowed) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 2)
        for byte in text.utf8 {
            if isAllowed(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hexDigit(byte >> 4))
                bytes.append(hexDigit(byte & 0xF))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with everything outside of a set percent-encoded.
    static func escape(_ text: String, allowed: CharacterSet?) -> String {
        guard let allowed else { return query(text) }
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? query(text)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "?"):
            true
        default: false
        }
    }

    private static func hexDigit(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") - 10 + nibble
    }
}
