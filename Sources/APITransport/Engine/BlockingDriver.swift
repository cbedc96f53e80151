import APIWire
import Synchronization

/// Carries out a transfer on the thread of a caller that waits for it.
///
/// No other thread takes part, except that a host name is looked up on one of the resolver's.
final class BlockingDriver: Transfer.Driver, PoolWaiter, Sendable {
    private let transfer: Transfer
    private let context: BlockingContext
    private let wake: WakeSignal
    private let grant = Mutex<PoolGrant?>(nil)
    private let lookup = Mutex<Result<[SocketAddress], WireError>?>(nil)
    private let next = Mutex<Transfer.NextStep?>(nil)
    /// Why the signal was raised, beside what is looked at anyhow.
    private let sinkResumed = Atomic<Bool>(false)
    private let bodyHasMore = Atomic<Bool>(false)

    private var engine: Engine { transfer.engine }

    init(_ transfer: Transfer, _ context: BlockingContext, _ wake: WakeSignal) {
        self.transfer = transfer
        self.context = context
        self.wake = wake
    }

    func cancelled() { wake.signal() }

    func resumed() {
        sinkResumed.store(true, ordering: .releasing)
        wake.signal()
    }

    func bodyResumed() {
        bodyHasMore.store(true, ordering: .releasing)
        wake.signal()
    }

    func advance(_ next: Transfer.NextStep) { self.next.withLock { $0 = next } }

    func granted(_ grant: PoolGrant) {
        self.grant.withLock { $0 = grant }
        wake.signal()
    }

    func run() throws(TransportError) -> HTTPResponse {
        transfer.setDriver(self)
        defer { _ = transfer.finish() }
        if transfer.isTooLate { throw transfer.error(.totalTimeout, phase: .queue) }
        var fresh = false
        var now = transfer.startedAt
        while true {
            let next: Transfer.NextStep?
            do throws(Fault) {
                try exchange(fresh: fresh, now: now)
                next = self.next.withLock { $0.take() }
            } catch {
                next = transfer.failedUnsent(error, phase: .send)
            }
            switch next {
            case .complete(let result): return try result.get()
            case .again(let isFresh, let pause):
                fresh = isFresh
                if pause > .zero { try wait(pause) }
            case nil: fresh = false
            }
            now = Instant.now()
        }
    }

    private func wait(_ pause: Duration) throws(TransportError) {
        let end = Instant.now().advanced(by: pause)
        do throws(Fault) {
            guard engine.holds(transfer) else { throw Transfer.cancellationFault(.clientClosed) }
            defer { engine.letsGo(transfer) }
            while Instant.now() < end {
                try transfer.throwIfOver()
                _ = try poll([], until: DialDeadlines.first(end, transfer.totalDeadline))
            }
        } catch {
            throw transfer.error(error, phase: .queue)
        }
    }

    // MARK: Getting a connection

    private func exchange(fresh: Bool, now: Instant) throws(Fault) {
        if let kind = transfer.state.withLock({ $0.cancellation }) { throw Self.over(kind) }
        let key = transfer.state.withLock { $0.hop.key }
        switch engine.pool.acquire(key, fresh: fresh, now: now, waiter: self) {
        case .use(let connection):
            try use(connection, now: now)
        case .open(let victim):
            victim?.close()
            try open(key)
        case .wait(let ticket):
            try wait(ticket, key)
        case .queueFull:
            throw .queueFull
        case .shutDown:
            throw Self.over(.clientClosed)
        }
    }

    private func wait(_ ticket: Pool.State.WaitTicket, _ key: ConnectionKey) throws(Fault) {
        let now = Instant.now()
        let limit = DialDeadlines.first(
            transfer.limits.queue.map { now.advanced(byNanoseconds: $0) },
            transfer.totalDeadline
        )
        do throws(Fault) {
            try waitForWake(until: limit, onTimeout: .queueTimeout) { grant.withLock { $0 != nil } }
        } catch {
            if !engine.pool.giveUp(ticket, key) { returnGrant(key) }
            throw error.within(.queue)
        }
        let end = Instant.now()
        let waited = now.duration(to: end)
        transfer.state.withLock { $0.metrics.queue += waited }
        switch takeGrant() {
        case .use(let connection): try use(connection, now: end)
        case .open: try open(key)
        case .shutDown, nil: throw Self.over(.clientClosed)
        }
    }

    /// The end of a request that has no connection yet.
    private static func over(_ kind: TransportError.Kind) -> Fault {
        Transfer.cancellationFault(kind).within(.queue)
    }

    private func takeGrant() -> PoolGrant? {
        grant.withLock { grant in
            defer { grant = nil }
            return grant
        }
    }

    /// A grant crossed with giving up: it goes to the next who waits.
    private func returnGrant(_ key: ConnectionKey) {
        // It was handed out before `giveUp` answered, so it is here or will be in a moment.
        while true {
            switch takeGrant() {
            case .use(let connection): return engine.pool.release(connection, reusable: true, now: Instant.now())
            case .open: return engine.pool.openingFailed(key)
            case .shutDown: return
            case nil: _ = try? Poll.wait([], wake: wake, until: nil)
            }
        }
    }

    // MARK: Opening one

    private func open(_ key: ConnectionKey) throws(Fault) {
        let now = Instant.now()
        let deadlines = DialDeadlines(transfer.limits, total: transfer.totalDeadline, now: now)
        let connection: Connection
        do throws(Fault) {
            guard engine.holds(transfer) else { throw Self.over(.clientClosed) }
            defer { engine.letsGo(transfer) }
            let dialed = try dial(key, deadlines, now)
            transfer.state.withLock { state in
                state.metrics.resolve = dialed.resolveTime
                state.metrics.connect = dialed.connectTime
            }
            connection = try engine.makeConnection(key, dialed, now: Instant.now())
        } catch {
            engine.pool.openingFailed(key)
            throw error.within(.connect)
        }
        guard engine.pool.opened(connection) else {
            connection.close()
            throw Transfer.cancellationFault(.clientClosed).within(.connect)
        }
        let connected = Instant.now()
        let handshakeBy = key.origin.isSecure ? Optional(deadlines.handshake(now: connected)) : nil
        try run(on: connection, now: connected, handshakeBy: handshakeBy, isNew: true)
    }

    private func dial(_ key: ConnectionKey, _ deadlines: DialDeadlines, _ start: Instant) throws(Fault) -> Dialed {
        let addresses: [SocketAddress]
        switch DialTarget(key, engine.dialRules) {
        case .unusable(let fault): throw fault
        case .addresses(let known): addresses = known
        case .name(let host, let port): addresses = try resolve(host, port, until: deadlines.resolve)
        }
        let usable = engine.configuration.addressFamily.filter(addresses)
        guard !usable.isEmpty else { throw .noAddress }
        return try connect(key, usable, until: deadlines.connect, start)
    }

    private func resolve(_ host: String, _ port: UInt16, until limit: Instant?) throws(Fault) -> [SocketAddress] {
        // A resolver that is quick, or fails at once, is no reason to be late.
        if let limit, limit <= Instant.now() { throw .resolveTimeout }
        let family = engine.configuration.addressFamily.family
        if let own = Resolver.ownAddresses(of: host, port: port, family: family) { return own }
        lookup.withLock { $0 = nil }
        let ticket = engine.resolver.resolve(host, port: port, family: family) {
            [self] result in
            lookup.withLock { $0 = result }
            wake.signal()
        }
        do throws(Fault) {
            try waitForWake(until: limit, onTimeout: .resolveTimeout) { lookup.withLock { $0 != nil } }
        } catch {
            engine.resolver.cancel(ticket)
            throw error
        }
        switch lookup.withLock({ $0 }) {
        case .success(let addresses): return addresses
        case .failure(let error): throw .lookupFailed(error)
        case nil: throw .noAddress
        }
    }

    private func connect(
        _ key: ConnectionKey,
        _ addresses: [SocketAddress],
        until limit: Instant?,
        _ start: Instant
    ) throws(Fault) -> Dialed {
        let resolvedAt = Instant.now()
        let family = engine.families.beginsWithIPv6(key, now: resolvedAt)
        var plan = DialPlan(resolved: addresses, beginsWithIPv6: family)
        var attempts: [(index: Int, socket: StreamSocket)] = []
        defer { for attempt in attempts { attempt.socket.close() } }
        while true {
            try transfer.throwIfCancelled()
            let now = Instant.now()
            if let limit, limit <= now { throw .connectTimeout }
            switch plan.step(now: now) {
            case .exhausted:
                throw Fault(.connect, plan.failureDescription, phase: .connect)
            case .start(let index):
                do {
                    attempts.append((index, try StreamSocket.connecting(to: plan.addresses[index])))
                } catch {
                    plan.attemptFailed(index, error)
                }
            case .wait(let next):
                let ready = try poll(attempts.map(\.socket), until: DialDeadlines.first(next, limit))
                for position in ready.sorted(by: >) {
                    let attempt = attempts.remove(at: position)
                    guard let error = attempt.socket.connectError() else {
                        let (address, now) = (plan.addresses[attempt.index], Instant.now())
                        engine.families.reached(address, for: key, by: plan, now: now)
                        return Dialed(
                            socket: attempt.socket,
                            address: address,
                            resolveTime: start.duration(to: resolvedAt),
                            connectTime: resolvedAt.duration(to: now)
                        )
                    }
                    attempt.socket.close()
                    plan.attemptFailed(attempt.index, error)
                }
            }
        }
    }

    private func poll(_ sockets: [StreamSocket], until limit: Instant?) throws(Fault) -> [Int] {
        do {
            let result = try Poll.wait(sockets.map { ($0, Interest.write) }, wake: wake, until: limit)
            if result.woken { wake.reset() }
            return result.ready
        } catch {
            throw Fault(.connect, "Waiting for a connection failed (\(error.summary)).", phase: .connect)
        }
    }

    // MARK: Using it

    private func use(_ connection: Connection, now: Instant) throws(Fault) {
        connection.detach()
        let isUsable = context.buffers.withLock { connection.isStillUsable(&$0) }
        guard isUsable else {
            connection.close()
            engine.pool.closed(connection)
            return try exchange(fresh: true, now: now)
        }
        try run(on: connection, now: now)
    }

    private func run(
        on connection: Connection,
        now: Instant,
        handshakeBy: Instant?? = nil,
        isNew: Bool = false
    ) throws(Fault) {
        let exchange: Exchange
        do throws(Fault) {
            exchange = try transfer.makeExchange(on: connection, isReused: !isNew, handshakeBy: handshakeBy, now: now)
        } catch {
            connection.close()
            engine.pool.closed(connection)
            throw error
        }
        transfer.state.withLock { $0.stage = .exchanging(connection, exchange) }
        var progress = connection.beginBlocking(exchange)
        while true {
            switch progress {
            case .waiting:
                progress = next(on: connection, exchange)
            case .ended(let exchange, let reusable):
                return transfer.exchangeEnded(exchange, on: connection, reusable: reusable)
            case .failed(let exchange, let fault):
                return transfer.exchangeFailed(exchange, on: connection, fault)
            case .closedWhileIdle:
                return transfer.exchangeFailed(exchange, on: connection, Fault(.closed, "The connection was closed."))
            }
        }
    }

    /// Waits for the connection and does what can be done then.
    private func next(on connection: Connection, _ exchange: Exchange) -> ConnectionCore.Progress {
        let (interest, input, until, goesOn) = connection.waitsFor
        if goesOn { return pump(connection) }
        do {
            switch try Poll.wait(connection.socket, interest, input: input, wake: wake, until: until) {
            case .ready:
                return pump(connection)
            case .inputReady:
                connection.bodyGoesOn()
                return pump(connection)
            case .timedOut:
                return connection.deadlinePassed(now: Instant.now()) ?? .waiting
            case .woken:
                wake.reset()
                if let kind = transfer.state.withLock({ $0.cancellation }) {
                    return connection.abortBlocking(exchange, Transfer.cancellationFault(kind)) ?? .waiting
                }
                if sinkResumed.exchange(false, ordering: .acquiringAndReleasing) {
                    exchange.collector.resume()
                    exchange.clock.restarted(at: .now())
                }
                guard bodyHasMore.exchange(false, ordering: .acquiringAndReleasing) else { return .waiting }
                connection.bodyGoesOn()
                return pump(connection)
            }
        } catch {
            let fault = Fault(.connect, "Waiting for the server failed (\(error.summary)).")
            return connection.abortBlocking(exchange, fault) ?? .waiting
        }
    }

    private func pump(_ connection: Connection) -> ConnectionCore.Progress {
        let now = Instant.now()
        return context.buffers.withLock { connection.pump(&$0, now: now) }
    }

    // MARK: Waiting

    /// Waits until `isDone`, which somebody makes true and then raises the signal.
    private func waitForWake(until limit: Instant?, onTimeout: Fault, _ isDone: () -> Bool) throws(Fault) {
        while !isDone() {
            try transfer.throwIfCancelled()
            let now = Instant.now()
            if let limit, limit <= now { throw onTimeout }
            _ = try poll([], until: limit)
        }
    }
}
