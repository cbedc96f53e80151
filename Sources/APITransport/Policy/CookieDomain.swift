import APIWire

/// Host names as cookies see them (RFC 6265bis 5.1.2, 5.1.3).
enum CookieDomain {
    /// Whether the text, in lower case, can be the host of a URL: a name or a numeric address.
    static func isHost(_ text: String) -> Bool {
        let bytes = text.utf8
        guard !bytes.isEmpty, bytes.count <= 255, bytes.first != UInt8(ascii: ".") else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: ":"), UInt8(ascii: "%"), UInt8(ascii: "~"), UInt8(ascii: "!"):
                true
            default: ASCII.isDigit(byte)
            }
        }
    }

    /// Whether the host is a numeric address, which has nothing below it: it holds a colon, or its last label is a
    /// number.
    static func isAddress(_ host: String) -> Bool {
        var isNumber = !host.isEmpty
        var labelEnded = false
        for byte in host.utf8 {
            switch byte {
            case UInt8(ascii: ":"): return true
            case UInt8(ascii: "."): labelEnded = true
            default:
                isNumber = (isNumber || labelEnded) && ASCII.isDigit(byte)
                labelEnded = false
            }
        }
        return isNumber
    }

    /// Whether there is but one label, a dot at the end not counted.
    static func isSingleLabel(_ domain: String) -> Bool {
        !domain.utf8.dropLast().contains(UInt8(ascii: "."))
    }

    /// Whether anybody can register names directly below the domain: it has but one label, or is on the list of such
    /// domains that a build with the trait LibPSL looks at.
    static func isPublicSuffix(_ domain: String) -> Bool {
        if isSingleLabel(domain) { return true }
        let name = domain.utf8.last == UInt8(ascii: ".") ? domain.utf8.dropLast() : domain.utf8[...]
        return PublicSuffixList.system?.contains(Array(name).span) ?? false
    }

    /// Whether the host is the domain or lies below it.
    static func matches(_ host: String, _ domain: String) -> Bool {
        host == domain || (isBelow(host, domain) && !isAddress(host))
    }

    /// The host, then each domain above it, the nearest first; an address has none above it.
    static func selfAndAbove(_ host: String) -> [String] {
        guard !isAddress(host) else { return [host] }
        var domains = [host]
        var rest = Substring(host).utf8
        while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.index(after: dot)...]
            if !rest.isEmpty { domains.append(String(Substring(rest))) }
        }
        return domains
    }

    /// The last two labels, or all there is when there are fewer or it is an address.
    static func site(of host: String) -> String {
        let bytes = host.utf8
        guard let last = bytes.lastIndex(of: UInt8(ascii: ".")), !isAddress(host),
            let second = bytes[..<last].lastIndex(of: UInt8(ascii: "."))
        else { return host }
        return String(host[host.index(after: second)...])
    }

    /// Whether the machine itself is meant: what is sent there can be heard by nobody else.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "::1" || isBelow(host, "localhost")
            || (host.utf8.starts(with: "127.".utf8) && isAddress(host))
    }

    /// Whether the text ends in a dot and the domain; compared by bytes, which all are ASCII.
    private static func isBelow(_ host: String, _ domain: String) -> Bool {
        let host = host.utf8
        let surplus = host.count - domain.utf8.count
        guard surplus > 0 else { return false }
        let start = host.index(host.startIndex, offsetBy: surplus)
        return host[host.index(before: start)] == UInt8(ascii: ".") && host[start...].elementsEqual(domain.utf8)
    }
}

/// Where a cookie comes from, or is about to go to.
package struct CookieOrigin: Sendable {
    let host: String
    private let url: HTTPURL

    /// The origin of a URL, or as if it named the host of a Host field that the caller chose.
    package init(_ url: HTTPURL, hostField: String? = nil) {
        let named = hostField.flatMap { try? HTTPURL("\(url.scheme)://\($0)/") }
        host = named?.host ?? url.host
        self.url = url
    }

    var path: String { url.path }

    /// Over https, or to the machine itself, which browsers trust as much (RFC 6265bis 5.7, step 8).
    var isTrusted: Bool { url.isSecure || CookieDomain.isLoopback(url.host) }

    /// The path of a cookie that names none (RFC 6265bis 5.1.4): up to the last slash, without it.
    var defaultPath: String {
        let path = path
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}

enum CookiePath {
    /// Whether a request's path is the cookie's or lies below it (RFC 6265bis 5.1.4).
    static func matches(_ path: String, _ cookiePath: String) -> Bool {
        let path = path.utf8
        let cookiePath = cookiePath.utf8
        guard path.starts(with: cookiePath) else { return false }
        let slash = UInt8(ascii: "/")
        return path.count == cookiePath.count || cookiePath.last == slash
            || path[path.index(path.startIndex, offsetBy: cookiePath.count)] == slash
    }
}
