extension Resolver {
    private static let loopback = ["::1", "127.0.0.1"].compactMap { SocketAddress(numericHost: $0, port: 0) }

    /// The addresses of a name that means this machine whatever the system says: `localhost`, and those below it
    /// (RFC 6761 section 6.3); nil for any other.
    ///
    /// Nobody is asked, so there is nothing to wait for.
    package static func ownAddresses(of host: String, port: UInt16, family: Family = .any) -> [SocketAddress]? {
        guard isOwn(host.utf8) else { return nil }
        return loopback.compactMap { address in
            switch family {
            case .any: address.withPort(port)
            case .ipv4: address.isIPv4 ? address.withPort(port) : nil
            case .ipv6: address.isIPv6 ? address.withPort(port) : nil
            }
        }
    }

    /// Read from its end, in whatever case; the dot of the root may follow.
    private static func isOwn(_ name: String.UTF8View) -> Bool {
        var rest = name[...]
        if rest.last == UInt8(ascii: ".") { rest.removeLast() }
        for byte in "localhost".utf8.reversed() {
            guard let last = rest.popLast(), last | 0x20 == byte else { return false }
        }
        return rest.isEmpty || rest.last == UInt8(ascii: ".")
    }
}
