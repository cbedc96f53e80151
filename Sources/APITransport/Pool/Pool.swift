import APIWire
import Synchronization

/// What somebody who waited for a connection gets.
enum PoolGrant {
    case use(Connection)
    case open
    case shutDown
}

/// Somebody who waits for a connection.
protocol PoolWaiter: AnyObject, Sendable {
    /// Called once, on any thread, never under a lock of the pool's.
    func granted(_ grant: PoolGrant)
}

/// The connections of a client: the lock around ``PoolState``, and the carrying out of what it decides.
final class Pool: Sendable {
    typealias State = PoolState<ConnectionKey, Connection, any PoolWaiter>

    private let state: Mutex<State>
    private let idleLifetime: Duration
    private let sweeper = Mutex<LoopTimer?>(nil)
    /// Nanoseconds of the time from which on the next release sweeps.
    private let nextSweep: Atomic<UInt64>

    init(limits: PoolLimits, idleLifetime: Duration) {
        state = Mutex(State(limits: limits))
        self.idleLifetime = idleLifetime
        nextSweep = Atomic(Instant.now().advanced(by: idleLifetime).nanoseconds)
    }

    /// Lets a loop close connections that nobody uses any more.
    ///
    /// Without one they are closed when the pool is next used.
    func sweep(on loop: EventLoop) {
        let timer = loop.makeTimer { [weak self] in self?.sweep(now: Instant.now()) }
        sweeper.withLock { $0 = timer }
        timer.set(Instant.now().advanced(by: idleLifetime))
    }

    func acquire(_ key: ConnectionKey, fresh: Bool, now: Instant, waiter: any PoolWaiter) -> State.Acquisition {
        state.withLock { $0.acquire(key, fresh: fresh, now: now, waiter: waiter) }
    }

    /// False: the pool was shut down meanwhile, and the connection has to be closed.
    func opened(_ connection: Connection) -> Bool {
        state.withLock { $0.opened(connection, for: connection.key) }
    }

    func openingFailed(_ key: ConnectionKey) {
        carryOut(state.withLock { $0.openingFailed(for: key) })
    }

    func release(_ connection: Connection, reusable: Bool, serverLimit: Int? = nil, now: Instant) {
        let handover = state.withLock { state in
            state.release(connection, for: connection.key, reusable: reusable, serverLimit: serverLimit, now: now)
        }
        carryOut(handover)
        if nextSweep.load(ordering: .relaxed) <= now.nanoseconds { sweep(now: now) }
    }

    func closed(_ connection: Connection) {
        carryOut(state.withLock { $0.closed(connection, for: connection.key) })
    }

    func giveUp(_ ticket: State.WaitTicket, _ key: ConnectionKey) -> Bool {
        state.withLock { $0.giveUp(ticket, for: key) }
    }

    /// Closes what is idle and tells who waits; returns the connections that carry exchanges.
    func shutDown() -> [Connection] {
        let (idle, busy, waiters) = state.withLock { $0.shutDown() }
        sweeper.withLock { timer in
            timer?.clear()
            timer = nil
        }
        for connection in idle { connection.close() }
        for waiter in waiters { waiter.granted(.shutDown) }
        return busy
    }

    private func sweep(now: Instant) {
        let wait = max(idleLifetime / 2, .milliseconds(100))
        nextSweep.store(now.advanced(by: wait).nanoseconds, ordering: .relaxed)
        for connection in state.withLock({ $0.removeExpired(now: now) }) { connection.close() }
        sweeper.withLock { $0?.set(now.advanced(by: wait)) }
    }

    private func carryOut(_ handover: State.Handover) {
        handover.closing?.close()
        switch handover.next {
        case .nothing: break
        case .lend(let connection, let waiter): waiter.granted(.use(connection))
        case .open(let waiter): waiter.granted(.open)
        }
    }
}
