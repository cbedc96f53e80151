extension [UInt8] {
    /// Appends `text` as a JSON string.
    package mutating func appendJSON(_ text: String, escapesSlashes: Bool) {
        append(UInt8(ascii: "\""))
        if isPlain(text, escapesSlashes) {
            self += text.utf8
        } else {
            escape(text, escapesSlashes)
        }
        append(UInt8(ascii: "\""))
    }

    private func isPlain(_ text: String, _ escapesSlashes: Bool) -> Bool {
        let bytes = text.utf8.span
        // Where slashes stay as they are, one more quote is looked for instead.
        let slash = escapesSlashes ? UInt8(ascii: "/") : UInt8(ascii: "\"")
        for index in bytes.indices {
            let byte = bytes[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == slash { return false }
        }
        return true
    }

    private mutating func escape(_ text: String, _ escapesSlashes: Bool) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): self += #"\""#.utf8
            case UInt8(ascii: "\\"): self += #"\\"#.utf8
            case UInt8(ascii: "/") where escapesSlashes: self += #"\/"#.utf8
            case 0x08: self += #"\b"#.utf8
            case 0x09: self += #"\t"#.utf8
            case 0x0A: self += #"\n"#.utf8
            case 0x0C: self += #"\f"#.utf8
            case 0x0D: self += #"\r"#.utf8
            case 0..<0x20: self += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: append(byte)
            }
        }
    }
}
