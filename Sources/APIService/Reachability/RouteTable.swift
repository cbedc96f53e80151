/// What the kernel's routing tables say about the way to the network.
package enum RouteTable {
    /// The interfaces of the default routes in the text of `/proc/net/route`.
    static func defaultInterfaces(ipv4 text: String) -> [String] {
        text.split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count >= 8, UInt32(fields[1], radix: 16) == 0, UInt32(fields[7], radix: 16) == 0,
                let flags = UInt32(fields[3], radix: 16), isUsable(flags)
            else { return nil }
            return String(fields[0])
        }
    }

    /// The interfaces of the default routes in the text of `/proc/net/ipv6_route`.
    static func defaultInterfaces(ipv6 text: String) -> [String] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(whereSeparator: \.isWhitespace)
            guard fields.count >= 10, fields[0].allSatisfy({ $0 == "0" }), UInt8(fields[1], radix: 16) == 0,
                let flags = UInt32(fields[8], radix: 16), isUsable(flags), fields[9] != "lo"
            else { return nil }
            return String(fields[9])
        }
    }

    /// The status that two tables mean; nil stands for one that cannot be read.
    package static func status(ipv4: String?, ipv6: String?) -> APINetworkReachabilityManager.NetworkReachabilityStatus
    {
        if ipv4 == nil && ipv6 == nil { return .unknown }
        let interfaces = (ipv4.map(defaultInterfaces(ipv4:)) ?? []) + (ipv6.map(defaultInterfaces(ipv6:)) ?? [])
        guard !interfaces.isEmpty else { return .notReachable }
        return .reachable(interfaces.allSatisfy(isCellular) ? .cellular : .ethernetOrWiFi)
    }

    /// Up, and not there to reject.
    private static func isUsable(_ flags: UInt32) -> Bool {
        flags & 0x1 != 0 && flags & 0x200 == 0
    }

    private static func isCellular(_ interface: String) -> Bool {
        ["wwan", "rmnet", "ppp"].contains { interface.hasPrefix($0) }
    }
}
