import APIWire

/// Where a connection for an origin goes: known addresses, or a name to look up.
enum DialTarget {
    case addresses([SocketAddress])
    case name(String, port: UInt16)
    case unusable(Fault)

    init(_ key: ConnectionKey, _ rules: DialRules) {
        if let path = rules.unixSocketPath {
            self =
                SocketAddress.unix(path: path).map { .addresses([$0]) }
                ?? .unusable(Fault(.configuration, "The path of the unix socket is too long."))
            return
        }
        let named = HostPort(host: key.origin.host, port: key.origin.port)
        guard let place = named.replaced(by: rules.connections) else {
            self = .unusable(
                Fault(.configuration, "A connection override is not of the form host:port.", phase: .queue)
            )
            return
        }
        let (host, port) = (place.host, place.port)
        if let given = rules.addresses.value(for: place) {
            let addresses = given.compactMap { SocketAddress(numericHost: $0, port: port) }
            self =
                addresses.count == given.count && !addresses.isEmpty
                ? .addresses(addresses)
                : .unusable(Fault(.configuration, "An address override is not a numeric address.", phase: .queue))
            return
        }
        if let address = SocketAddress(numericHost: host, port: port) {
            self = .addresses([address])
        } else {
            self = .name(host, port: port)
        }
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
