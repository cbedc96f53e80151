import APIWire
import Synchronization

/// A connection to an origin: the lock around ``ConnectionCore``, and its place on a loop.
///
/// Two threads may meet here: the one that submits a request, which writes it, and the loop's, which reads the answer.
/// A caller that blocks takes the connection off the loop for the time of its request; then only that caller drives it.
final class Connection: LoopSource, Sendable {
    /// Where the connection is watched.
    private struct Seat {
        let context: LoopContext
        let registration: LoopRegistration
        let timer: LoopTimer
        var wantsWrite = false
        var isReading = true
        /// What is watched beside it: where more of the request's body will come from.
        var input: (descriptor: InputDescriptor, registration: LoopRegistration)?

        /// Has the loop wait for what the core wants, in place, since this is done at each turn.
        mutating func follow(_ core: inout ConnectionCore, of connection: Connection) throws(WireError) {
            if wantsWrite != core.writesNow {
                wantsWrite.toggle()
                context.loop.setWantsWrite(wantsWrite, registration)
            }
            if isReading == core.isPaused {
                isReading.toggle()
                context.loop.setWantsRead(isReading, registration)
            }
            if let next = core.exchange?.clock.next { timer.set(next.at) }
            try watch(core.awaitedInput, for: connection)
        }

        /// Has the loop watch that, and nothing else beside the connection.
        mutating func watch(_ descriptor: InputDescriptor?, for connection: Connection) throws(WireError) {
            guard input?.descriptor !== descriptor else { return }
            if let known = input.take() { context.loop.remove(known.registration) }
            guard let descriptor else { return }
            let registration = try context.loop.add(InputWatch(connection), descriptor.stream)
            input = (descriptor, registration)
        }
    }

    private struct State {
        var core: ConnectionCore
        var seat: Seat?
        /// The loop is to come back although nothing came.
        var isScheduled = false
    }

    let key: ConnectionKey
    let socket: StreamSocket
    let remoteAddress: SocketAddress
    /// `127.0.0.1:443`, made once.
    let remoteDescription: String
    /// It has the connection too; to close the connection, or to shut the pool down, undoes that.
    private let pool: Pool
    private let state: Mutex<State>
    /// The client was shut down; whoever holds the lock meanwhile acts on it afterwards.
    private let isClientClosed = Atomic<Bool>(false)

    init(
        to key: ConnectionKey,
        at address: SocketAddress,
        over socket: StreamSocket,
        tls: sending TLSSession?,
        pool: Pool,
        now: Instant
    ) {
        self.key = key
        self.socket = socket
        self.pool = pool
        remoteAddress = address
        remoteDescription = address.description
        state = Mutex(State(core: ConnectionCore(socket: socket, tls: tls, now: now), seat: nil))
    }

    // MARK: On a loop

    /// Has the loop watch the connection; nothing changes if it does already.
    func attach(to context: LoopContext) throws(WireError) {
        if withState({ $0.seat != nil }) { return }
        let registration = try context.loop.add(self, socket)
        let timer = context.loop.makeTimer(for: registration)
        withState { $0.seat = Seat(context: context, registration: registration, timer: timer) }
    }

    /// Takes the connection off its loop: a caller that blocks is going to drive it.
    func detach() {
        let seat = withState { state in
            defer { state.seat = nil }
            return state.seat
        }
        guard let seat else { return }
        seat.timer.clear()
        seat.context.loop.remove(seat.registration)
        if let input = seat.input { seat.context.loop.remove(input.registration) }
    }

    /// The loop's call: the socket has something.
    func ready(_ readiness: Readiness) {
        guard let context = withState({ $0.seat?.context }) else { return }
        let now = Instant.now()
        let (progress, comesBack) = context.buffers.withLock { buffers in
            withState { state -> (ConnectionCore.Progress?, comesBack: Bool) in
                // Meanwhile a blocking caller may have taken the connection.
                guard state.seat != nil else { return (nil, false) }
                let progress = state.core.pump(&buffers.wire, &buffers.plain, now: now)
                follow(&state)
                guard state.core.goesOn, !state.isScheduled else { return (progress, false) }
                state.isScheduled = true
                return (progress, true)
            }
        }
        if comesBack { comeBack(on: context) }
        if let progress { settle(progress) }
    }

    /// Has the loop come back, when the others have had their turn, for what this turn left to do.
    private func comeBack(on context: LoopContext) {
        context.loop.post { [self] in
            withState { $0.isScheduled = false }
            ready(.read)
        }
    }

    /// Starts an exchange on the loop.
    ///
    /// Whatever its end, it is reported to the exchange's transfer.
    func begin(_ exchange: Exchange) {
        let progress = withState { state in
            let progress = state.core.begin(exchange, now: exchange.startedAt)
            follow(&state)
            return progress
        }
        settle(progress)
    }

    /// Ends the exchange with an error if it is still under way.
    ///
    /// Runs on the loop's thread.
    func abort(_ exchange: Exchange, _ fault: Fault) {
        let progress = withState { $0.core.abort(exchange, fault) }
        if let progress { settle(progress) }
    }

    /// The sink of the response takes bytes again.
    ///
    /// Runs on the loop's thread.
    func resumeReading(_ exchange: Exchange) {
        let isCurrent = withState { state in
            guard state.core.exchange === exchange else { return false }
            exchange.collector.resume()
            exchange.clock.restarted(at: .now())
            return true
        }
        if isCurrent { ready(.read) }
    }

    /// The body of the request has more bytes, or its end.
    ///
    /// Runs on the loop's thread.
    func resumeBody(of exchange: Exchange) {
        let isCurrent = withState { state in
            guard state.core.exchange === exchange else { return false }
            state.core.bodyGoesOn(now: .now())
            return true
        }
        if isCurrent { ready(.read) }
    }

    /// The loop's call: there is more of the body to read.
    fileprivate func inputReady() {
        bodyGoesOn()
        ready(.read)
    }

    /// The loop's call: a deadline may have passed.
    func timerFired() {
        let now = Instant.now()
        let progress = withState { state in
            let progress = state.core.deadlinePassed(now: now)
            follow(&state)
            return progress
        }
        if let progress { settle(progress) }
    }

    /// Makes the loop wait for what the core wants, and wake up at its next deadline.
    private func follow(_ state: inout State) {
        do {
            try state.seat?.follow(&state.core, of: self)
        } catch {
            // Nobody would ever say that there is more: that is found out like a body that cannot be read.
            let fault = Fault(.file, "The body of the request cannot be waited for (\(error.summary)).", phase: .send)
            guard let exchange = state.core.exchange, let context = state.seat?.context else { return }
            context.loop.post { self.abort(exchange, fault) }
        }
    }

    private func settle(_ progress: ConnectionCore.Progress) {
        switch progress {
        case .waiting:
            break
        case .ended(let exchange, let reusable):
            exchange.transfer.exchangeEnded(exchange, on: self, reusable: reusable)
        case .failed(let exchange, let fault):
            exchange.transfer.exchangeFailed(exchange, on: self, fault)
        case .closedWhileIdle:
            close()
            pool.closed(self)
        }
    }

    // MARK: On a caller's thread

    /// Starts an exchange that the calling thread drives.
    func beginBlocking(_ exchange: Exchange) -> ConnectionCore.Progress {
        withState { $0.core.begin(exchange, now: exchange.startedAt) }
    }

    func pump(_ buffers: inout ReadBuffers, now: Instant) -> ConnectionCore.Progress {
        withState { $0.core.pump(&buffers.wire, &buffers.plain, now: now) }
    }

    func abortBlocking(_ exchange: Exchange, _ fault: Fault) -> ConnectionCore.Progress? {
        withState { $0.core.abort(exchange, fault) }
    }

    func deadlinePassed(now: Instant) -> ConnectionCore.Progress? {
        withState { $0.core.deadlinePassed(now: now) }
    }

    /// What to wait for, and until when.
    var waitsFor: (interest: Interest, input: InputDescriptor?, until: Instant?, goesOn: Bool) {
        withState { $0.core.waits() }
    }

    // MARK: Both

    /// There is more of the request's body, or its end.
    func bodyGoesOn() {
        withState { $0.core.bodyGoesOn(now: .now()) }
    }

    /// Whether an idle connection can still carry a request.
    ///
    /// Reads what the server may have sent meanwhile.
    func isStillUsable(_ buffers: inout ReadBuffers) -> Bool {
        withState { $0.core.isStillUsable(&buffers.wire, &buffers.plain) }
    }

    /// The newest session ticket, once.
    func takeTicket() -> TLSTicket? {
        key.origin.isSecure ? withState { $0.core.tls?.takeTicket() } : nil
    }

    /// The client was shut down while an exchange was under way.
    ///
    /// The call may come from one of the exchange's own callbacks, under the lock: then it counts once the lock is free.
    func clientClosed() {
        isClientClosed.store(true, ordering: .sequentiallyConsistent)
        noticeClosing()
    }

    /// The lock, which everybody takes this way: who lets go of it sees what ``clientClosed()`` could not do meanwhile.
    private func withState<Value>(_ body: (inout sending State) -> sending Value) -> sending Value {
        defer { noticeClosing() }
        return state.withLock(body)
    }

    /// Ends the exchange of a client that was shut down, unless somebody holds the lock, who will call this in turn.
    private func noticeClosing() {
        guard isClientClosed.load(ordering: .sequentiallyConsistent) else { return }
        let exchange = state.withLockIfAvailable { $0.core.exchange }
        if case .some(let exchange?) = exchange { exchange.transfer.cancel(.clientClosed) }
    }

    func close() {
        detach()
        withState { $0.core.close() }
        socket.close()
    }
}

/// Tells a connection that there is more of its request's body to read.
private final class InputWatch: LoopSource, Sendable {
    private weak let connection: Connection?

    init(_ connection: Connection) {
        self.connection = connection
    }

    func ready(_ readiness: Readiness) {
        connection?.inputReady()
    }
}
