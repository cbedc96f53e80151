public import Dispatch
import Foundation
import Synchronization

/// Tells whether there is a way to the network, and reports when that changes, as the kernel tells of it.
///
/// There is one when a network interface that is up carries a default route. Being reachable does not promise that a
/// host answers, and a host on this machine or in the local network may answer although there is no default route: use
/// this to explain a failure, not to predict one.
open class APINetworkReachabilityManager {
    /// What is known of the way to the network.
    public enum NetworkReachabilityStatus: Equatable, Sendable {
        /// The routing tables cannot be read.
        case unknown
        /// There is no default route.
        case notReachable
        /// There is a default route.
        case reachable(ConnectionType)

        /// By which kind of network.
        public enum ConnectionType: Sendable {
            /// Cable or wireless LAN.
            case ethernetOrWiFi
            /// A mobile network, told by the interface's name (`wwan`, `rmnet`, `ppp`).
            case cellular
        }
    }

    /// Hears of the status.
    public typealias Listener = (NetworkReachabilityStatus) -> Void

    // SAFETY: the manager's state is behind its lock, and it is only handed out here.
    private static let shared = UncheckedSendable(APINetworkReachabilityManager())

    /// The manager that watches the default route.
    public static var `default`: APINetworkReachabilityManager? { shared.value }

    /// Whether there is a way to the network.
    open var isReachable: Bool { isReachableOnCellular || isReachableOnEthernetOrWiFi }

    /// Whether there is one by a mobile network.
    open var isReachableOnCellular: Bool { status == .reachable(.cellular) }

    /// Whether there is one by cable or wireless LAN.
    open var isReachableOnEthernetOrWiFi: Bool { status == .reachable(.ethernetOrWiFi) }

    /// Where changes are looked for.
    public let reachabilityQueue = DispatchQueue(label: "APIService.reachability")

    /// The status now.
    open var status: NetworkReachabilityStatus {
        if let kind = host.map(HostKind.init), kind != .distant { return .reachable(.ethernetOrWiFi) }
        return Routes.status()
    }

    private let host: String?
    private let watch = Mutex<ReachabilityWatch?>(nil)

    /// Watches the way to a host, named without a scheme.
    ///
    /// Hosts on this machine and in the local network count as reachable.
    public init?(host: String) {
        guard !host.isEmpty else { return nil }
        self.host = host
    }

    /// Watches the default route.
    public init?() {
        host = nil
    }

    deinit {
        stopListening()
    }

    /// Calls a listener at once with the status, and again whenever it has changed.
    ///
    /// An earlier listener is forgotten.
    /// - Parameters:
    ///   - queue: where the listener is called; the main queue by default.
    ///   - listener: hears of the status.
    /// - Returns: whether watching has begun; always true on Linux.
    @discardableResult
    open func startListening(
        onQueue queue: DispatchQueue = .main,
        onUpdatePerforming listener: @escaping Listener
    ) -> Bool {
        let kind = host.map(HostKind.init)
        let status: @Sendable () -> NetworkReachabilityStatus = {
            if let kind, kind != .distant { return .reachable(.ethernetOrWiFi) }
            return Routes.status()
        }
        let begun = ReachabilityWatch(status: status, reportsOn: queue, to: listener)
        replaceWatch(with: begun)
        begun.start(lookingOn: reachabilityQueue)
        return true
    }

    /// Forgets the listener; once this has returned it is not called for changes seen later.
    open func stopListening() {
        replaceWatch(with: nil)
    }

    private func replaceWatch(with newWatch: ReachabilityWatch?) {
        let old = watch.withLock { watch in
            let old = watch
            watch = newWatch
            return old
        }
        old?.stop()
    }
}
