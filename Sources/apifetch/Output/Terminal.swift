/// Escape sequences for what a person reads on a terminal.
package enum Style: String, Sendable {
    case bold = "\u{1b}[1m"
    case dim = "\u{1b}[2m"
    case red = "\u{1b}[31m"
    case green = "\u{1b}[32m"
    case yellow = "\u{1b}[33m"
    case blue = "\u{1b}[34m"
    case cyan = "\u{1b}[36m"

    static let reset = "\u{1b}[0m"

    package func applied(to text: String) -> String {
        rawValue + text + Style.reset
    }
}
