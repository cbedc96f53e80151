internal import APIWire
package import Foundation
import Synchronization

/// Decides whether a request is not even tried because there is no way to the network.
package enum ReachabilityGate {
    /// Looking at the routes takes as long as a small exchange, so what was seen is believed for a while.
    private static let freshness = Duration.seconds(1)

    private struct Sighting {
        var status: APINetworkReachabilityManager.NetworkReachabilityStatus
        var freshUntil: Instant
    }

    private static let sighting = Mutex<Sighting?>(nil)

    /// Only a distant host can be out of reach, only a certain "not reachable" counts, and the configuration can switch
    /// it off.
    package static func blocks(_ url: URL?) -> Bool {
        guard APIConfig.shared.checksReachability else { return false }
        return blocks(host: url?.host, status: status)
    }

    package static func blocks(
        host: String?,
        status: @autoclosure () -> APINetworkReachabilityManager.NetworkReachabilityStatus
    ) -> Bool {
        guard let host, !host.isEmpty, HostKind(host) == .distant, status() == .notReachable else { return false }
        return !HostsFile.system.knowsAsNear(host)
    }

    /// What is known of the way to the network; at most a second old.
    package static var status: APINetworkReachabilityManager.NetworkReachabilityStatus {
        let now = Instant.now()
        if let seen = sighting.withLock({ $0 }), now < seen.freshUntil { return seen.status }
        let status = Routes.status()
        sighting.withLock { $0 = Sighting(status: status, freshUntil: now.advanced(by: freshness)) }
        return status
    }
}

/// The routing tables of this machine.
enum Routes {
    static func status() -> APINetworkReachabilityManager.NetworkReachabilityStatus {
        RouteTable.status(ipv4: text(of: "/proc/net/route"), ipv6: text(of: "/proc/net/ipv6_route"))
    }

    private static func text(of path: String) -> String? {
        guard let file = FileHandle(forReadingAtPath: path), let content = try? file.readToEnd() else { return nil }
        return String(decoding: content, as: UTF8.self)
    }
}
