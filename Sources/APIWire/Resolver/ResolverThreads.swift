import Synchronization

/// The threads of a resolver, and what they share.
///
/// It outlives the resolver for as long as one of them is busy.
final class ResolverThreads: Sendable {
    typealias Name = LookupQueue<Waiter>.Name

    struct Waiter: Sendable {
        let port: UInt16
        let completion: @Sendable (Result<[SocketAddress], WireError>) -> Void
    }

    private struct State {
        var queue: LookupQueue<Waiter>
        /// What idle threads wait on; made with the first thread.
        var work: Semaphore?
        /// All threads, and those of them that wait for work.
        var threads = 0
        var idle = 0
        var isStopped = false
    }

    private enum Step {
        case lookUp(Name)
        case wait
        case end
    }

    private enum Summons {
        case nobody
        case idleThread
        case newThread
    }

    /// How long a thread waits for more work before it ends.
    private static let idleTime = Duration.seconds(10)

    private let maximum: Int
    private let lookup: Resolver.Lookup
    private let state: Mutex<State>

    init(maximum: Int, lookup: @escaping Resolver.Lookup) {
        self.maximum = max(1, maximum)
        self.lookup = lookup
        state = Mutex(State(queue: LookupQueue(maximumThreads: self.maximum)))
    }

    func add(_ waiter: Waiter, for name: Name) -> ResolverTicket {
        let now = Instant.now()
        let (id, summons, work) = state.withLock { state -> (UInt64, Summons, Semaphore?) in
            let (id, hasWork) = state.queue.add(waiter, for: name, now: now)
            return (id, hasWork ? summon(&state) : .nobody, state.work)
        }
        let ticket = ResolverTicket(id: id, name: name)
        switch summons {
        case .nobody: break
        case .idleThread: work?.signal()
        case .newThread: begin()
        }
        return ticket
    }

    func cancel(_ ticket: ResolverTicket) {
        let waiter = state.withLock { $0.queue.cancel(ticket.id, for: ticket.name) }
        waiter?.completion(.failure(WireError(.cancelled)))
    }

    func stop() {
        let (waiters, idle, work) = state.withLock { state in
            state.isStopped = true
            defer { state.idle = 0 }
            return (state.queue.cancelAll(), state.idle, state.work)
        }
        for _ in 0..<idle { work?.signal() }
        for waiter in waiters { waiter.completion(.failure(WireError(.cancelled))) }
    }

    /// Chooses who does what was queued.
    private func summon(_ state: inout State) -> Summons {
        if state.idle > 0 {
            state.idle -= 1
            return .idleThread
        }
        guard state.threads < maximum else { return .nobody }
        state.threads += 1
        return .newThread
    }

    private func begin() {
        do throws(WireError) {
            let work = try signal()
            _ = try Thread(name: "api-resolver") { [self] in run(work) }
        } catch {
            // With other threads the work waits for one of them; without, it would wait for ever.
            let waiters = state.withLock { state in
                state.threads -= 1
                return state.threads == 0 ? state.queue.cancelAll() : []
            }
            for waiter in waiters { waiter.completion(.failure(error)) }
        }
    }

    private func signal() throws(WireError) -> Semaphore {
        try state.withLock { state throws(WireError) in
            if let known = state.work { return known }
            let new = try Semaphore()
            state.work = new
            return new
        }
    }

    private func run(_ work: Semaphore) {
        while true {
            switch nextStep() {
            case .lookUp(let name): answer(name)
            case .wait: guard waitForWork(work) else { return }
            case .end: return
            }
        }
    }

    private func nextStep() -> Step {
        let now = Instant.now()
        return state.withLock { state in
            if state.isStopped { return .end }
            if let name = state.queue.start(now: now) { return .lookUp(name) }
            state.idle += 1
            return .wait
        }
    }

    /// False when nothing came for long: then the thread is not counted any more, and ends.
    private func waitForWork(_ work: Semaphore) -> Bool {
        if work.wait(until: .now().advanced(by: Self.idleTime)) { return true }
        let leaves = state.withLock { state in
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.threads -= 1
            return true
        }
        if leaves { return false }
        // Somebody has just taken this thread off the idle ones: the signal is on its way.
        return work.wait()
    }

    private func answer(_ name: Name) {
        let result = lookUp(name)
        for waiter in state.withLock({ $0.queue.finish(name) }) {
            waiter.completion(result.map { $0.map { $0.withPort(waiter.port) } })
        }
    }

    private func lookUp(_ name: Name) -> Result<[SocketAddress], WireError> {
        if let own = Resolver.ownAddresses(of: name.host, port: 0, family: name.family) { return .success(own) }
        // As long as a name may be, with the dot of the root; a zero byte would cut it short.
        guard (1...254).contains(name.host.utf8.count), !name.host.utf8.contains(0) else {
            return .failure(WireError(.notFound, detail: "no such name can be"))
        }
        return lookup(name.host, name.family)
    }
}
