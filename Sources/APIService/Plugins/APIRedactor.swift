public import Foundation

/// Hides secrets in what is logged, exported or recorded.
///
/// A field or parameter whose name says that it holds a secret keeps its name and loses its whole value, whatever the
/// spelling of the name and however often it occurs.
public struct APIRedactor: Sendable {
    /// What stands in the place of a secret.
    public var replacement = "<redacted>"
    /// Parts of names, in lower case, that mark a header field, a parameter or a JSON member as secret.
    ///
    /// `-` and `_` in names do not count.
    public var markers: Set<String>
    /// Names of header fields that are shown although a marker is in them, in lower case.
    public var exceptions: Set<String> = ["www-authenticate-info"]

    /// The markers of ``standard``.
    public static let standardMarkers: Set<String> = [
        "authorization", "authenticate", "authentication", "cookie", "token", "secret", "password", "passwd",
        "passphrase",
        "apikey", "accesskey", "privatekey", "credential", "session", "signature", "jwt", "otp", "captcha", "nonce",
    ]

    /// Hides everything that is usually secret.
    public static let standard = APIRedactor(markers: standardMarkers)

    /// Hides what the markers name.
    public init(markers: Set<String>) {
        self.markers = markers
    }

    /// Whether a name marks its value as secret.
    public func hides(_ name: String) -> Bool {
        let bare = ASCIICase.lowercased(name)
        guard !exceptions.contains(bare) else { return false }
        let text = bare.filter { $0 != "-" && $0 != "_" }
        return markers.contains { text.contains($0) }
    }

    /// The value of a header field as it may be shown.
    public func value(_ value: String, of name: String) -> String {
        hides(name) ? replacement : value
    }

    /// A URL as it may be shown: without user and password, and without the values of secret parameters.
    public func text(of url: URL) -> String {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return replacement }
        if parts.user != nil || parts.password != nil {
            parts.user = nil
            parts.password = nil
        }
        parts.percentEncodedQuery = parts.percentEncodedQuery.map(form)
        parts.fragment = nil
        return parts.string ?? replacement
    }

    /// A body as it may be shown, nil when it is no text: form fields and JSON members with secret names lose their
    /// values.
    ///
    /// JSON that cannot be read, XML, parts of a form and texts of no known type are hidden as a whole when a marker
    /// occurs in them. The Content-Type helps to tell what the body is, if it is known.
    public func text(of body: Data, contentType: String?) -> String? {
        guard let text = String(validating: body, as: UTF8.self), !text.utf8.contains(0) else { return nil }
        let type = contentType.map { MediaRange($0).description } ?? ""
        if type == "application/x-www-form-urlencoded" { return form(text) }
        let start = text.utf8.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        if type.contains("json") || start == UInt8(ascii: "{") || start == UInt8(ascii: "[") { return json(body, text) }
        // Here a value cannot be told from its name without knowing the format.
        let isOpaque = type.isEmpty || type.hasPrefix("multipart/") || type.contains("xml")
        return isOpaque && mentionsSecret(text) ? replacement : text
    }

    /// `name=value` pairs, each secret value replaced.
    private func form(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair -> String in
            guard let equals = pair.firstIndex(of: "=") else { return String(pair) }
            let name = pair[..<equals]
            let shown = hides(name.removingPercentEncoding ?? String(name))
            return shown ? "\(name)=\(escapedReplacement)" : String(pair)
        }.joined(separator: "&")
    }

    private var escapedReplacement: String {
        replacement.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    private func json(_ body: Data, _ text: String) -> String {
        guard mentionsSecret(text) else { return text }
        guard let value = try? JSONSerialization.jsonObject(with: body, options: [.fragmentsAllowed]),
            let data = try? JSONSerialization.data(
                withJSONObject: redacted(value),
                options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
            )
        else { return replacement }
        return String(decoding: data, as: UTF8.self)
    }

    private func redacted(_ value: Any) -> Any {
        if let members = value as? [String: Any] {
            return members.reduce(into: [String: Any]()) { result, member in
                result[member.key] = hides(member.key) ? replacement : redacted(member.value)
            }
        }
        if let elements = value as? [Any] { return elements.map(redacted) }
        return value
    }
}
