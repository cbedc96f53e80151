/// The value of a Content-Disposition field taken apart (RFC 6266).
package struct DispositionText {
    /// What it begins with, in lower case.
    package let type: String
    /// The name that the server suggests, as it came; `filename*` (RFC 8187) counts more than `filename`.
    package let filename: String?

    /// Reads a value; nil when it has no type or its quoting is broken.
    package init?(bytes: ArraySlice<UInt8>) {
        var scanner = FieldScanner(bytes.trimmed)
        guard let type = scanner.token() else { return nil }
        scanner.skipSpaces()
        guard scanner.isAtEnd || scanner.next == UInt8(ascii: ";") else { return nil }
        self.type = type.lowercasedText
        var plain: String??
        var extended: String??
        while scanner.consume(UInt8(ascii: ";")) {
            guard let parameter = Self.parameter(&scanner) else { return nil }
            // Of two parameters with one name the first counts, even where it says nothing that can be used.
            switch parameter {
            case .plain(let value): plain = plain ?? .some(value)
            case .extended(let value): extended = extended ?? .some(value)
            case .other: break
            }
        }
        filename = (extended ?? nil) ?? (plain ?? nil)
    }

    /// The last component of the suggested name without control characters.
    package var baseName: String? { filename.flatMap(Self.baseName) }

    /// The last component of a name without control characters, cut to what file systems take; nil when nothing is
    /// left that names a file.
    package static func baseName(_ name: String) -> String? {
        // Scalar by scalar: a slash with an accent on it is one Character, but still a slash to the file system.
        let visible = name.unicodeScalars.filter { $0.properties.generalCategory != .control }
        guard let last = visible.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last else { return nil }
        var name = String(String.UnicodeScalarView(last))
        while name.utf8.count > 255 { name.removeLast() }
        return name.isEmpty || name == "." || name == ".." ? nil : name
    }

    private enum Parameter {
        case plain(String)
        case extended(String?)
        case other
    }

    /// What follows a semicolon up to the next one; nil when its quoting is broken.
    private static func parameter(_ scanner: inout FieldScanner) -> Parameter? {
        scanner.skipSpaces()
        let name = scanner.token()
        scanner.skipSpaces()
        guard let name, scanner.consume(UInt8(ascii: "=")) else {
            _ = scanner.run { $0 != UInt8(ascii: ";") }
            return .other
        }
        scanner.skipSpaces()
        let isQuoted = scanner.next == UInt8(ascii: "\"")
        let value: ArraySlice<UInt8>
        if isQuoted {
            guard let content = scanner.quotedString() else { return nil }
            scanner.skipSpaces()
            guard scanner.isAtEnd || scanner.next == UInt8(ascii: ";") else { return nil }
            value = content[...]
        } else {
            // Blanks and brackets without quotes are wrong but common.
            value = scanner.run { $0 != UInt8(ascii: ";") }.trimmed
        }
        if name.equalsIgnoringCase("filename") { return value.isEmpty ? .other : .plain(ASCII.text(value)) }
        guard name.last == UInt8(ascii: "*"), !isQuoted else { return .other }
        let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        return name.equalsIgnoringCase("filename*") ? .extended(extendedText(parts[2], charset: parts[0])) : .other
    }

    /// The text of an extended value (RFC 8187 3.2.1); nil in an unknown charset, or when it is not what it says.
    private static func extendedText(_ escaped: ArraySlice<UInt8>, charset: ArraySlice<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var scanner = FieldScanner(escaped)
        while let byte = scanner.next {
            scanner.advance()
            if byte == UInt8(ascii: "%") {
                guard let high = scanner.next.flatMap(ASCII.hexDigit) else { return nil }
                scanner.advance()
                guard let low = scanner.next.flatMap(ASCII.hexDigit) else { return nil }
                scanner.advance()
                bytes.append(high << 4 | low)
            } else {
                guard ASCII.isTokenByte(byte), !"*'".utf8.contains(byte) else { return nil }
                bytes.append(byte)
            }
        }
        if charset.equalsIgnoringCase("utf-8") { return String(validating: bytes, as: UTF8.self) }
        guard charset.equalsIgnoringCase("iso-8859-1") else { return nil }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
