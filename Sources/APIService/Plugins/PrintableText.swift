/// Texts of others as they may be written to a terminal or a log.
///
/// Nothing in them moves the cursor, starts an escape sequence, turns the order of what follows, or begins a line
/// that reads like one of the log's own.
enum PrintableText {
    /// A text of several lines, which keeps its line feeds and tabs.
    static func lines(_ text: String) -> String {
        printable(text.unicodeScalars.contains("\r") ? withoutReturns(text) : text) { $0 == "\n" || $0 == "\t" }
    }

    /// A text that is to be a part of one line.
    static func line(_ text: String) -> String {
        printable(text) { _ in false }
    }

    private static func printable(_ text: String, unless isKept: (Unicode.Scalar) -> Bool) -> String {
        func isReplaced(_ scalar: Unicode.Scalar) -> Bool { isHostile(scalar) && !isKept(scalar) }
        guard text.unicodeScalars.contains(where: isReplaced) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isReplaced($0) ? "\u{FFFD}" : $0 }))
    }

    /// Line ends of two characters become one.
    private static func withoutReturns(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\n", result.last == "\r" { result.removeLast() }
            result.append(scalar)
        }
        return String(result)
    }

    /// Controls (C0, DEL and C1), separators of lines, and what embeds, overrides or isolates a direction of writing.
    private static func isHostile(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
