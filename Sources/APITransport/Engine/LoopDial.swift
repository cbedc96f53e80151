import APIWire
import Synchronization

/// Opens a connection on a loop: looks the host up, then tries its addresses as ``DialPlan`` says.
///
/// Everything but the resolver's answer happens on the loop's thread; the answer is posted there.
final class LoopDial: Cancellable, Sendable {
    private struct Attempt {
        let socket: StreamSocket
        let registration: LoopRegistration
    }

    private struct State {
        var isOver = false
        var lookup: ResolverTicket?
        var plan = DialPlan(resolved: [])
        var attempts: [Int: Attempt] = [:]
        var timer: LoopTimer?
        var resolvedAt: Instant
    }

    /// One socket that is being connected, as the loop sees it.
    private final class Source: LoopSource {
        private weak let dial: LoopDial?
        private let index: Int

        init(_ dial: LoopDial, _ index: Int) {
            self.dial = dial
            self.index = index
        }

        func ready(_ readiness: Readiness) {
            dial?.attemptReady(index)
        }
    }

    private let key: ConnectionKey
    private let context: LoopContext
    private let engine: Engine
    private let deadlines: DialDeadlines
    private let startedAt: Instant
    private let completion: @Sendable (Result<Dialed, Fault>) -> Void
    private let state: Mutex<State>

    /// `completion` is called once, on the loop's thread, unless the dial is cancelled first.
    init(
        _ key: ConnectionKey,
        _ context: LoopContext,
        _ engine: Engine,
        _ deadlines: DialDeadlines,
        now: Instant,
        completion: @escaping @Sendable (Result<Dialed, Fault>) -> Void
    ) {
        self.key = key
        self.context = context
        self.engine = engine
        self.deadlines = deadlines
        self.completion = completion
        startedAt = now
        state = Mutex(State(resolvedAt: now))
    }

    func start() {
        let timer = context.loop.makeTimer { [weak self] in self?.proceed() }
        state.withLock { $0.timer = timer }
        switch DialTarget(key, engine.dialRules) {
        case .unusable(let fault):
            end(.failure(fault))
        case .addresses(let addresses):
            resolved(addresses)
        case .name(let host, let port):
            if let limit = deadlines.resolve {
                // A resolver that is quick, or fails at once, is no reason to be late.
                if limit <= startedAt { return end(.failure(.resolveTimeout)) }
                timer.set(limit)
            }
            let family = engine.configuration.addressFamily.family
            if let own = Resolver.ownAddresses(of: host, port: port, family: family) { return resolved(own) }
            let ticket = engine.resolver.resolve(host, port: port, family: family) {
                [weak self, context] result in
                guard let self else { return }
                context.loop.post { self.lookedUp(result) }
            }
            state.withLock { $0.lookup = ticket }
        }
    }

    /// Stops without calling the completion.
    ///
    /// On the loop's thread.
    func cancel() {
        _ = tearDown()
    }

    private func lookedUp(_ result: Result<[SocketAddress], WireError>) {
        state.withLock { $0.lookup = nil }
        switch result {
        case .success(let addresses): resolved(addresses)
        case .failure(let error): end(.failure(.lookupFailed(error)))
        }
    }

    private func resolved(_ addresses: [SocketAddress]) {
        let usable = engine.configuration.addressFamily.filter(addresses)
        guard !usable.isEmpty else { return end(.failure(.noAddress)) }
        let now = Instant.now()
        let family = engine.families.beginsWithIPv6(key, now: now)
        state.withLock { state in
            state.plan = DialPlan(resolved: usable, beginsWithIPv6: family)
            state.resolvedAt = now
        }
        proceed()
    }

    /// Starts what is to be started and waits for the rest; also called when the timer fires.
    private func proceed() {
        while true {
            let now = Instant.now()
            let isLookingUp = state.withLock { $0.lookup != nil }
            if let limit = isLookingUp ? deadlines.resolve : deadlines.connect, limit <= now {
                return end(.failure(isLookingUp ? .resolveTimeout : .connectTimeout))
            }
            if isLookingUp { return }
            let step = state.withLock { $0.isOver ? nil : $0.plan.step(now: now) }
            switch step {
            case nil:
                return
            case .exhausted:
                let message = state.withLock { $0.plan.failureDescription }
                return end(.failure(Fault(.connect, message, phase: .connect)))
            case .wait(let until):
                if let next = DialDeadlines.first(until, deadlines.connect) { state.withLock { $0.timer?.set(next) } }
                return
            case .start(let index):
                attempt(index)
            }
        }
    }

    private func attempt(_ index: Int) {
        let address = state.withLock { $0.plan.addresses[index] }
        do {
            let socket = try StreamSocket.connecting(to: address)
            let registration = try context.loop.add(Source(self, index), socket)
            context.loop.setWantsWrite(true, registration)
            state.withLock { $0.attempts[index] = Attempt(socket: socket, registration: registration) }
        } catch {
            state.withLock { $0.plan.attemptFailed(index, error) }
        }
    }

    private func attemptReady(_ index: Int) {
        guard let attempt = state.withLock({ $0.attempts.removeValue(forKey: index) }) else { return }
        context.loop.remove(attempt.registration)
        if let error = attempt.socket.connectError() {
            attempt.socket.close()
            state.withLock { $0.plan.attemptFailed(index, error) }
            return proceed()
        }
        let (plan, resolvedAt) = state.withLock { ($0.plan, $0.resolvedAt) }
        let (address, now) = (plan.addresses[index], Instant.now())
        engine.families.reached(address, for: key, by: plan, now: now)
        end(
            .success(
                Dialed(
                    socket: attempt.socket,
                    address: address,
                    resolveTime: startedAt.duration(to: resolvedAt),
                    connectTime: resolvedAt.duration(to: now)
                )
            )
        )
    }

    private func end(_ result: Result<Dialed, Fault>) {
        if tearDown() {
            completion(result)
        } else if case .success(let dialed) = result {
            dialed.socket.close()
        }
    }

    /// Stops everything.
    ///
    /// False: it was over before.
    private func tearDown() -> Bool {
        let (isFirst, lookup, attempts, timer) = state.withLock { state in
            let isFirst = !state.isOver
            state.isOver = true
            defer {
                state.lookup = nil
                state.attempts = [:]
                state.timer = nil
            }
            return (isFirst, state.lookup, state.attempts, state.timer)
        }
        timer?.clear()
        if let lookup { engine.resolver.cancel(lookup) }
        for attempt in attempts.values {
            context.loop.remove(attempt.registration)
            attempt.socket.close()
        }
        return isFirst
    }
}
