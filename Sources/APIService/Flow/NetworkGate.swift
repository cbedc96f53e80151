internal import APIWire

/// Decides whether the state of the network alone may stop a request.
///
/// It may only when the network is positively out of reach and the host is one that needs it: loopback, link-local,
/// private and local names work without a default route, and an unknown state says nothing.
package enum NetworkGate {
    package static func isNear(host: String?) -> Bool {
        guard var host = host?.lowercased(), !host.isEmpty else { return true }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        if let address = SocketAddress(numericHost: host, port: 0) {
            return address.isLoopback || isNearAddress(address.host)
        }
        if host.hasSuffix(".") { host.removeLast() }
        guard host.contains(".") else { return true }
        return nearSuffixes.contains { host.hasSuffix($0) }
    }

    private static let nearSuffixes = [
        ".localhost", ".local", ".localdomain", ".internal", ".intranet", ".lan", ".home", ".home.arpa", ".test",
    ]

    private static func isNearAddress(_ host: String) -> Bool {
        if host.contains(":") { return isNearIPv6(host) }
        let parts = host.split(separator: ".").compactMap { UInt8($0) }
        guard parts.count == 4 else { return false }
        switch (parts[0], parts[1]) {
        case (0, _), (10, _), (127, _): return true
        case (100, 64...127): return true
        case (169, 254), (192, 168): return true
        case (172, 16...31): return true
        default: return false
        }
    }

    private static func isNearIPv6(_ host: String) -> Bool {
        if host == "::" || host == "::1" { return true }
        if let mapped = host.addressMapped(after: "::ffff:") { return isNearAddress(mapped) }
        guard let first = host.split(separator: ":", omittingEmptySubsequences: false).first,
            let group = UInt16(first, radix: 16)
        else { return false }
        // Link-local fe80::/10 and unique local fc00::/7 (RFC 4291 2.5.6, RFC 4193 3.1).
        return group & 0xffc0 == 0xfe80 || group & 0xfe00 == 0xfc00
    }
}

extension String {
    /// The dotted IPv4 address after `prefix`, if that is what the text is.
    fileprivate func addressMapped(after prefix: String) -> String? {
        guard hasPrefix(prefix) else { return nil }
        let rest = dropFirst(prefix.count)
        return rest.contains(".") ? String(rest) : nil
    }
}
