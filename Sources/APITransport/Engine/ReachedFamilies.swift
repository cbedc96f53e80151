import APIWire
import Synchronization

/// By which family of addresses hosts were reached when their first one failed, so that the next connection does not
/// begin with what does not work (RFC 8305 section 4).
final class ReachedFamilies: Sendable {
    private struct Entry {
        let isIPv6: Bool
        let until: Instant
    }

    /// For so long; then the resolver's first choice has another chance.
    private static let lifetime = Duration.seconds(60)
    private static let limit = 256

    private let entries = Mutex<[ConnectionKey: Entry]>([:])

    /// Whether to begin with IPv6; nil when the resolver's order is as good as any.
    func beginsWithIPv6(_ key: ConnectionKey, now: Instant) -> Bool? {
        entries.withLock { entries in
            guard let entry = entries[key] else { return nil }
            if now < entry.until { return entry.isIPv6 }
            entries[key] = nil
            return nil
        }
    }

    /// A connection was made, in the course of a plan.
    func reached(_ address: SocketAddress, for key: ConnectionKey, by plan: DialPlan, now: Instant) {
        guard address.isIPv6 != plan.addresses.first?.isIPv6 else { return }
        entries.withLock { entries in
            if entries.count >= Self.limit { entries = [:] }
            entries[key] = Entry(isIPv6: address.isIPv6, until: now.advanced(by: Self.lifetime))
        }
    }
}
