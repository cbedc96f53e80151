import APIWire

/// Text on standard error.
enum Message {
    /// Where nobody listens any more, nothing can be told.
    ///
    /// A server's words are among the text: what a terminal would obey and may stand in a field is shown as a mark.
    static func write(_ text: String) {
        let shown = text.unicodeScalars.map { isControl($0) ? "\u{FFFD}" : $0 }
        try? StandardError.write(String(String.UnicodeScalarView(shown)).utf8.span)
    }

    /// One of the controls that ISO 6429 adds to those of ASCII.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool { (0x80...0x9F).contains(scalar.value) }

    static func write(lines: [String]) {
        write(lines.map { $0 + "\n" }.joined())
    }
}
