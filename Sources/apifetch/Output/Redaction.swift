/// Keeps what nobody should read over a shoulder out of what is told about a transfer.
package enum Redaction {
    private static let mark = "[hidden]"

    /// The value of a field, without what makes it worth stealing.
    package static func value(ofField name: String, _ value: String) -> String {
        switch name.lowercased() {
        case "authorization", "proxy-authorization":
            // The scheme says which kind of credentials were sent; that is no secret.
            let scheme = value.prefix { $0 != " " }
            return scheme.utf8.count == value.utf8.count ? mark : "\(scheme) \(mark)"
        case "cookie":
            return value.split(separator: ";").map { hidingValue(of: $0) }.joined(separator: ";")
        case "set-cookie":
            let pair = value.prefix { $0 != ";" }
            return hidingValue(of: pair) + value[pair.endIndex...]
        case "authentication-info", "proxy-authentication-info":
            return mark
        default:
            return value
        }
    }

    /// A URL as it was given, without the name and the password in front of its host.
    package static func url(_ text: String) -> String {
        let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let authority = text[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return text }
        return String(text[..<start] + text[text.index(after: at)...])
    }

    private static func hidingValue(of pair: Substring) -> String {
        guard let equals = pair.firstIndex(of: "=") else { return mark }
        return pair[...equals] + mark
    }
}
