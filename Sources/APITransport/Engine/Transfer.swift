import APIWire
import Synchronization

/// One request of a caller's, from the call to its single answer, over all redirects and repetitions.
///
/// It decides what comes next; who carries it out is a driver: ``LoopDriver`` for callers that go on meanwhile,
/// ``BlockingDriver`` for callers that wait.
final class Transfer: Sendable {
    /// Where the request is.
    ///
    /// Guarded by the lock, since cancelling comes from any thread.
    enum Stage {
        case starting
        case waiting(Pool.State.WaitTicket, ConnectionKey)
        case dialing(any Cancellable)
        case pausing
        case exchanging(Connection, Exchange)
        case finished
    }

    struct State {
        var stage = Stage.starting
        var hop: Hop
        /// Proves who asks, as long as the origin is the one the credentials are for.
        var authenticator: AuthenticatorReference?
        /// Times the request was sent on a connection, over all hops.
        var attempts = 0
        /// Times this hop was sent again because its connection broke or the server asked for it.
        var repetitions = 0
        var metrics = TransferMetrics()
        /// Why the request is to end, once somebody asked for it.
        var cancellation: TransportError.Kind?
        /// Carries the request out, until it has ended.
        var driver: (any Driver)?

        init(_ hop: Hop, _ authenticator: AuthenticatorReference?) {
            self.hop = hop
            self.authenticator = authenticator
        }

        mutating func follow(_ step: RedirectStep, status: Int, namesReferrer: Bool) {
            hop = hop.following(step, status: status, namesReferrer: namesReferrer)
            // Credentials that stayed behind on an earlier hop must not come back: only the new URL can name others.
            if step.dropsCredentials || authenticator == nil {
                authenticator = hop.authenticator(nil)
            }
            repetitions = 0
        }
    }

    /// What follows an exchange.
    enum NextStep {
        case complete(Result<HTTPResponse, TransportError>)
        /// Send the (changed) request; `fresh`: not on a connection that has been idle
        case again(fresh: Bool, after: Duration)
    }

    /// What a driver must be able to do for others.
    protocol Driver: AnyObject, Sendable {
        /// Somebody asked for the end of the request. From any thread.
        func cancelled()
        /// The sink takes bytes again. From any thread.
        func resumed()
        /// The request's body has more bytes, or ends. From any thread.
        func bodyResumed()
        /// The exchange is over.
        ///
        /// On the thread that drives the connection.
        func advance(_ next: NextStep)
    }

    let engine: Engine
    let request: HTTPRequest
    let destination: ResponseDestination
    let events: SharedEvents?
    let limits: TimeLimits
    let startedAt: Instant
    let totalDeadline: Instant?
    let state: Mutex<State>
    private let held = Atomic<Bool>(false)

    init(_ request: HTTPRequest, destination: ResponseDestination, events: TransferEvents?, engine: Engine) {
        self.engine = engine
        self.request = request
        self.destination = destination
        self.events = events.map(SharedEvents.init)
        let own = request.options.deadlines
        limits = own == Deadlines() ? engine.timeLimits : TimeLimits(own.filled(from: engine.configuration.deadlines))
        let now = Instant.now()
        startedAt = now
        totalDeadline = limits.total.map { now.advanced(byNanoseconds: $0) }
        let hop = Hop(request)
        state = Mutex(State(hop, hop.authenticator(request.options.credentials)))
    }

    /// Whether sending the request twice does what sending it once does.
    var isIdempotent: Bool {
        request.options.isIdempotent ?? state.withLock { $0.hop.method.isIdempotent }
    }

    /// Whether the bound on the whole was nothing, so that it passes before anything is sent.
    var isTooLate: Bool { totalDeadline.map { $0 <= startedAt } ?? false }

    func setDriver(_ new: any Driver) {
        state.withLock { $0.driver = new }
    }

    // MARK: From any thread

    /// Asks for the end of the request.
    ///
    /// The first reason stands.
    func cancel(_ kind: TransportError.Kind) {
        let driver = state.withLock { state -> (any Driver)? in
            guard state.cancellation == nil else { return nil }
            if case .finished = state.stage { return nil }
            state.cancellation = kind
            return state.driver
        }
        driver?.cancelled()
    }

    /// Whether nothing is read or written, by the caller's wish.
    var isHeld: Bool {
        get { held.load(ordering: .relaxed) }
        set { held.store(newValue, ordering: .relaxed) }
    }

    /// Bytes may move again, or a sink takes them again.
    func resumed() {
        state.withLock { $0.driver }?.resumed()
    }

    /// There is more of the request's body, or its end.
    func bodyResumed() {
        state.withLock { $0.driver }?.bodyResumed()
    }

    // MARK: Errors outside an exchange

    /// What follows a failure before anything of this hop was sent.
    func failedUnsent(_ fault: Fault, phase: TransportError.Phase) -> NextStep {
        let attempt = FailedAttempt(
            kind: fault.kind,
            sentAnything: false,
            receivedAnything: false,
            wasReused: false,
            isIdempotent: isIdempotent,
            canSendBodyAgain: true
        )
        if let pause = pause(after: attempt) { return .again(fresh: false, after: pause) }
        return .complete(.failure(error(fault, phase: phase)))
    }

    /// Whether a failed attempt is repeated, and after what pause.
    func pause(after attempt: FailedAttempt) -> Duration? {
        if engine.isShutDown { return nil }
        if let totalDeadline, totalDeadline <= Instant.now() { return nil }
        return state.withLock { state in
            guard state.cancellation == nil else { return nil }
            switch attempt.decision(repetitions: state.repetitions, policy: request.options.retries) {
            case .giveUp: return nil
            case .replaceStaleConnection: return .zero
            case .pause(let pause):
                state.repetitions += 1
                return pause
            }
        }
    }

    /// An error before anything of this hop was sent.
    func error(_ fault: Fault, phase: TransportError.Phase) -> TransportError {
        // What fails because the client was shut down fails for that reason.
        let fault = engine.isShutDown && fault.kind.mayPass ? Self.cancellationFault(.clientClosed) : fault
        var error = TransportError(
            kind: fault.kind,
            phase: fault.phase ?? phase,
            message: fault.message,
            retry: fault.kind.mayPass ? .always : .never
        )
        (error.attempts, error.metrics, error.host) = state.withLock { ($0.attempts, $0.metrics, $0.hop.url.host) }
        error.metrics.total = startedAt.duration(to: Instant.now())
        return error
    }

    func throwIfCancelled() throws(Fault) {
        if let kind = state.withLock({ $0.cancellation }) { throw Self.cancellationFault(kind) }
    }

    /// For steps that may take long: throws when the request was cancelled, the client shut down or the time is up.
    func throwIfOver() throws(Fault) {
        try throwIfCancelled()
        if engine.isShutDown { throw Self.cancellationFault(.clientClosed) }
        if let totalDeadline, totalDeadline <= Instant.now() { throw .totalTimeout }
    }

    static func cancellationFault(_ kind: TransportError.Kind) -> Fault {
        Fault(kind, kind == .clientClosed ? "The client was shut down." : "The request was cancelled.")
    }

    // MARK: Exchanges

    /// Makes the exchange for the current hop, to be carried by `connection`.
    func makeExchange(
        on connection: Connection,
        isReused: Bool,
        handshakeBy: Instant??,
        now: Instant
    ) throws(Fault) -> Exchange {
        let (hop, proof) = try state.withLock { state throws(Fault) in (state.hop, try prepareProof(&state)) }
        var limits = engine.configuration.limits
        if let bytes = request.options.maximumBodyBytes { limits.bodyBytes = bytes }
        let withheld: HTTPBody? = proof?.withholdsBody == true ? .bytes([]) : hop.body
        let exchange = Exchange(
            transfer: self,
            isReused: isReused,
            remote: connection.remoteDescription,
            body: try RequestBodyReader(withheld, fields: hop.fields, usesHTTP10: request.options.usesHTTP10),
            parser: ResponseParser(method: hop.method, limits: limits),
            clock: ExchangeClock(
                self.limits,
                total: totalDeadline,
                handshake: handshakeBy ?? nil,
                isHandshaking: handshakeBy != nil,
                now: now
            ),
            now: now
        )
        exchange.authorization = proof?.value
        if !exchange.body.isFinished, hop.expectsContinue, !request.options.usesHTTP10 {
            exchange.holdsBody = true
            exchange.clock.bodyHeld(until: now.advanced(by: .seconds(1)))
        }
        return exchange
    }

    private func prepareProof(_ state: inout State) throws(Fault) -> Authenticator.Preparation? {
        guard state.authenticator != nil else { return nil }
        let nonce = Base64.encode(Random.bytes(18))
        let hop = state.hop
        do {
            return try state.authenticator?.value.prepare(
                method: hop.method,
                target: hop.url.target,
                hasBody: hop.body != nil,
                clientNonce: nonce
            )
        } catch {
            throw Fault(error.kind, error.message, phase: error.phase)
        }
    }

    /// Writes the head of the current hop.
    func writeHead(of exchange: Exchange, to buffer: inout [UInt8]) {
        let hop = state.withLock { state in
            state.attempts += 1
            return state.hop
        }
        var fields = hop.fields
        var added = HTTPFields()
        // A request without content must not ask for leave to send it (RFC 9110 section 10.1.1).
        if !exchange.holdsBody, hop.expectsContinue { fields.remove("expect") }
        if request.options.usesCookies, let cookies = engine.configuration.cookies,
            let value = cookies.header(for: hop.url, hostField: fields["host"])
        {
            // One Cookie field, as RFC 6265 5.4 has it: the jar's cookies, then those the caller wrote by hand.
            let own = fields.values("cookie")
            fields.remove("cookie")
            added.appendValidated(name: "Cookie".utf8.span, value: Self.joined(value, own).span)
        }
        if let value = exchange.authorization {
            added.appendValidated(name: "Authorization".utf8.span, value: value.span)
        }
        RequestWriter.appendHead(
            method: hop.method,
            url: hop.url,
            fields: fields,
            added: added,
            defaults: engine.defaults,
            omitting: request.options.decodesContent
                ? request.options.omittedDefaults : request.options.omittedDefaults + ["Accept-Encoding"],
            framing: exchange.body.framing,
            usesHTTP10: request.options.usesHTTP10,
            to: &buffer
        )
        if let attempt = events?.value.attempt {
            attempt(
                TransferAttempt(head: buffer, remoteAddress: exchange.remote, isReused: exchange.isReused)
            )
        }
    }

    private static func joined(_ cookies: [UInt8], _ own: [String]) -> [UInt8] {
        own.filter { !$0.isEmpty }.reduce(cookies) { $0 + "; ".utf8 + $1.utf8 }
    }

    /// The exchange has its response; the connection goes back to the pool.
    func exchangeEnded(_ exchange: Exchange, on connection: Connection, reusable: Bool) {
        if let ticket = connection.takeTicket() { engine.trust.keep(ticket, for: connection.key) }
        let now = Instant.now()
        let next = conclude(exchange, now: now)
        giveBack(connection, reusable: reusable, serverLimit: exchange.parser.keepAliveTimeout, now: now)
        advance(next)
    }

    /// The exchange failed, and the connection with it.
    func exchangeFailed(_ exchange: Exchange, on connection: Connection, _ fault: Fault) {
        let now = Instant.now()
        let next = conclude(exchange, fault, now: now)
        giveBack(connection, reusable: false, now: now)
        advance(next)
    }

    private func giveBack(_ connection: Connection, reusable: Bool, serverLimit: Int? = nil, now: Instant) {
        if !reusable { connection.close() }
        engine.pool.release(connection, reusable: reusable, serverLimit: serverLimit, now: now)
    }

    /// A cancellation that came meanwhile wins over another attempt.
    private func advance(_ next: NextStep) {
        let (driver, cancellation) = state.withLock { state in
            state.stage = .starting
            return (state.driver, state.cancellation)
        }
        if case .again = next, let cancellation {
            let error = error(Self.cancellationFault(cancellation), phase: .queue)
            driver?.advance(.complete(.failure(error)))
        } else {
            driver?.advance(next)
        }
    }

    /// Marks the request as ended; false if it was before.
    func finish() -> Bool {
        let (isFirst, driver) = state.withLock { state -> (Bool, (any Driver)?) in
            if case .finished = state.stage { return (false, nil) }
            state.stage = .finished
            return (true, state.driver.take())
        }
        withExtendedLifetime(driver) {}  // may end here, outside the lock
        return isFirst
    }
}

/// What proves who asks, behind a reference: it is large, and most requests have none.
///
/// SAFETY: `@unchecked Sendable` because it is touched only under the lock of the one transfer that has it.
final class AuthenticatorReference: @unchecked Sendable {
    var value: Authenticator

    init(_ value: Authenticator) {
        self.value = value
    }
}

/// A caller's events behind a reference: most requests have none, and the closures are many.
final class SharedEvents: Sendable {
    let value: TransferEvents

    init(_ value: TransferEvents) {
        self.value = value
    }
}

/// Something under way that can be stopped.
protocol Cancellable: AnyObject, Sendable {
    func cancel()
}
