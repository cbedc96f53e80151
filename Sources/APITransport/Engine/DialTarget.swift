import APIWire

/// Where a connection for an origin goes: known addresses, or a name to look up.
enum DialTarget {
    case addresses([SocketAddress])
    case name(String, port: UInt16)
    case unusable(Fault)

    init(_ key: ConnectionKey, _ configuration: HTTPClient.Configuration) {
        if let path = configuration.unixSocketPath {
            self = SocketAddress.unix(path: path).map { .addresses([$0]) }
                ?? .unusable(Fault(.configuration, "The path of the unix socket is too long."))
            return
        }
        var host = key.origin.host
        var port = key.origin.port
        if let other = configuration.connectionOverrides["\(host):\(port)"] {
            guard let parsed = Self.split(other) else {
                self = .unusable(Fault(.configuration, "A connection override is not of the form host:port."))
                return
            }
            (host, port) = (parsed.host, parsed.port ?? port)
        }
        if let given = configuration.addressOverrides["\(host):\(port)"] {
            let addresses = given.compactMap { SocketAddress(numericHost: $0, port: port) }
            self = addresses.count == given.count && !addresses.isEmpty
                ? .addresses(addresses)
                : .unusable(Fault(.configuration, "An address override is not a numeric address."))
            return
        }
        if let address = SocketAddress(numericHost: host, port: port) {
            self = .addresses([address])
        } else {
            self = .name(host, port: port)
        }
    }

    /// `host`, `host:port` or `[address]:port`.
    private static func split(_ text: String) -> (host: String, port: UInt16?)? {
        var host = Substring(text)
        var port: Substring?
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return nil }
            host = text[text.index(after: text.startIndex)..<end]
            let rest = text[text.index(after: end)...]
            if !rest.isEmpty {
                guard rest.first == ":" else { return nil }
                port = rest.dropFirst()
            }
        } else if let colon = text.lastIndex(of: ":") {
            host = text[..<colon]
            port = text[text.index(after: colon)...]
        }
        guard !host.isEmpty else { return nil }
        guard let port else { return (String(host), nil) }
        return UInt16(port).map { (String(host), $0) }
    }
}

extension HTTPClient.AddressFamily {
    var family: Resolver.Family {
        switch self {
        case .any: .any
        case .ipv4: .ipv4
        case .ipv6: .ipv6
        }
    }

    /// The addresses of this kind, in their order.
    func filter(_ addresses: [SocketAddress]) -> [SocketAddress] {
        switch self {
        case .any: addresses
        case .ipv4: addresses.filter { !$0.isIPv6 }
        case .ipv6: addresses.filter { $0.isIPv6 || $0.isUnix }
        }
    }
}
