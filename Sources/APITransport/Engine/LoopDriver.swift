import APIWire
import Synchronization

/// Carries out a transfer for a caller that goes on meanwhile: on a loop, except that a request for an idle connection
/// is written on the caller's thread.
final class LoopDriver: Transfer.Driver, PoolWaiter, Sendable {
    typealias Completion = @Sendable (Result<HTTPResponse, TransportError>) -> Void

    private let transfer: Transfer
    private let context: LoopContext
    private let handle: TransferHandle
    private let completesOnLoop: Bool
    private let completion: Completion
    /// Wakes a request that waits, for a connection or for its next attempt.
    private let timer = Mutex<LoopTimer?>(nil)
    private let waitingSince = Mutex<Instant?>(nil)

    private var engine: Engine { transfer.engine }

    /// `completion` is called once; on the loop's thread, or, unless `completesOnLoop`, on the caller's before `start`
    /// returns.
    init(
        _ transfer: Transfer,
        on context: LoopContext,
        handle: TransferHandle,
        completesOnLoop: Bool,
        completion: @escaping Completion
    ) {
        self.transfer = transfer
        self.context = context
        self.handle = handle
        self.completesOnLoop = completesOnLoop
        self.completion = completion
    }

    func start() {
        transfer.setDriver(self)
        if transfer.isTooLate { return fail(.totalTimeout, .queue) }
        attempt(fresh: false, now: transfer.startedAt)
    }

    // MARK: Getting a connection

    private func attempt(fresh: Bool, now: Instant) {
        let acquisition = transfer.state.withLock { state -> Pool.State.Acquisition? in
            guard state.cancellation == nil else { return nil }
            let acquisition = engine.pool.acquire(state.hop.key, fresh: fresh, now: now, waiter: self)
            if case .wait(let ticket) = acquisition { state.stage = .waiting(ticket, state.hop.key) }
            return acquisition
        }
        switch acquisition {
        case nil: failCancelled()
        case .use(let connection): run(on: connection, now: now)
        case .open(let victim):
            victim?.close()
            dial()
        case .wait: wait()
        case .queueFull: fail(.queueFull, .queue)
        case .shutDown: fail(Transfer.cancellationFault(.clientClosed), .queue)
        }
    }

    private func wait() {
        let now = Instant.now()
        waitingSince.withLock { $0 = now }
        let limit = DialDeadlines.first(
            transfer.limits.queue.map { now.advanced(byNanoseconds: $0) },
            transfer.totalDeadline
        )
        guard let limit else { return }
        let timer = context.loop.makeTimer { [weak self] in self?.queueTimerFired() }
        self.timer.withLock { $0 = timer }
        timer.set(limit)
    }

    private func queueTimerFired() {
        if leaveQueue() { fail(.queueTimeout, .queue) }
    }

    /// Takes the request off the pool's queue.
    ///
    /// False: it is not in it, or a connection is on its way already.
    private func leaveQueue() -> Bool {
        transfer.state.withLock { state in
            guard case .waiting(let ticket, let key) = state.stage, engine.pool.giveUp(ticket, key) else {
                return false
            }
            state.stage = .starting
            return true
        }
    }

    func granted(_ grant: PoolGrant) {
        onLoop { self.accept(grant) }
    }

    private func accept(_ grant: PoolGrant) {
        timer.withLock { timer in
            timer?.clear()
            timer = nil
        }
        let now = Instant.now()
        let waited = waitingSince.withLock { $0?.duration(to: now) } ?? .zero
        let (isWanted, key) = transfer.state.withLock { state in
            state.stage = .starting
            state.metrics.queue += waited
            return (state.cancellation == nil, state.hop.key)
        }
        switch grant {
        case .use(let connection):
            if isWanted { return run(on: connection, now: now) }
            engine.pool.release(connection, reusable: true, now: now)
        case .open:
            if isWanted { return dial() }
            engine.pool.openingFailed(key)
        case .shutDown:
            return fail(Transfer.cancellationFault(.clientClosed), .queue)
        }
        failCancelled()
    }

    // MARK: Opening a connection

    private func dial() {
        let now = Instant.now()
        let key = transfer.state.withLock { $0.hop.key }
        let deadlines = DialDeadlines(transfer.limits, total: transfer.totalDeadline, now: now)
        let dial = LoopDial(key, context, engine, deadlines, now: now) { [self] result in
            dialed(result, deadlines)
        }
        let isWanted = transfer.state.withLock { state in
            guard state.cancellation == nil, engine.holds(transfer) else { return false }
            state.stage = .dialing(dial)
            return true
        }
        guard isWanted else {
            engine.pool.openingFailed(key)
            return failCancelled()
        }
        onLoop { dial.start() }
    }

    private func dialed(_ result: Result<Dialed, Fault>, _ deadlines: DialDeadlines) {
        engine.letsGo(transfer)
        let key = transfer.state.withLock { state in
            state.stage = .starting
            return state.hop.key
        }
        let now = Instant.now()
        do throws(Fault) {
            let dialed = try result.get()
            transfer.state.withLock { state in
                state.metrics.resolve = dialed.resolveTime
                state.metrics.connect = dialed.connectTime
            }
            let connection = try engine.makeConnection(key, dialed, now: now)
            guard engine.pool.opened(connection) else {
                connection.close()
                return fail(Transfer.cancellationFault(.clientClosed), .connect)
            }
            run(
                on: connection,
                now: now,
                handshakeBy: key.origin.isSecure ? .some(deadlines.handshake(now: now)) : nil,
                isNew: true
            )
        } catch {
            if case .success(let dialed) = result { dialed.socket.close() }
            engine.pool.openingFailed(key)
            advance(transfer.failedUnsent(error, phase: .connect))
        }
    }

    // MARK: Using it

    private func run(
        on connection: Connection,
        now: Instant,
        handshakeBy: Instant?? = nil,
        isNew: Bool = false
    ) {
        do throws(Fault) {
            do {
                try connection.attach(to: context)
            } catch {
                if !isNew {
                    // The loop that watched it saw its end just before the pool lent it, and has not told the pool yet.
                    drop(connection)
                    return attempt(fresh: true, now: now)
                }
                throw Fault(.connect, "The connection could not be watched (\(error.summary)).", phase: .connect)
            }
            if !isNew, !connection.socket.isQuiet(), !isStillUsable(connection) {
                // The server closed it, or said what nobody had asked for: the next request must not take that for its
                // answer, and one that may not be repeated must not be lost to it.
                drop(connection)
                return attempt(fresh: true, now: now)
            }
            let exchange = try transfer.makeExchange(
                on: connection,
                isReused: !isNew,
                handshakeBy: handshakeBy,
                now: now
            )
            let isWanted = transfer.state.withLock { state in
                guard state.cancellation == nil else { return false }
                state.stage = .exchanging(connection, exchange)
                return true
            }
            guard isWanted else {
                isNew ? drop(connection) : engine.pool.release(connection, reusable: true, now: Instant.now())
                return failCancelled()
            }
            connection.begin(exchange)
        } catch {
            drop(connection)
            fail(error, .send)
        }
    }

    /// Reads into memory of its own: the loop's is in use when a callback of the loop's sends this request.
    private func isStillUsable(_ connection: Connection) -> Bool {
        var buffers = ReadBuffers()
        return connection.isStillUsable(&buffers)
    }

    private func drop(_ connection: Connection) {
        connection.close()
        engine.pool.closed(connection)
    }

    func advance(_ next: Transfer.NextStep) {
        switch next {
        case .complete(let result): complete(result)
        case .again(let fresh, let pause):
            pause == .zero ? attempt(fresh: fresh, now: Instant.now()) : wait(pause, fresh: fresh)
        }
    }

    /// Waits before the next attempt; the bound on the whole request may cut the pause short.
    private func wait(_ pause: Duration, fresh: Bool) {
        let end = Instant.now().advanced(by: pause)
        let timer = context.loop.makeTimer { [weak self] in self?.pauseOver(fresh: fresh) }
        let isWanted = transfer.state.withLock { state in
            guard state.cancellation == nil, engine.holds(transfer) else { return false }
            state.stage = .pausing
            return true
        }
        guard isWanted else { return failCancelled() }
        self.timer.withLock { $0 = timer }
        timer.set(DialDeadlines.first(end, transfer.totalDeadline) ?? end)
    }

    private func pauseOver(fresh: Bool) {
        guard endPause() else { return }
        let now = Instant.now()
        if let total = transfer.totalDeadline, total <= now { return fail(.totalTimeout, .queue) }
        attempt(fresh: fresh, now: now)
    }

    private func endPause() -> Bool {
        engine.letsGo(transfer)
        return transfer.state.withLock { state in
            guard case .pausing = state.stage else { return false }
            state.stage = .starting
            return true
        }
    }

    func resumed() {
        // Always posted: the caller may be in a callback of this very exchange, which holds the connection.
        let resume: @Sendable () -> Void = { [transfer] in
            let current = transfer.state.withLock { state -> (Connection, Exchange)? in
                guard case .exchanging(let connection, let exchange) = state.stage else { return nil }
                return (connection, exchange)
            }
            if let (connection, exchange) = current { connection.resumeReading(exchange) }
        }
        if !context.loop.post(resume) { resume() }
    }

    func bodyResumed() {
        // Always posted: the caller may be the source, in the middle of being read. A loop that has stopped has ended
        // its exchanges.
        context.loop.post { [transfer] in
            let current = transfer.state.withLock { state -> (Connection, Exchange)? in
                guard case .exchanging(let connection, let exchange) = state.stage else { return nil }
                return (connection, exchange)
            }
            if let (connection, exchange) = current { connection.resumeBody(of: exchange) }
        }
    }

    // MARK: Ending

    func cancelled() {
        // Always posted: the caller may be in the middle of a step of this very transfer.
        if !context.loop.post({ self.stop() }) { stop() }
    }

    private func stop() {
        let (stage, kind, key) = transfer.state.withLock { ($0.stage, $0.cancellation ?? .cancelled, $0.hop.key) }
        switch stage {
        case .starting, .finished:
            // A step is under way and looks before the next one.
            break
        case .waiting:
            if leaveQueue() { failCancelled() }
        case .pausing:
            if endPause() { failCancelled() }
        case .dialing(let dial):
            dial.cancel()
            engine.letsGo(transfer)
            engine.pool.openingFailed(key)
            failCancelled()
        case .exchanging(let connection, let exchange):
            connection.abort(exchange, Transfer.cancellationFault(kind))
        }
    }

    private func failCancelled() {
        let kind = transfer.state.withLock { $0.cancellation } ?? .clientClosed
        fail(Transfer.cancellationFault(kind), .queue)
    }

    private func fail(_ fault: Fault, _ phase: TransportError.Phase) {
        complete(.failure(transfer.error(fault, phase: phase)))
    }

    private func complete(_ result: Result<HTTPResponse, TransportError>) {
        guard transfer.finish() else { return }
        handle.detach()
        if !completesOnLoop || context.loop.isCurrent || !context.loop.post({ [completion] in completion(result) }) {
            completion(result)
        }
    }

    private func onLoop(_ work: @escaping @Sendable () -> Void) {
        if context.loop.isCurrent || !context.loop.post(work) { work() }
    }
}
