import APIWire

/// The deadlines of one exchange on a connection: event in, next deadline out.
struct ExchangeClock {
    /// Whose deadline it is.
    enum Limit {
        case total, tls, firstByte, idle
        /// Not an error: a body that nobody wants is not waited for any longer
        case drain
        /// Not an error: a held body is sent when the server does not ask for it (RFC 9110 section 10.1.1)
        case hold
        /// Not an error: the source of the body, which gave nothing, is asked again
        case pause
    }

    private let total: Instant?
    private let handshakeTime: Duration?
    private var handshake: Instant?
    private let firstByte: UInt64?
    private let idle: UInt64?
    private var idleUntil: Instant?
    private var firstByteUntil: Instant?
    private var holdUntil: Instant?
    private var drainUntil: Instant?
    private var pauseUntil: Instant?
    private var isHandshaking: Bool

    /// `handshake` is when the TLS handshake of a new connection has to be over.
    init(_ limits: TimeLimits, total: Instant?, handshake: Instant?, isHandshaking: Bool, now: Instant) {
        self.total = total
        self.handshake = handshake
        handshakeTime = handshake.map { now.duration(to: $0) }
        self.isHandshaking = isHandshaking
        firstByte = limits.firstByte
        idle = limits.idle
        moved(at: now)
    }

    /// Bytes went one way or the other.
    mutating func moved(at now: Instant) {
        if let idle { idleUntil = now.advanced(byNanoseconds: idle) }
    }

    /// Nobody wanted bytes until now: the waits for them begin anew.
    mutating func restarted(at now: Instant) {
        moved(at: now)
        if firstByteUntil != nil { requestEnded(at: now) }
        if let handshakeTime { handshake = now.advanced(by: handshakeTime) }
    }

    mutating func handshakeEnded() {
        isHandshaking = false
    }

    /// The last byte of the request was written.
    mutating func requestEnded(at now: Instant) {
        if let firstByte { firstByteUntil = now.advanced(byNanoseconds: firstByte) }
    }

    /// The first byte of the answer came.
    ///
    /// A held body waits on: this may be an interim answer that says nothing about it.
    mutating func responseBegan() {
        firstByteUntil = nil
    }

    mutating func bodyHeld(until deadline: Instant) {
        holdUntil = deadline
    }

    mutating func bodyReleased() {
        holdUntil = nil
    }

    /// The source of the body is left alone for so long.
    mutating func bodyPauses(until deadline: Instant) {
        pauseUntil = deadline
    }

    mutating func bodyGoesOn() {
        pauseUntil = nil
    }

    /// What still comes is read for the sake of the connection alone.
    mutating func drains(until deadline: Instant) {
        drainUntil = deadline
    }

    /// The deadline that comes first.
    var next: (at: Instant, limit: Limit)? {
        var first: (at: Instant, limit: Limit)?
        func consider(_ deadline: Instant?, _ limit: Limit) {
            guard let deadline else { return }
            if let known = first, known.at <= deadline { return }
            first = (deadline, limit)
        }
        consider(total, .total)
        if isHandshaking {
            consider(handshake, .tls)
        } else {
            consider(firstByteUntil, .firstByte)
        }
        consider(idleUntil, .idle)
        consider(holdUntil, .hold)
        consider(drainUntil, .drain)
        consider(pauseUntil, .pause)
        return first
    }
}

extension ExchangeClock.Limit {
    /// The sentence of the error that passing it makes.
    var message: String {
        switch self {
        case .total: "The request took longer than it may in all."
        case .tls: "The TLS handshake took longer than it may."
        case .firstByte: "The server did not begin to answer in time."
        case .idle: "No byte moved for longer than allowed."
        case .drain: "The rest of an answer that nobody wants did not come in time."
        case .pause: "The body of the request gave nothing in time."
        case .hold: "The server did not ask for the body in time."
        }
    }
}
