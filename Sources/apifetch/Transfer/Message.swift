import APIWire

/// Text on standard error.
enum Message {
    /// Where nobody listens any more, nothing can be told.
    static func write(_ text: String) {
        try? StandardError.write(text.utf8.span)
    }

    static func write(lines: [String]) {
        write(lines.map { $0 + "\n" }.joined())
    }
}
