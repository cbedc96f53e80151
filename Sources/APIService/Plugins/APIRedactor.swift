public import Foundation

/// Hides secrets in what is logged, exported or recorded.
///
/// A field or parameter whose name says that it holds a secret keeps its name and loses its whole value, whatever the
/// spelling of the name and however often it occurs. So do parameters within the values of others: in URLs in header
/// fields, in forms and JSON in parameters or JSON strings.
public struct APIRedactor: Sendable {
    /// What stands in the place of a secret.
    public var replacement = "<redacted>"
    /// Parts of names, in lower case, that mark a header field, a parameter or a JSON member as secret.
    ///
    /// `-` and `_` in names do not count.
    public var markers: Set<String>
    /// Whole words, in lower case, that mark a name as secret when it has them as one of its words.
    ///
    /// `auth` is a word of `X-Auth` and `userAuth`, but not of `author`.
    public var words: Set<String> = standardWords
    /// Names, in lower case and without `-` and `_`, that are secret only as a whole, or after the last bracket or dot.
    public var names: Set<String> = ["key"]
    /// Like ``names``, but only for parameters of URLs and forms: `code` is a grant there, and harmless elsewhere.
    public var parameterNames: Set<String> = ["code"]
    /// Names of header fields that are shown although a marker is in them, in lower case.
    public var exceptions: Set<String> = ["www-authenticate-info"]

    /// The markers of ``standard``.
    public static let standardMarkers: Set<String> = [
        "authorization", "authenticate", "authentication", "cookie", "token", "secret", "password", "passwd",
        "passphrase",
        "apikey", "accesskey", "privatekey", "credential", "session", "signature", "jwt", "otp", "captcha", "nonce",
    ]

    /// The words that are secret by default.
    public static let standardWords: Set<String> = ["pwd", "pass", "passcode", "sig", "auth"]

    /// Hides everything that is usually secret.
    public static let standard = APIRedactor(markers: standardMarkers)

    /// Hides what the markers name, and the standard words and names.
    public init(markers: Set<String>) {
        self.markers = markers
    }

    /// Whether a name marks its value as secret.
    public func hides(_ name: String) -> Bool {
        guard !exceptions.contains(ASCIICase.lowercased(name)) else { return false }
        return mentionsMarker(name) || names.contains(Self.lastPart(of: name))
            || Self.words(of: name).contains { words.contains($0) }
    }

    /// The value of a header field as it may be shown.
    ///
    /// Of a value that is not hidden as a whole the URLs lose their users and the values of secret parameters.
    public func value(_ value: String, of name: String) -> String {
        hides(name) ? replacement : redacted(value)
    }

    /// A URL as it may be shown: without user, password and fragment, and without the values of secret parameters.
    public func text(of url: URL) -> String {
        let text = url.absoluteString
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        return parameters(in: Self.withoutUsers(String(text[..<end])), endedBy: [], depth: 0, readsColons: false)
    }

    /// Whether the name of a parameter of a URL or a form marks its value as secret.
    func hidesParameter(_ name: String) -> Bool {
        hides(name) || parameterNames.contains(Self.lastPart(of: name))
    }

    /// The value of a parameter, unescaped, as it may be shown.
    func value(_ value: String, ofParameter name: String) -> String {
        hidesParameter(name) ? replacement : redacted(value)
    }

    /// What the names are compared with: `user[access-key]` is `accesskey`.
    private static func lastPart(of name: String) -> String {
        let last = name.utf8.split { "[]. ".utf8.contains($0) }.last ?? []
        return String(decoding: last.lazy.map(ASCIICase.lowercased).filter { !isIgnored($0) }, as: UTF8.self)
    }

    static func isIgnored(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// The words of a name in lower case: what is between other characters than letters, and capital letters.
    private static func words(of name: String) -> [String] {
        var words: [[UInt8]] = [[]]
        var wasLower = false
        for byte in name.utf8 {
            let lower = ASCIICase.lowercased(byte)
            guard lower >= UInt8(ascii: "a"), lower <= UInt8(ascii: "z") else {
                words.append([])
                wasLower = false
                continue
            }
            if wasLower, lower != byte { words.append([]) }
            wasLower = lower == byte
            words[words.count - 1].append(lower)
        }
        return words.map { String(decoding: $0, as: UTF8.self) }
    }
}
