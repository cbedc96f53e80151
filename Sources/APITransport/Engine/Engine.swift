import APIWire
import Synchronization

/// What all requests of one client share: pool, loops, resolver, trust and session tickets.
///
/// The client holds it, and so does every request that is under way, so that a client may be let go while answers are
/// still to come. The last owner ends it.
final class Engine: Sendable {
    let configuration: HTTPClient.Configuration
    let pool: Pool
    let loops: LoopGroup
    let resolver: Resolver
    let families = ReachedFamilies()
    let trust: TrustStore
    let timeLimits: TimeLimits
    let dialRules: DialRules
    /// The fields every request gets, rendered once.
    let defaults: RequestWriter.Defaults
    /// Requests that are on no connection and not in the pool's queue: opening one, or pausing before they are repeated.
    private let apart = Mutex<[ObjectIdentifier: Transfer]>([:])
    private let contexts = BlockingContexts()
    private let closed = Atomic<Bool>(false)

    init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
        let limits = PoolLimits(
            connectionsPerOrigin: configuration.maximumConnectionsPerOrigin,
            connections: configuration.maximumConnections,
            idlePerOrigin: configuration.maximumIdleConnectionsPerOrigin,
            idle: configuration.maximumIdleConnections,
            waiting: configuration.maximumWaitingRequests,
            idleLifetime: configuration.idleConnectionLifetime
        )
        pool = Pool(limits: limits, idleLifetime: configuration.idleConnectionLifetime)
        loops = LoopGroup(count: configuration.loopThreads)
        resolver = Resolver()
        trust = TrustStore(configuration.tls)
        timeLimits = TimeLimits(configuration.deadlines)
        dialRules = DialRules(configuration)
        defaults = RequestWriter.Defaults(configuration.defaultFields)
    }

    deinit {
        shutDown()
    }

    var isShutDown: Bool { closed.load(ordering: .acquiring) }

    func nextLoop() throws(WireError) -> LoopContext {
        try loops.next { [pool] in pool.sweep(on: $0.loop) }
    }

    // MARK: Opening connections

    /// Keeps a request that the pool does not know in mind, so that shutting down ends it.
    ///
    /// False: the client was shut down.
    func holds(_ transfer: Transfer) -> Bool {
        apart.withLock { $0[ObjectIdentifier(transfer)] = transfer }
        if !isShutDown { return true }
        letsGo(transfer)
        return false
    }

    func letsGo(_ transfer: Transfer) {
        apart.withLock { $0[ObjectIdentifier(transfer)] = nil }
    }

    /// A connection over a socket that was accepted; its TLS handshake is still to come.
    func makeConnection(_ key: ConnectionKey, _ dialed: Dialed, now: Instant) throws(Fault) -> Connection {
        let tls = key.origin.isSecure ? try trust.session(for: key) : nil
        return Connection(to: key, at: dialed.address, over: dialed.socket, tls: tls, pool: pool, now: now)
    }

    // MARK: Blocking callers

    func withBlockingContext<Value, Failure>(
        _ body: (BlockingContext) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let context = contexts.take()
        defer { contexts.giveBack(context) }
        return try body(context)
    }

    /// Every request that waits or is under way ends with ``TransportError/Kind/clientClosed``.
    ///
    /// Idempotent.
    func shutDown() {
        guard !closed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        for connection in pool.shutDown() { connection.clientClosed() }
        let apart = apart.withLock { apart in
            defer { apart = [:] }
            return apart
        }
        for transfer in apart.values { transfer.cancel(.clientClosed) }
        loops.stop()
    }
}
