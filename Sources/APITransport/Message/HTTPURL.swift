internal import APIWire

/// Where requests of one connection pool go: scheme, host and port (RFC 9110 4.3.1).
public struct HTTPOrigin: Hashable, Sendable, CustomStringConvertible {
    /// Whether the scheme is https.
    public let isSecure: Bool
    /// Host name in lower case or numeric address; IPv6 without brackets, with its zone (`fe80::1%eth0`) if it has one.
    public let host: String
    /// The port, the scheme's own when the URL names none.
    public let port: UInt16

    /// An origin of its three parts.
    package init(isSecure: Bool, host: String, port: UInt16) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
    }

    /// `https` or `http`.
    public var scheme: String { isSecure ? "https" : "http" }

    /// The port that the scheme stands for when none is named.
    public var isDefaultPort: Bool { port == (isSecure ? 443 : 80) }

    /// `https://example.org` or `http://[::1]:8080`.
    public var description: String {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return isDefaultPort ? "\(scheme)://\(name)" : "\(scheme)://\(name):\(port)"
    }
}

/// An absolute http or https URL (RFC 3986, RFC 9110 4.2), in the form in which it is sent.
///
/// What the caller has percent-escaped goes out exactly so. Of the rest only this is changed: scheme and host are made
/// lower case, the scheme's own port and an empty userinfo are left out, an empty path becomes `/`, dot segments are
/// removed (unless `pathAsIs`), and characters that no URL may hold (`"<>`, text outside ASCII and the like) are
/// escaped. Blanks, control characters and a backslash before the query are refused.
///
/// ```swift
/// let url = try HTTPURL("https://api.example.org/v1/users/a%2Fb?page=2")
/// url.target                             // "/v1/users/a%2Fb?page=2"
/// try url.resolving("../teams").path     // "/v1/teams"
/// ```
public struct HTTPURL: Sendable {
    /// All of it behind one reference, since a URL is handed on many times.
    private let storage: Storage

    private final class Storage: Sendable {
        let bytes: [UInt8]
        let layout: Layout
        let origin: HTTPOrigin

        init(bytes: [UInt8], layout: Layout, origin: HTTPOrigin) {
            self.bytes = bytes
            self.layout = layout
            self.origin = origin
        }
    }

    /// Where the parts end in ``bytes``.
    ///
    /// Userinfo and its `@` lie before `hostStart`; host and port end at `pathStart`.
    package struct Layout: Sendable {
        package var authorityStart = 0
        package var passwordStart = 0
        package var hostStart = 0
        package var zone = 0..<0
        package var hostEnd = 0
        package var pathStart = 0
        package var pathEnd = 0
        package var targetEnd = 0
    }

    /// Reads an absolute URL.
    ///
    /// - Parameters:
    ///   - string: the URL.
    ///   - pathAsIs: keeps `.` and `..` segments in the path.
    /// - Throws: ``TransportError`` of kind `badURL`, or `unsupportedScheme` for a scheme other than http and https.
    public init(_ string: String, pathAsIs: Bool = false) throws(TransportError) {
        var parser = HTTPURLParser(isLenient: false, keepsDots: pathAsIs)
        self = try parser.parse(string.utf8.span, base: nil)
    }

    package init(bytes: [UInt8], layout: Layout, origin: HTTPOrigin) {
        storage = Storage(bytes: bytes, layout: layout, origin: origin)
    }

    /// The whole URL as ASCII.
    package var bytes: [UInt8] { storage.bytes }
    package var layout: Layout { storage.layout }
    /// Scheme, host and port: what decides about connections, cookies and credentials.
    public var origin: HTTPOrigin { storage.origin }

    /// The URL that a reference found in this one's content means (RFC 3986 5.2).
    ///
    /// Blanks inside it are escaped, since servers send them; control characters are refused.
    /// - Throws: ``TransportError`` of kind `badURL`, or `unsupportedScheme` when it leads to another scheme.
    public func resolving(_ reference: String) throws(TransportError) -> HTTPURL {
        try resolving(bytes: reference.utf8.span)
    }

    /// As ``resolving(_:)``, from the bytes of a field value, which need not be UTF-8.
    package func resolving(bytes reference: Span<UInt8>, inheritsFragment: Bool = false) throws(TransportError)
        -> HTTPURL
    {
        var parser = HTTPURLParser(isLenient: true, keepsDots: false)
        let resolved = try parser.parse(reference, base: self)
        guard inheritsFragment, resolved.layout.targetEnd == resolved.bytes.count, layout.targetEnd < bytes.count else {
            return resolved
        }
        let fragment = bytes[layout.targetEnd...]
        return HTTPURL(bytes: resolved.bytes + fragment, layout: resolved.layout, origin: resolved.origin)
    }

    /// The URL with `encoded` added to its query behind a `&`, or as its query when it has none.
    ///
    /// - Parameter encoded: text that is already escaped as the server expects it.
    /// - Returns: the longer URL; this one when there is nothing to add.
    /// - Throws: ``TransportError`` of kind `badURL` as the initializer does.
    public func appendingQuery(_ encoded: String) throws(TransportError) -> HTTPURL {
        guard !encoded.isEmpty else { return self }
        var text = bytes[..<layout.targetEnd]
        if layout.pathEnd == layout.targetEnd {
            text.append(UInt8(ascii: "?"))
        } else if layout.targetEnd > layout.pathEnd + 1 {
            text.append(UInt8(ascii: "&"))
        }
        for byte in encoded.utf8 {
            if byte == UInt8(ascii: "#") { text += Array("%23".utf8) } else { text.append(byte) }
        }
        text += bytes[layout.targetEnd...]
        var parser = HTTPURLParser(isLenient: false, keepsDots: true)
        return try parser.parse(Array(text).span, base: nil)
    }

    /// The URL without its userinfo.
    public var withoutUserInfo: HTTPURL {
        let removed = layout.hostStart - layout.authorityStart
        guard removed > 0 else { return self }
        var layout = layout
        layout.passwordStart = 0
        layout.hostStart -= removed
        layout.hostEnd -= removed
        layout.pathStart -= removed
        layout.pathEnd -= removed
        layout.targetEnd -= removed
        if !layout.zone.isEmpty {
            layout.zone = layout.zone.lowerBound - removed..<layout.zone.upperBound - removed
        }
        var bytes = bytes
        bytes.removeSubrange(layout.authorityStart..<layout.authorityStart + removed)
        return HTTPURL(bytes: bytes, layout: layout, origin: origin)
    }
}

extension HTTPURL {
    /// `https` or `http`.
    public var scheme: String { origin.scheme }
    /// Whether the scheme is https.
    public var isSecure: Bool { origin.isSecure }
    /// Host name in lower case or numeric address; IPv6 without brackets, with its zone if it has one.
    public var host: String { origin.host }
    /// The port to connect to: the one named, else 443 or 80.
    public var port: UInt16 { origin.port }
    /// The port when it is not the scheme's own.
    public var explicitPort: UInt16? { origin.isDefaultPort ? nil : origin.port }

    /// Whether there is a name before an `@`.
    package var hasUserinfo: Bool { layout.hostStart > layout.authorityStart }

    /// The name before the `@`, its escapes undone; never sent with the URL.
    public var user: String? {
        guard layout.hostStart > layout.authorityStart else { return nil }
        let end = layout.passwordStart > 0 ? layout.passwordStart - 1 : layout.hostStart - 1
        return ASCII.text(Self.unescaped(bytes[layout.authorityStart..<end])[...])
    }

    /// The password before the `@`, its escapes undone; never sent with the URL.
    public var password: String? {
        guard layout.passwordStart > 0 else { return nil }
        return ASCII.text(Self.unescaped(bytes[layout.passwordStart..<layout.hostStart - 1])[...])
    }

    /// Path and query as they go on the request line: `/a%20b?x=1`.
    public var target: String { ASCII.text(bytes[targetRange]) }
    /// The path, escaped as it is sent; never empty.
    public var path: String { ASCII.text(bytes[layout.pathStart..<layout.pathEnd]) }

    /// What lies between `?` and `#`, nil without a `?`.
    public var query: String? {
        guard layout.pathEnd < layout.targetEnd else { return nil }
        return ASCII.text(bytes[layout.pathEnd + 1..<layout.targetEnd])
    }

    /// What follows the `#`, nil without one; never sent.
    public var fragment: String? {
        guard layout.targetEnd < bytes.count else { return nil }
        return ASCII.text(bytes[(layout.targetEnd + 1)...])
    }

    /// What the Host field says: `example.org`, `example.org:8080`, `[::1]:8080`; without an IPv6 zone (RFC 6874 4).
    public var hostField: String {
        var field: [UInt8] = []
        appendHostField(to: &field)
        return ASCII.text(field[...])
    }

    /// Where in ``bytes`` the path and the query lie.
    package var targetRange: Range<Int> { layout.pathStart..<layout.targetEnd }

    package func appendTarget(to buffer: inout [UInt8]) {
        buffer.append(copying: bytes.span.extracting(targetRange))
    }

    package func appendHostField(to buffer: inout [UInt8]) {
        guard layout.zone.isEmpty else {
            buffer.append(contentsOf: bytes[layout.hostStart..<layout.zone.lowerBound])
            buffer.append(contentsOf: bytes[layout.zone.upperBound..<layout.pathStart])
            return
        }
        buffer.append(copying: bytes.span.extracting(layout.hostStart..<layout.pathStart))
    }

    private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "%"), text.endIndex - index > 2,
                let high = ASCII.hexDigit(text[index + 1]), let low = ASCII.hexDigit(text[index + 2])
            {
                result.append(high << 4 | low)
                index += 3
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }
}

extension HTTPURL: Hashable, CustomStringConvertible {
    /// Whether both are the same text after the changes that reading makes.
    public static func == (left: HTTPURL, right: HTTPURL) -> Bool {
        left.bytes == right.bytes
    }

    /// Feeds the whole URL.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(bytes)
    }

    /// The whole URL, userinfo and query included: not for logs, see ``redacted``.
    public var description: String { ASCII.text(bytes[...]) }

    /// The URL for logs and errors: without userinfo, query and fragment.
    public var redacted: String {
        origin.description + path
    }
}
