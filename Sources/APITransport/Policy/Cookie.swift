internal import APIWire

/// A cookie as a jar keeps it (RFC 6265bis 5.7).
///
/// Its description does not show the value.
///
/// ```swift
/// if let cookie = Cookie(name: "session", value: token, domain: "example.org", includesSubdomains: true) {
///     jar.set(cookie)
/// }
/// ```
public struct Cookie: Sendable, Hashable {
    /// What the server said about requests that other sites start; kept, but of no effect here, where there is no site.
    public enum SameSite: String, Sendable, Hashable, CaseIterable {
        /// Never with requests from other sites.
        case strict
        /// Only with a navigation from another site.
        case lax
        /// Always.
        case none
    }

    /// `name=value` as it goes on the wire.
    package let pair: [UInt8]
    private let nameLength: Int
    /// The host, or the domain when ``includesSubdomains`` is set, in lower case and without a leading dot.
    public let domain: String
    /// Whether hosts below the domain get the cookie too; never for an address or a domain of one label.
    public let includesSubdomains: Bool
    /// The path at or below which the cookie is sent.
    public let path: String
    /// When it ends, in seconds since 1970; nil for a cookie of the session.
    public let expires: Int64?
    /// Whether it is sent over https alone.
    public let isSecure: Bool
    /// Whether scripts in a browser may not see it; of no effect here.
    public let isHTTPOnly: Bool
    /// What the server said about other sites, nil when nothing.
    public let sameSite: SameSite?

    /// A cookie of these parts; nil when one of them could not be sent or kept.
    ///
    /// The name must not be empty, `domain` a host name or address, `path` must begin with a slash; none may hold a
    /// control character, the name no `=`, neither name, value nor path a semicolon or blanks at an end.
    public init?(
        name: String,
        value: String,
        domain: String,
        includesSubdomains: Bool = false,
        path: String = "/",
        expires: Int64? = nil,
        isSecure: Bool = false,
        isHTTPOnly: Bool = false,
        sameSite: SameSite? = nil
    ) {
        self.init(
            name: Array(name.utf8)[...],
            value: Array(value.utf8)[...],
            domain: Array(domain.utf8)[...].lowercasedText,
            includesSubdomains: includesSubdomains,
            path: path,
            expires: expires,
            isSecure: isSecure,
            isHTTPOnly: isHTTPOnly,
            sameSite: sameSite
        )
    }

    init?(
        name: ArraySlice<UInt8>,
        value: ArraySlice<UInt8>,
        domain: String,
        includesSubdomains: Bool,
        path: String,
        expires: Int64?,
        isSecure: Bool,
        isHTTPOnly: Bool,
        sameSite: SameSite?
    ) {
        guard !name.isEmpty, !name.contains(UInt8(ascii: "=")), Self.isClean(name), Self.isClean(value),
            path.utf8.first == UInt8(ascii: "/"), Self.isClean(Array(path.utf8)[...]), CookieDomain.isHost(domain)
        else { return nil }
        pair = name + [UInt8(ascii: "=")] + value
        nameLength = name.count
        self.domain = domain
        self.includesSubdomains =
            includesSubdomains && !CookieDomain.isAddress(domain) && !CookieDomain.isSingleLabel(domain)
        self.path = path
        self.expires = expires
        self.isSecure = isSecure
        self.isHTTPOnly = isHTTPOnly
        self.sameSite = sameSite
    }

    /// The name; bytes that are not UTF-8 are read as Latin-1.
    public var name: String { ASCII.text(nameBytes) }
    /// The value; bytes that are not UTF-8 are read as Latin-1.
    public var value: String { ASCII.text(valueBytes) }

    var nameBytes: ArraySlice<UInt8> { pair[..<nameLength] }
    var valueBytes: ArraySlice<UInt8> { pair[(nameLength + 1)...] }

    /// Whether both would be the same cookie in a jar, where the later one replaces the earlier.
    func replaces(_ other: Cookie) -> Bool {
        domain == other.domain && includesSubdomains == other.includesSubdomains && path == other.path
            && nameBytes == other.nameBytes
    }

    func isExpired(at now: Int64) -> Bool {
        expires.map { $0 <= now } ?? false
    }

    private static func isClean(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.trimmed.count == bytes.count
            && bytes.allSatisfy { ASCII.isTextByte($0) && $0 != UInt8(ascii: ";") }
    }
}

extension Cookie: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Name, domain and path.
    public var description: String { "\(name) for \(includesSubdomains ? "." : "")\(domain)\(path)" }

    /// Name, domain and path.
    public var debugDescription: String { description }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
