internal import APIWire

/// How far away a host is, as far as its name or address tells.
package enum HostKind: Sendable {
    /// This machine.
    case loopback
    /// The same network: a private or link-local address, a name without dots or below `.local` and the like.
    case local
    /// Anything else.
    case distant

    /// What a host is; brackets around an IPv6 address are allowed.
    package init(_ host: String) {
        let host = ASCIICase.lowercased(host)
        if host.hasPrefix("[") || host.contains(":") {
            self = Self.ofIPv6(host.trimmingPrefix("["))
        } else if let octets = Self.octets(host) {
            self = Self.ofIPv4(octets)
        } else {
            self = Self.ofName(host.hasSuffix(".") ? host.dropLast() : host[...])
        }
    }

    private static func ofName(_ name: Substring) -> HostKind {
        if name == "localhost" || name.hasSuffix(".localhost") { return .loopback }
        let isLocal =
            !name.contains(".")
            || [".local", ".internal", ".lan", ".home.arpa", ".test"].contains { name.hasSuffix($0) }
        return isLocal ? .local : .distant
    }

    private static func octets(_ text: String) -> [UInt8]? {
        // Most names give themselves away at once.
        guard let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let octets = parts.compactMap { $0 }
        return octets.count == 4 && parts.count == 4 ? octets : nil
    }

    private static func ofIPv4(_ octets: [UInt8]) -> HostKind {
        switch (octets[0], octets[1]) {
        case (127, _), (0, _): .loopback
        case (10, _), (192, 168), (169, 254), (172, 16...31), (100, 64...127): .local
        default: .distant
        }
    }

    private static func ofIPv6(_ text: Substring) -> HostKind {
        let spelling = String(text.prefix { $0 != "]" && $0 != "%" })
        // One address has many spellings (RFC 5952).
        let address = SocketAddress(numericHost: spelling, port: 0)?.host ?? spelling
        if address == "::1" || address == "::" { return .loopback }
        if let dotted = address.split(separator: ":").last.flatMap({ octets(String($0)) }),
            address.hasPrefix("::ffff:")
        {
            return ofIPv4(dotted)
        }
        guard let first = address.split(separator: ":", omittingEmptySubsequences: false).first,
            let head = UInt16(first, radix: 16)
        else { return .distant }
        // fc00::/7 is private, fe80::/10 link-local.
        return head & 0xFE00 == 0xFC00 || head & 0xFFC0 == 0xFE80 ? .local : .distant
    }
}
