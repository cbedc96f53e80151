/// Walks over the bytes of one field value: spaces, tokens, quoted strings, numbers.
///
/// It never fails by itself: a function that finds nothing of its kind says so and leaves the position alone.
package struct FieldScanner {
    package let bytes: ArraySlice<UInt8>
    package private(set) var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    package var isAtEnd: Bool { position == bytes.endIndex }
    package var next: UInt8? { isAtEnd ? nil : bytes[position] }
    package var rest: ArraySlice<UInt8> { bytes[position...] }

    /// Goes back to a position that was read from this scanner before.
    package mutating func rewind(to earlier: Int) {
        position = earlier
    }

    package mutating func advance() {
        if !isAtEnd { position += 1 }
    }

    package mutating func skipToEnd() {
        position = bytes.endIndex
    }

    package mutating func skipSpaces() {
        while let byte = next, ASCII.isBlank(byte) { position += 1 }
    }

    package mutating func consume(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    package mutating func consume(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    /// The longest run of bytes that satisfy the condition; may be empty.
    package mutating func run(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = position
        while let byte = next, condition(byte) { position += 1 }
        return bytes[start..<position]
    }

    /// A token (RFC 9110 5.6.2), or nil when there is none here.
    package mutating func token() -> ArraySlice<UInt8>? {
        let run = run(while: ASCII.isTokenByte)
        return run.isEmpty ? nil : run
    }

    /// The content of a quoted string (RFC 9110 5.6.4) with its escapes resolved; nil, and nothing consumed,
    /// when there is no quote here or it is never closed.
    package mutating func quotedString() -> [UInt8]? {
        let start = position
        guard consume(UInt8(ascii: "\"")) else { return nil }
        var content: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                return content
            case UInt8(ascii: "\\"):
                guard let escaped = next else { break }
                position += 1
                content.append(escaped)
            default:
                content.append(byte)
            }
        }
        position = start
        return nil
    }

    /// A number of so many digits, and not one more; nil, and nothing consumed, when it is not there.
    package mutating func number(digits: ClosedRange<Int>) -> Int? {
        let start = position
        let run = run(while: ASCII.isDigit)
        // Nine digits always fit.
        guard digits.contains(run.count), run.count <= 9 else {
            position = start
            return nil
        }
        return run.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}

extension ArraySlice<UInt8> {
    /// The text but for the case of ASCII letters; the text is given in lower case.
    package func equalsIgnoringCase(_ lowercase: String) -> Bool {
        ASCII.matches(span, 0..<count, lowercase)
    }

    /// Begins with the text but for the case of ASCII letters; the text is given in lower case.
    package func startsIgnoringCase(_ lowercase: String) -> Bool {
        let length = lowercase.utf8.count
        return length <= count && ASCII.matches(span, 0..<length, lowercase)
    }

    /// As text with its ASCII letters, and no others, in lower case.
    package var lowercasedText: String {
        ASCII.text(map(ASCII.lowercased)[...])
    }

    /// Without spaces and tabs at either end.
    package var trimmed: ArraySlice<UInt8> {
        let range = ASCII.trimmed(span, 0..<count)
        return self[startIndex + range.lowerBound..<startIndex + range.upperBound]
    }
}
