import CSupport
import Synchronization

/// One thread that waits for sockets and timers and runs what is posted to it.
///
/// After ``start()`` it lives until ``stop()`` is called, which its owner must do.
package final class EventLoop: Sendable {
    /// What others have handed to the loop's thread.
    enum Work: Sendable {
        case closure(@Sendable () -> Void)
        case job(UnownedJob, LoopExecutor)
    }

    /// What a timer does when it fires.
    enum TimerAction: Sendable {
        case call(@Sendable () -> Void)
        /// Tells the source, if it is still registered then.
        case tell(LoopRegistration)
    }

    private enum Phase {
        case created
        case running
        case stopping
        case ended
    }

    private struct State {
        var phase = Phase.created
        var thread: Thread?
        var posted: [Work] = []
        var sources = SourceTable()
        var timers = TimerTable<TimerAction>()
        /// Until when the thread sleeps; nil while it is awake.
        var sleepsUntil: Instant?
        var isWakePending = false

        /// Whether a sleeping thread has to be woken for something at `time`; says so once.
        mutating func needsWake(by time: Instant = Instant(nanoseconds: 0)) -> Bool {
            guard let sleepsUntil, time < sleepsUntil, !isWakePending else { return false }
            isWakePending = true
            return true
        }
    }

    /// How much posted work is run before the sockets are looked at again.
    private static let postsPerTurn = 256
    /// How many jobs of tasks are run after one callback.
    private static let jobsPerCallback = 256

    private let name: String
    private let poller: Poller
    private let state = Mutex(State())
    private let threadNumber = Atomic<UInt64>(0)
    // SAFETY: only the loop's own thread touches it.
    nonisolated(unsafe) private var soon: [(UnownedJob, LoopExecutor)] = []

    /// Makes a loop whose thread begins with ``start()``, and is called `name` in debuggers.
    package init(name: String) throws(WireError) {
        self.name = name
        poller = try Poller()
    }

    /// Whether the calling thread is the loop's.
    package var isCurrent: Bool { threadNumber.load(ordering: .relaxed) == Thread.current }

    /// Starts the thread, unless it has been started.
    package func start() throws(WireError) {
        let result: Result<Void, WireError> = state.withLock { state in
            switch state.phase {
            case .running: return .success(())
            case .stopping, .ended: return .failure(WireError(.closed, detail: "the loop was stopped"))
            case .created: break
            }
            do throws(WireError) {
                state.thread = try Thread(name: name) { [self] in run() }
                state.phase = .running
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Ends the loop after what was posted before, and waits for that unless called on its own thread.
    ///
    /// From then on nothing is accepted, and sources and timers are told nothing.
    package func stop() {
        let (thread, wakes, leftovers) = state.withLock { state -> (Thread?, Bool, [Work]) in
            switch state.phase {
            case .created:
                state.phase = .ended
                defer { state.posted = [] }
                return (nil, false, state.posted)
            case .running:
                state.phase = .stopping
                return (state.thread, state.needsWake(), [])
            case .stopping, .ended:
                return (state.thread, false, [])
            }
        }
        for work in leftovers { Self.perform(work) }
        if wakes { poller.wake() }
        if !isCurrent { thread?.wait() }
    }

    /// Hands work to the loop's thread, which runs it in the order of posting.
    ///
    /// - Returns: false when the loop was stopped and the work is dropped.
    @discardableResult
    package func post(_ work: @escaping @Sendable () -> Void) -> Bool { post(.closure(work)) }

    private func post(_ work: Work) -> Bool {
        let (accepted, wakes) = state.withLock { state -> (Bool, Bool) in
            guard state.phase == .created || state.phase == .running else { return (false, false) }
            state.posted.append(work)
            return (true, state.needsWake())
        }
        if wakes { poller.wake() }
        return accepted
    }

    /// Hands over a task's job: on the loop's own thread to be run right after the callback that is going on.
    func enqueue(_ job: UnownedJob, for executor: LoopExecutor) -> Bool {
        guard isCurrent else { return post(.job(job, executor)) }
        unsafe soon.append((job, executor))
        return true
    }
}

// MARK: Sources

extension EventLoop {
    /// Tells `source` whenever `socket` can be read, until it is removed; about writing only when asked to.
    package func add(_ source: any LoopSource, _ socket: StreamSocket) throws(WireError) -> LoopRegistration {
        let result: Result<LoopRegistration, WireError> = state.withLock { state in
            guard state.phase == .created || state.phase == .running else {
                return .failure(WireError(.closed, detail: "the loop was stopped"))
            }
            let entry = SourceTable.Entry(source: source, socket: socket, interest: .read)
            let registration = state.sources.add(entry)
            let added = socket.withDescriptor { poller.add($0, token: registration.token, .read) }
            guard let error = added ?? StreamSocket.closedError else { return .success(registration) }
            _ = state.sources.remove(registration)
            return .failure(error)
        }
        return try result.get()
    }

    package func setWantsWrite(_ wants: Bool, _ registration: LoopRegistration) {
        change(registration) { wants ? $0.union(.write) : $0.subtracting(.write) }
    }

    /// With false the source is not told that there is something to read, nor that the peer has gone.
    package func setWantsRead(_ wants: Bool, _ registration: LoopRegistration) {
        change(registration) { wants ? $0.union(.read) : $0.subtracting(.read) }
    }

    /// Lets the source be told no more, which on the loop's thread holds from here on.
    ///
    /// Before the socket is closed.
    package func remove(_ registration: LoopRegistration) {
        let entry = state.withLock { state in
            let entry = state.sources.remove(registration)
            if let entry, !entry.interest.isEmpty { entry.socket.withDescriptor { poller.remove($0) } }
            return entry
        }
        withExtendedLifetime(entry) {}  // the source may end here, outside the lock: it may come back to the loop
    }

    private func change(_ registration: LoopRegistration, _ interest: (Interest) -> Interest) {
        let wakes = state.withLock { state -> Bool in
            guard let before = state.sources.change(registration, to: interest) else { return false }
            let after = interest(before.interest)
            let failure = before.socket.withDescriptor { descriptor -> WireError? in
                switch (before.interest.isEmpty, after.isEmpty) {
                case (true, _): poller.add(descriptor, token: registration.token, after)
                // Out of the set, since the end of a connection is told whether it is asked for or not.
                case (_, true): poller.remove(descriptor)
                default: poller.change(descriptor, token: registration.token, after)
                }
            }
            guard case .some(.some) = failure else { return false }
            // Nobody would ever be told: let the source find out by itself.
            state.posted.append(.closure { before.source.ready([.read, .hangup]) })
            return state.needsWake()
        }
        if wakes { poller.wake() }
    }
}

// MARK: Timers

extension EventLoop {
    /// A timer that runs `fire` on the loop's thread; see ``LoopTimer``.
    package func makeTimer(_ fire: @escaping @Sendable () -> Void) -> LoopTimer {
        makeTimer(.call(fire))
    }

    /// A timer that tells the source of `registration`, without keeping it alive.
    package func makeTimer(for registration: LoopRegistration) -> LoopTimer {
        makeTimer(.tell(registration))
    }

    private func makeTimer(_ action: TimerAction) -> LoopTimer {
        LoopTimer(loop: self, id: state.withLock { $0.timers.add(action) })
    }

    func setTimer(_ id: TimerTable<TimerAction>.ID, _ deadline: Instant) {
        let wakes = state.withLock { state in
            state.timers.set(deadline, id)
            return state.needsWake(by: state.timers.nextWakeUp)
        }
        if wakes { poller.wake() }
    }

    func clearTimer(_ id: TimerTable<TimerAction>.ID) {
        state.withLock { $0.timers.clear(id) }
    }

    func removeTimer(_ id: TimerTable<TimerAction>.ID) {
        let action = state.withLock { $0.timers.remove(id) }
        withExtendedLifetime(action) {}  // what it holds may end here, outside the lock: it may come back to the loop
    }
}

// MARK: The thread

extension EventLoop {
    private func run() {
        threadNumber.store(Thread.current, ordering: .relaxed)
        var events = [Poller.Event](repeating: Poller.Event(), count: 256)
        var work: [Work] = []
        while let deadline = fallAsleep(isBusy: unsafe !work.isEmpty || !soon.isEmpty) {
            let count = poller.wait(&events, until: deadline)
            state.withLock { state in
                state.sleepsUntil = nil
                state.isWakePending = false
            }
            for event in events.prefix(count) { dispatch(event) }
            fireTimers()
            runPosted(&work)
            runSoon()
        }
        end()
    }

    /// Until when to wait for sockets; nil when all is done and the loop has been stopped.
    private func fallAsleep(isBusy: Bool) -> Instant? {
        state.withLock { state in
            if isBusy || !state.posted.isEmpty { return Instant(nanoseconds: 0) }
            if state.phase == .stopping { return nil }
            state.sleepsUntil = state.timers.nextWakeUp
            return state.sleepsUntil
        }
    }

    private func dispatch(_ event: Poller.Event) {
        guard let source = source(of: LoopRegistration(token: event.token)) else { return }
        source.ready(Readiness(rawValue: event.readiness))
        runSoon()
    }

    private func source(of registration: LoopRegistration) -> (any LoopSource)? {
        state.withLock { $0.sources.source(of: registration) }
    }

    private func fireTimers() {
        guard state.withLock({ $0.timers.nextWakeUp }) != .distantFuture else { return }
        let now = Instant.now()
        while let action = state.withLock({ $0.timers.popDue(at: now) }) {
            switch action {
            case .call(let fire): fire()
            case .tell(let registration): source(of: registration)?.timerFired()
            }
            runSoon()
        }
    }

    /// Runs what was posted before this turn, or as much as one turn may take.
    private func runPosted(_ work: inout [Work]) {
        if work.isEmpty {
            state.withLock { swap(&$0.posted, &work) }
            work.reverse()
        }
        for _ in 0..<Self.postsPerTurn {
            guard let next = work.popLast() else { return }
            Self.perform(next)
            runSoon()
        }
    }

    private func runSoon() {
        var done = 0
        while unsafe done < soon.count, done < Self.jobsPerCallback {
            let (job, executor) = unsafe soon[done]
            done += 1
            executor.run(job)
        }
        if unsafe done == soon.count {
            unsafe soon.removeAll(keepingCapacity: true)
        } else {
            unsafe soon.removeFirst(done)
        }
    }

    private static func perform(_ work: Work) {
        switch work {
        case .closure(let run): run()
        case .job(let job, let executor): executor.run(job)
        }
    }

    private func end() {
        let sources = state.withLock { state in
            state.phase = .ended
            return state.sources.removeAll()
        }
        withExtendedLifetime(sources) {}  // may end here, outside the lock
        while unsafe !soon.isEmpty { runSoon() }
        threadNumber.store(0, ordering: .relaxed)
    }
}
