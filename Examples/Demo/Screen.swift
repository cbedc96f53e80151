import Foundation

/// What the demo writes for a person to read: colour on a terminal, plain text elsewhere.
enum Screen {
    private static let isTerminal = isatty(STDOUT_FILENO) == 1

    static func title(_ text: String) {
        print(styled(text, "1"))
    }

    static func step(_ number: Int, _ text: String) {
        print("\n" + styled("\(number)  \(text)", "1;36"))
    }

    static func line(_ text: String) {
        print("   " + text)
    }

    static func good(_ text: String) {
        print("   " + styled("✓ ", "32") + text)
    }

    static func bad(_ text: String) {
        print("   " + styled("✗ ", "31") + text)
    }

    /// A bar that grows in place; off a terminal only its end is written.
    static func bar(_ fraction: Double, _ text: String) {
        let width = 40
        let done = min(width, max(0, Int(fraction * Double(width))))
        let bar = String(repeating: "█", count: done) + String(repeating: "░", count: width - done)
        let isEnd = fraction >= 1
        guard isTerminal || isEnd else { return }
        print((isTerminal ? "\r" : "") + "   \(bar) \(text)", terminator: isEnd ? "\n" : "")
        fflush(nil)
    }

    private static func styled(_ text: String, _ code: String) -> String {
        isTerminal ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}
