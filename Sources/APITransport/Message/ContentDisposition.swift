/// What `Content-Disposition` says of a message's body (RFC 6266): how to present it, and under which name to keep it.
package struct ContentDisposition: Hashable, Sendable {
    /// `inline`, `attachment` or another type, in lower case.
    package let type: String
    /// The name as the server gave it, which may hold anything, path separators included.
    package let fileName: String?

    /// Reads a field's value; nil when it cannot be read.
    ///
    /// `filename*` goes before `filename`. Names that lack quotes are taken up to the next semicolon, as servers mean
    /// them. A parameter that occurs twice, or text after a quoted value, makes all of it unreadable.
    package init?(_ value: String) {
        var scanner = FieldScanner(Array(value.utf8)[...])
        let kind = scanner.run { $0 != UInt8(ascii: ";") }.trimmed
        guard !kind.isEmpty, kind.allSatisfy(ASCII.isTokenByte) else { return nil }
        guard let parameters = Self.parameters(&scanner) else { return nil }
        type = String(decoding: kind.map(ASCII.lowercased), as: UTF8.self)
        let extended = parameters["filename*"].flatMap { $0.isQuoted ? nil : Self.extended($0.bytes[...]) }
        fileName = extended ?? parameters["filename"].map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    /// The last component of the name, without control characters, so that it names a file in a folder and nothing
    /// else; nil when nothing is left.
    package var baseName: String? { fileName.flatMap(Self.baseName) }

    /// The last component of any name, as ``baseName`` has it.
    package static func baseName(_ name: String) -> String? {
        let printable = String.UnicodeScalarView(name.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
        let last = String(printable).split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
        guard let last, last != ".", last != ".." else { return nil }
        return last
    }

    private struct Value {
        let bytes: [UInt8]
        let isQuoted: Bool
    }

    private static func parameters(_ scanner: inout FieldScanner) -> [String: Value]? {
        var parameters: [String: Value] = [:]
        while scanner.consume(UInt8(ascii: ";")) {
            scanner.skipSpaces()
            let name = scanner.run { $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";") }
            guard scanner.consume(UInt8(ascii: "=")) else {
                guard name.trimmed.isEmpty else { return nil }
                continue
            }
            guard let value = value(&scanner) else { return nil }
            let key = String(decoding: name.map(ASCII.lowercased), as: UTF8.self)
            guard parameters.updateValue(value, forKey: key) == nil else { return nil }
        }
        return scanner.isAtEnd ? parameters : nil
    }

    private static func value(_ scanner: inout FieldScanner) -> Value? {
        scanner.skipSpaces()
        if let quoted = scanner.quotedString() {
            scanner.skipSpaces()
            guard scanner.isAtEnd || scanner.next == UInt8(ascii: ";") else { return nil }
            return Value(bytes: quoted, isQuoted: true)
        }
        let bare = scanner.run { $0 != UInt8(ascii: ";") }.trimmed
        return bare.isEmpty ? nil : Value(bytes: Array(bare), isQuoted: false)
    }

    /// An extended value (RFC 8187): `UTF-8'language'percent-encoded`, or the same in ISO-8859-1.
    private static func extended(_ value: ArraySlice<UInt8>) -> String? {
        let parts = value.split(separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = percentDecoded(parts[2]) else { return nil }
        if parts[0].equalsIgnoringCase("utf-8") { return String(validating: bytes, as: UTF8.self) }
        guard parts[0].equalsIgnoringCase("iso-8859-1") else { return nil }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    private static func percentDecoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(ASCII.hexDigit), let low = rest.popFirst().flatMap(ASCII.hexDigit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }
}
