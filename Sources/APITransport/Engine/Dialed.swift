import APIWire

/// A connection that was accepted, before TLS.
struct Dialed {
    let socket: StreamSocket
    let address: SocketAddress
    let resolveTime: Duration
    let connectTime: Duration
}

/// When the steps of opening a connection have to be over.
struct DialDeadlines {
    let resolve: Instant?
    let connect: Instant?
    private let tls: UInt64?
    private let total: Instant?

    init(_ limits: TimeLimits, total: Instant?, now: Instant) {
        let connectBy = limits.connect.map { now.advanced(byNanoseconds: $0) }
        connect = Self.first(connectBy, total)
        resolve = Self.first(limits.resolve.map { now.advanced(byNanoseconds: $0) }, connect)
        tls = limits.tls
        self.total = total
    }

    /// When a handshake that begins now has to be over.
    func handshake(now: Instant) -> Instant? {
        Self.first(tls.map { now.advanced(byNanoseconds: $0) }, connect)
    }

    static func first(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}

extension Fault {
    static func lookupFailed(_ error: WireError) -> Fault {
        Fault(.nameResolution, "The host's addresses could not be looked up (\(error.summary)).", phase: .resolve)
    }

    static let noAddress = Fault(.nameResolution, "The host has no address of the kind asked for.", phase: .resolve)
    static let resolveTimeout = Fault(.timeout, "Looking up the host took longer than it may.", phase: .resolve)
    static let connectTimeout = Fault(.timeout, "No connection was made in time.", phase: .connect)
    static let queueTimeout = Fault(.timeout, "No connection came free in time.", phase: .queue)
    /// In whatever phase it is.
    static let totalTimeout = Fault(.timeout, ExchangeClock.Limit.total.message)
    static let queueFull = Fault(.connect, "Too many requests wait for a connection already.", phase: .queue)
}
