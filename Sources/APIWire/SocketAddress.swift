import CSupport

/// Where a socket may be connected to: an IPv4 or IPv6 address with a port, or a path in the file system.
package struct SocketAddress: Hashable, Sendable, CustomStringConvertible {
    /// The system's own form of it.
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Reads `127.0.0.1`, `::1` or `fe80::1%eth0`; nil for any other spelling.
    package init?(numericHost: String, port: UInt16) {
        let text = Array(numericHost.utf8)
        guard
            let bytes = Self.filling({ output, used in
                unsafe cs_address_parse(text.span, port, &output, &used)
            })
        else { return nil }
        self.init(bytes: bytes)
    }

    /// The address of a socket in the file system; nil when the path is empty or too long (108 bytes).
    package static func unix(path: String) -> SocketAddress? {
        let text = Array(path.utf8)
        let bytes = filling { output, used in unsafe cs_address_from_path(text.span, &output, &used) }
        return bytes.map(SocketAddress.init(bytes:))
    }

    /// The numeric host without brackets, or the path.
    package var host: String {
        let text = Self.filling { output, used in unsafe cs_address_host(bytes.span, &output, &used) }
        return text.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// 0 where there is none.
    package var port: UInt16 { cs_address_port(bytes.span) }

    /// The same address with another port.
    package func withPort(_ port: UInt16) -> SocketAddress {
        var bytes = bytes
        var span = bytes.mutableSpan
        cs_address_set_port(&span, port)
        return SocketAddress(bytes: bytes)
    }

    package var isIPv4: Bool { cs_address_family_of(bytes.span) == .ipv4 }
    package var isIPv6: Bool { cs_address_family_of(bytes.span) == .ipv6 }
    package var isUnix: Bool { cs_address_family_of(bytes.span) == .local }

    /// Whether it is this machine itself.
    package var isLoopback: Bool { cs_address_is_loopback(bytes.span) }

    /// As `127.0.0.1:80`, `[::1]:80`, or the path.
    package var description: String {
        switch cs_address_family_of(bytes.span) {
        case .ipv4: "\(host):\(port)"
        case .ipv6: "[\(host)]:\(port)"
        case .local: host
        case .other: "?"
        }
    }

    /// What C wrote into a buffer large enough for any address or its text; nil when it refused.
    static func filling(_ fill: (inout MutableSpan<UInt8>, inout Int) -> cs_status) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 128)
        var used = 0
        var span = bytes.mutableSpan
        guard fill(&span, &used) == .ok else { return nil }
        bytes.removeLast(bytes.count - used)
        return bytes
    }
}
