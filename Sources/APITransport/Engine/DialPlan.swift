package import APIWire

/// In which order, and how far apart, the addresses of a host are tried (RFC 8305, "Happy Eyeballs").
///
/// The plan is a value: it is told what happened and says what to do next, and knows neither sockets nor a clock.
package struct DialPlan {
    package enum Step: Equatable {
        /// Start an attempt to this address; its number is the index in `addresses`.
        case start(Int)
        /// Nothing to start before this time (nil: not before an attempt that is under way ends).
        case wait(until: Instant?)
        /// Every address was tried and failed.
        case exhausted
    }

    /// How long an attempt may go on before the next address is tried beside it (RFC 8305 section 5).
    package static let stagger = Duration.milliseconds(250)

    /// The addresses in the order in which they are tried.
    package let addresses: [SocketAddress]
    package private(set) var failures: [(address: SocketAddress, error: WireError)] = []
    private var next = 0
    private var underWay = 0
    private var nextStart: Instant?

    /// `resolved` is in the resolver's order of preference; families are made to alternate, beginning with the first's
    /// unless `beginsWithIPv6` says otherwise.
    package init(resolved: [SocketAddress], beginsWithIPv6: Bool? = nil) {
        var unique: [SocketAddress] = []
        for address in resolved where !unique.contains(address) { unique.append(address) }
        let leads = beginsWithIPv6 ?? unique.first?.isIPv6
        let first = unique.filter { $0.isIPv6 == leads }
        let second = unique.filter { $0.isIPv6 != leads }
        var ordered: [SocketAddress] = []
        for index in 0..<max(first.count, second.count) {
            if index < first.count { ordered.append(first[index]) }
            if index < second.count { ordered.append(second[index]) }
        }
        addresses = ordered
    }

    package mutating func step(now: Instant) -> Step {
        if next < addresses.count, underWay == 0 || nextStart.map({ $0 <= now }) ?? true {
            defer { next += 1 }
            underWay += 1
            nextStart = now.advanced(by: Self.stagger)
            return .start(next)
        }
        if underWay > 0 { return .wait(until: next < addresses.count ? nextStart : nil) }
        return .exhausted
    }

    /// The attempt to `addresses[index]` failed; the next address is tried at once.
    package mutating func attemptFailed(_ index: Int, _ error: WireError) {
        failures.append((addresses[index], error))
        underWay -= 1
        nextStart = nil
    }

    /// One sentence that names every address tried and why it failed.
    package var failureDescription: String {
        guard !failures.isEmpty else { return "The host has no address." }
        let tries = failures.map { "\($0.address): \($0.error.summary)" }
        return "No address accepted a connection (\(tries.joined(separator: "; ")))."
    }
}
