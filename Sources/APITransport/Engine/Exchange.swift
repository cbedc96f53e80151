import APIWire

/// What is done after a response that is not the answer.
indirect enum FollowUp: Sendable {
    case redirect(RedirectStep)
    /// The same request, with credentials
    case authenticate
    /// The same request without its Expect field, which the server does not meet (RFC 9110 section 15.5.18)
    case withoutExpectation
    /// The same request, later
    case repetition(after: Duration)
}

/// One request on one connection, and what comes back.
///
/// SAFETY: `@unchecked Sendable` because it moves from the thread that submits it to the one that reads the answer. It
/// belongs to the connection that carries it and is touched only under that connection's lock until the connection
/// hands it back, and by one thread after that.
final class Exchange: @unchecked Sendable {
    /// How much of a body that nobody wants is read to keep its connection.
    static let drainLimit = 64 * 1024
    /// How long; a new connection takes no longer.
    static let drainTime = Duration.seconds(1)

    let transfer: Transfer
    let isReused: Bool
    /// The server's address and port.
    let remote: String
    let startedAt: Instant

    var body: RequestBodyReader
    /// The body waits for a 100 (Continue).
    var holdsBody = false
    var parser: ResponseParser
    var clock: ExchangeClock
    var collector = ResponseCollector()

    var head: ResponseHead?
    var informational: [InformationalResponse] = []
    /// The response is read for what it says, such as where to go instead; its body goes nowhere.
    var isIntermediate: Bool { followUp != nil }
    /// What comes after an intermediate response.
    var followUp: FollowUp?
    /// The value of the Authorization field of this attempt.
    var authorization: [UInt8]?
    /// Nothing more of an intermediate response is worth reading.
    var isAbandoned = false

    /// The message has ended, and whether more bytes came behind it; the exchange ends when its body is decoded.
    var endsWithSurplus: Bool?

    /// Bytes of the request that the kernel took.
    var sent: Int64 = 0
    /// How many of them are its head.
    var headLength: Int64 = 0
    /// Bytes of the response.
    var received: Int64 = 0
    /// When the request could be written: from the start, or when the handshake was over.
    var writingFrom: Instant
    var requestEndedAt: Instant?
    var firstByteAt: Instant?
    /// TLS handshake of this connection, when this exchange opened it.
    var handshakeTime: Duration?
    /// What TLS agreed on, once it has.
    var tls: (version: String, isResumed: Bool)?

    init(
        transfer: Transfer,
        isReused: Bool,
        remote: String,
        body: RequestBodyReader,
        parser: ResponseParser,
        clock: ExchangeClock,
        now: Instant
    ) {
        self.transfer = transfer
        self.isReused = isReused
        self.remote = remote
        self.body = body
        self.parser = parser
        self.clock = clock
        startedAt = now
        writingFrom = now
    }

    var requestWasSent: Bool { sent > 0 }
    var requestIsComplete: Bool { requestEndedAt != nil }

    /// The step that a failure now would be in.
    var phase: TransportError.Phase {
        if head != nil { return .body }
        return requestIsComplete || firstByteAt != nil ? .head : .send
    }

    // MARK: Events from the connection

    /// Bytes of the response came; those of a TLS handshake are none.
    func received(_ count: Int, now: Instant) {
        if firstByteAt == nil {
            firstByteAt = now
            clock.responseBegan()
        }
        received += Int64(count)
    }

    func informationalArrived(_ head: ResponseHead) {
        let response = InformationalResponse(status: head.status, reason: head.reason, fields: head.fields)
        informational.append(response)
        if head.status == 100 { releaseBody() }
        transfer.events?.value.informational?(response)
    }

    func headArrived(_ head: ResponseHead) throws(Fault) {
        self.head = head
        if holdsBody {
            // The final answer came instead of 100: the body is not wanted (RFC 9110 section 10.1.1).
            clock.bodyReleased()
        }
        switch try transfer.judge(head, of: self) {
        case .deliver(let collector):
            self.collector = collector
            transfer.headArrived(self)
        case .intermediate(let next):
            followUp = next
            parser.liftBodyLimit()
            transfer.intermediateArrived(self)
            clock.drains(until: Instant.now().advanced(by: Self.drainTime))
            if let expected = parser.bodyExpected, expected > UInt64(Self.drainLimit) { isAbandoned = true }
        }
    }

    func bodyArrived(_ piece: Span<UInt8>) throws(Fault) {
        if isIntermediate {
            if parser.bodyReceived > UInt64(Self.drainLimit) { isAbandoned = true }
            return
        }
        try collector.receive(piece) { () throws(Fault) in try transfer.throwIfOver() }
        transfer.bodyMoved(self)
    }

    /// Goes on with a body of which more is to be decoded than one turn may take.
    func bodyProceeds() throws(Fault) {
        try collector.proceed { () throws(Fault) in try transfer.throwIfOver() }
    }

    /// The socket took bytes, so many of them the request's; those of a TLS handshake are none.
    func sent(_ count: Int64, now: Instant) {
        clock.moved(at: now)
        sent += count
        transfer.requestMoved(self)
    }

    /// The body as it was collected in memory; it can be taken once.
    func takeBody() -> [UInt8] {
        collector.takeBytes()
    }

    func releaseBody() {
        holdsBody = false
        clock.bodyReleased()
    }
}
