internal import APIWire

/// What a Content-Type field says, read as browsers read it (WHATWG MIME Sniffing 4.4): what can be understood counts.
///
/// ```swift
/// let type = MediaType("text/html; charset=UTF-8")
/// type?.essence               // "text/html"
/// type?["charset"]            // "UTF-8"
/// ```
public struct MediaType: Sendable, Hashable, CustomStringConvertible {
    /// What stands before the slash, in lower case.
    public let type: String
    /// What stands behind the slash, in lower case.
    public let subtype: String
    /// Names, in lower case, and values of the parameters, in their order; of two with one name the first.
    public private(set) var parameters: [(name: String, value: String)] = []

    /// Reads the value of a field; nil when it names no type.
    public init?(_ value: String) {
        self.init(bytes: Array(value.utf8)[...])
    }

    package init?(bytes: ArraySlice<UInt8>) {
        var scanner = FieldScanner(bytes.drop(while: Self.isSpace).trimmedAtEnd)
        guard let type = scanner.token(), scanner.consume(UInt8(ascii: "/")) else { return nil }
        let subtype = scanner.run { $0 != UInt8(ascii: ";") }.trimmedAtEnd
        guard !subtype.isEmpty, subtype.allSatisfy(ASCII.isTokenByte) else { return nil }
        self.type = type.lowercasedText
        self.subtype = subtype.lowercasedText
        while scanner.consume(UInt8(ascii: ";")) { takeParameter(&scanner) }
    }

    /// Type and subtype with the slash, in lower case.
    public var essence: String { "\(type)/\(subtype)" }

    /// The value of a parameter; the name is given in lower case.
    public subscript(name: String) -> String? {
        parameters.first { $0.name == name }?.value
    }

    /// The type as it would be sent, values quoted where they have to be.
    public var description: String {
        parameters.reduce(essence) { text, parameter in
            let isToken = ASCII.isToken(parameter.value.utf8.span)
            return text + ";\(parameter.name)=" + (isToken ? parameter.value : Self.quoted(parameter.value))
        }
    }

    /// Whether both say the same, parameters in the same order.
    public static func == (left: MediaType, right: MediaType) -> Bool {
        left.type == right.type && left.subtype == right.subtype
            && left.parameters.elementsEqual(right.parameters, by: ==)
    }

    /// Feeds type, subtype and parameters.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(subtype)
        for parameter in parameters {
            hasher.combine(parameter.name)
            hasher.combine(parameter.value)
        }
    }

    fileprivate static func isSpace(_ byte: UInt8) -> Bool {
        ASCII.isBlank(byte) || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }

    private mutating func takeParameter(_ scanner: inout FieldScanner) {
        _ = scanner.run(while: Self.isSpace)
        let name = scanner.run { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "=") }
        guard scanner.consume(UInt8(ascii: "=")) else { return }
        let value: [UInt8]
        if scanner.consume(UInt8(ascii: "\"")) {
            value = Self.quotedContent(&scanner)
            _ = scanner.run { $0 != UInt8(ascii: ";") }
        } else {
            value = Array(scanner.run { $0 != UInt8(ascii: ";") }.trimmedAtEnd)
            if value.isEmpty { return }
        }
        guard !name.isEmpty, name.allSatisfy(ASCII.isTokenByte), value.allSatisfy(ASCII.isTextByte),
            self[name.lowercasedText] == nil
        else { return }
        parameters.append((name.lowercasedText, ASCII.text(value[...])))
    }

    /// What follows an opening quote, which here need not be closed.
    private static func quotedContent(_ scanner: inout FieldScanner) -> [UInt8] {
        var content: [UInt8] = []
        while let byte = scanner.next {
            scanner.advance()
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\"), let escaped = scanner.next {
                scanner.advance()
                content.append(escaped)
            } else {
                content.append(byte)
            }
        }
        return content
    }

    private static func quoted(_ value: String) -> String {
        // Scalar by scalar: a quote with an accent on it is one Character, but still ends a quoted string.
        let escaped = value.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }
        return "\"\(escaped.joined())\""
    }
}

extension ArraySlice<UInt8> {
    /// Without blanks and line ends behind.
    fileprivate var trimmedAtEnd: ArraySlice<UInt8> {
        var slice = self
        while let last = slice.last, MediaType.isSpace(last) { slice.removeLast() }
        return slice
    }
}
