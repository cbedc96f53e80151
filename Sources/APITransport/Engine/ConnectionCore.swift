import APIWire

/// What a connection does with bytes: TLS, the exchange that is under way, and what is still to be written.
///
/// It works on a non-blocking socket and never waits; whoever drives it (the loop, or a caller on its own thread) waits
/// for what ``interest`` says and calls ``pump`` again.
struct ConnectionCore {
    enum Stage {
        case handshaking, exchanging, idle, closed
    }

    enum Progress {
        /// Wait for the socket.
        case waiting
        /// The exchange has its response. `reusable`: the connection can carry another one.
        case ended(Exchange, reusable: Bool)
        case failed(Exchange, Fault)
        /// Nobody was using the connection, and it cannot be used any more.
        case closedWhileIdle
    }

    private enum Delivery {
        case more, ended, surplus
    }

    let socket: StreamSocket
    let tls: TLSSession?
    var stage: Stage
    var exchange: Exchange?
    var outgoing: [UInt8] = []
    var written = 0
    /// Bytes of the request that TLS has taken and the socket has not.
    var encrypted: Int64 = 0
    var writeFailure: WireError?
    var wantsWrite = false
    let connectedAt: Instant

    /// Reads of one turn: a fast server must not keep the others on the loop waiting.
    private static let readsPerTurn = 16
    /// A read of so many bytes is one of many.
    private static let bulk = 16 * 1024

    init(socket: StreamSocket, tls: TLSSession?, now: Instant) {
        self.socket = socket
        self.tls = tls
        connectedAt = now
        stage = tls == nil ? .idle : .handshaking
    }

    var interest: Interest {
        // Built by hand: the set's own operations are not specialised across modules.
        let write = writesNow ? Interest.write.rawValue : 0
        let read = isPaused ? 0 : Interest.read.rawValue
        return Interest(rawValue: write | read)
    }

    /// What to wait for, and until when; `goesOn`: not at all, since there is something to do although nothing came.
    ///
    /// Mutating, lest the whole connection be copied to ask it.
    mutating func waits() -> (interest: Interest, input: InputDescriptor?, until: Instant?, goesOn: Bool) {
        (interest, awaitedInput, exchange?.clock.next?.at, goesOn)
    }

    /// Where the next bytes of the request's body will come from, when there are none for now.
    var awaitedInput: InputDescriptor? {
        guard case .input(let input)? = exchange?.body.wait, !isHeld else { return nil }
        return input
    }

    /// Whether nothing is to be read now: somebody wants a rest, or what has come is not decoded yet.
    var isPaused: Bool { isResting || isBusy }

    /// Whether ``pump(_:_:now:)`` has something to do although nothing came.
    var goesOn: Bool { isBusy && !isResting }

    var writesNow: Bool { wantsWrite && !isHeld }

    /// By the caller's wish nothing is read or written.
    var isHeld: Bool { exchange?.transfer.isHeld ?? false }

    /// The caller or the sink of the response wants no bytes for now.
    private var isResting: Bool { exchange.map { $0.collector.isPaused || $0.transfer.isHeld } ?? false }

    private var isBusy: Bool { exchange?.collector.isBusy ?? false }

    var isIdle: Bool {
        if case .idle = stage { return true }
        return false
    }

    // MARK: Starting

    /// Takes the exchange and writes what the kernel accepts at once.
    ///
    /// On a new TLS connection it waits for the handshake.
    mutating func begin(_ new: Exchange, now: Instant) -> Progress {
        exchange = new
        if case .closed = stage { return fail(Fault(.closed, "The connection was closed before it could be used.")) }
        if let tls, case .idle = stage { new.tls = (tls.version, tls.isResumed) }
        outgoing.removeAll(keepingCapacity: outgoing.capacity <= RequestBodyReader.pieceSize)
        written = 0
        new.transfer.writeHead(of: new, to: &outgoing)
        new.headLength = Int64(outgoing.count)
        do {
            if !new.holdsBody { try appendBody(of: new, now: now) }
            if let tls, case .handshaking = stage {
                try handshake(tls, [UInt8]().span, now: now)
            } else {
                try startWriting(now: now)
            }
            return .waiting
        } catch {
            return fail(error)
        }
    }

    mutating func startWriting(now: Instant) throws(Fault) {
        stage = .exchanging
        try encryptOutgoing()
        try flush(now: now)
        if let writeFailure, exchange?.requestWasSent != true {
            throw Fault(.closed, "The connection was closed before the request was sent (\(writeFailure.summary)).")
        }
    }

    // MARK: Pumping

    /// Does all that can be done without waiting.
    mutating func pump(_ wire: inout [UInt8], _ plain: inout [UInt8], now: Instant) -> Progress {
        do {
            if writesNow { try flush(now: now) }
            if let progress = try proceed(now: now) { return progress }
            let progress = try read(&wire, &plain, now: now)
            // A server that never lets the socket run dry would keep its driver from looking at the time.
            if case .waiting = progress, let late = deadlinePassed(now: now) { return late }
            return progress
        } catch {
            return fail(error)
        }
    }

    /// Goes on with a body of which more is to be decoded than one turn may take.
    ///
    /// Nil: there is none, and more may be read.
    private mutating func proceed(now: Instant) throws(Fault) -> Progress? {
        guard let exchange else { return nil }
        exchange.collector.turnBegins()
        guard goesOn else { return nil }
        exchange.clock.moved(at: now)
        try exchange.bodyProceeds()
        if exchange.collector.isBusy { return .waiting }
        guard let surplus = exchange.endsWithSurplus else { return nil }
        return try end(exchange, surplus: surplus)
    }

    private mutating func read(_ wire: inout [UInt8], _ plain: inout [UInt8], now: Instant) throws(Fault) -> Progress {
        for _ in 0..<Self.readsPerTurn where !isPaused {
            var target = wire.mutableSpan
            let capacity = target.count
            switch socket.read(into: &target) {
            case .bytes(let count):
                guard let exchange else {
                    if staysIdle(after: count, &wire, &plain) { continue }
                    return closedWhileIdle()
                }
                exchange.clock.moved(at: now)
                if let progress = try take(count, &wire, &plain, exchange, now: now) { return progress }
                // Fewer than asked for: the kernel had no more, and says so when it does. Behind a lot of bytes there are
                // often more by now, and to look for them costs less than to wait for them.
                if count < min(capacity, Self.bulk) { return .waiting }
            case .wouldBlock:
                if let writeFailure { throw closedWhileSending(writeFailure) }
                return .waiting
            case .end:
                guard let exchange else { return closedWhileIdle() }
                return try peerClosed(exchange, cleanly: tls == nil)
            case .failed(let error):
                guard exchange != nil else { return closedWhileIdle() }
                throw broken(error)
            }
        }
        return .waiting
    }

    /// Hands the bytes just read to TLS or straight to the parser.
    ///
    /// Nil: read on.
    private mutating func take(
        _ count: Int,
        _ wire: inout [UInt8],
        _ plain: inout [UInt8],
        _ exchange: Exchange,
        now: Instant
    ) throws(Fault) -> Progress? {
        guard let tls else {
            exchange.received(count, now: now)
            switch try deliver(wire.span.extracting(0..<count), exchange) {
            case .more: return nil
            case .ended: return try messageEnded(exchange, surplus: false)
            case .surplus: return try messageEnded(exchange, surplus: true)
            }
        }
        let input = wire.span.extracting(0..<count)
        var used = 0
        if case .handshaking = stage {
            used = try handshake(tls, input, now: now)
            if case .handshaking = stage { return nil }
            // What the server sends next is still to come.
            if used == count { return nil }
        }
        var delivery = Delivery.more
        while true {
            var consumed = 0
            var produced = 0
            let status: TLSSession.ReceiveStatus
            do {
                var decrypted = plain.mutableSpan
                status = try tls.receive(
                    input.extracting(used..<count),
                    consumed: &consumed,
                    into: &decrypted,
                    produced: &produced
                )
            } catch {
                if case .more = delivery { throw lost(error) }
                return try messageEnded(exchange, surplus: true)
            }
            used += consumed
            if produced > 0 {
                exchange.received(produced, now: now)
                switch delivery {
                case .more: delivery = try deliver(plain.span.extracting(0..<produced), exchange)
                case .ended, .surplus: delivery = .surplus
                }
            }
            switch status {
            case .wantsOutput: continue
            case .wantsInput: break
            case .closed:
                if case .more = delivery { return try peerClosed(exchange, cleanly: true) }
                delivery = .surplus
            }
            break
        }
        if tls.pendingOutput > 0 { try flush(now: now) }
        switch delivery {
        case .more: return nil
        case .ended: return try messageEnded(exchange, surplus: false)
        case .surplus: return try messageEnded(exchange, surplus: true)
        }
    }

    private mutating func deliver(_ input: Span<UInt8>, _ exchange: Exchange) throws(Fault) -> Delivery {
        var position = 0
        while true {
            let event: ResponseParser.Event
            do {
                event = try exchange.parser.next(input, &position)
            } catch {
                throw Fault(error)
            }
            switch event {
            case .needsInput:
                return .more
            case .informational(let head):
                exchange.informationalArrived(head)
                if !exchange.holdsBody, !exchange.requestIsComplete { wantsWrite = true }
            case .head(let head):
                try exchange.headArrived(head)
            case .body(let range):
                try exchange.bodyArrived(input.extracting(range))
            case .end:
                return position < input.count ? .surplus : .ended
            }
            if exchange.isAbandoned { return .surplus }
        }
    }

    // MARK: Ends

    /// The peer closed its side.
    ///
    /// `cleanly`: it said so in a way that cannot be forged (TLS), or there is no such way.
    private mutating func peerClosed(_ exchange: Exchange, cleanly: Bool) throws(Fault) -> Progress {
        if !cleanly, exchange.head != nil, exchange.parser.framing == .untilClose {
            throw Fault(.incompleteBody, "The connection ended without TLS saying so: the body may have been cut.")
        }
        if case .handshaking = stage {
            throw Fault(.tlsHandshake, "The server closed the connection during the TLS handshake.", phase: .tls)
        }
        // The write has taken the reset that reading would have found: this end does not say that all came.
        if tls == nil, let writeFailure, exchange.head != nil { throw broken(writeFailure) }
        let isComplete: Bool
        do {
            isComplete = try exchange.parser.endOfInput()
        } catch {
            throw Fault(error)
        }
        if isComplete { return try messageEnded(exchange, surplus: true) }
        throw Fault(.closed, "The server closed the connection.")
    }

    /// The last byte came: the exchange ends as soon as its body is decoded.
    private mutating func messageEnded(_ exchange: Exchange, surplus: Bool) throws(Fault) -> Progress {
        guard exchange.collector.isBusy else { return try end(exchange, surplus: surplus) }
        exchange.endsWithSurplus = surplus
        return .waiting
    }

    private mutating func end(_ ended: Exchange, surplus: Bool) throws(Fault) -> Progress {
        if !ended.isIntermediate { try ended.transfer.finishBody(of: ended) }
        let reusable = !surplus && ended.parser.keepsAlive && ended.requestIsComplete && writeFailure == nil
        exchange = nil
        stage = reusable ? .idle : .closed
        wantsWrite = false
        if outgoing.capacity > RequestBodyReader.pieceSize { outgoing = [] }
        return .ended(ended, reusable: reusable)
    }

    private mutating func fail(_ fault: Fault) -> Progress {
        stage = .closed
        wantsWrite = false
        guard let failed = exchange else { return .closedWhileIdle }
        exchange = nil
        // What to do next was said in the head: that the rest is no good matters to the connection alone.
        if failed.isIntermediate, fault.kind.spoilsBody { return .ended(failed, reusable: false) }
        return .failed(failed, fault)
    }

    private mutating func closedWhileIdle() -> Progress {
        stage = .closed
        return .closedWhileIdle
    }

    private func closedWhileSending(_ error: WireError) -> Fault {
        if case .handshaking = stage { return broken(error) }
        return Fault(
            .closed,
            "The server closed the connection before it had the whole request (\(error.summary)).",
            phase: .send
        )
    }

    private func broken(_ error: WireError) -> Fault {
        if case .handshaking = stage {
            return Fault(
                .tlsHandshake,
                "The connection broke during the TLS handshake (\(error.summary)).",
                phase: .tls
            )
        }
        return Fault(.closed, "The connection broke (\(error.summary)).")
    }

    // MARK: From outside

    /// A deadline may have passed.
    ///
    /// Nil: none did.
    mutating func deadlinePassed(now: Instant) -> Progress? {
        guard let exchange, let next = exchange.clock.next, next.at <= now else { return nil }
        switch next.limit {
        case .hold:
            exchange.releaseBody()
            wantsWrite = true
            return .waiting
        case .pause:
            bodyGoesOn(now: now)
            return .waiting
        case .total, .tls, .firstByte, .idle, .drain: break
        }
        if exchange.isIntermediate, next.limit != .total {
            return fail(Fault(.incompleteBody, next.limit.message))
        }
        // Nobody waits for the server: by the caller's wish, since a sink is slow to take what has come, or the body of the
        // request is slow to come.
        if isResting || exchange.endsWithSurplus != nil || lacksBody, next.limit != .total {
            exchange.clock.restarted(at: now)
            return .waiting
        }
        let phase: TransportError.Phase? = if case .handshaking = stage { .tls } else { nil }
        return fail(Fault(.timeout, next.limit.message, phase: phase))
    }

    /// Ends the exchange if it is still this one.
    mutating func abort(_ target: Exchange, _ fault: Fault) -> Progress? {
        exchange === target ? fail(fault) : nil
    }
}

extension TransportError.Kind {
    /// The body did not come as it was announced; the head stands.
    fileprivate var spoilsBody: Bool {
        switch self {
        case .closed, .incompleteBody, .invalidResponse, .headTooLarge, .bodySizeExceeded: true
        default: false
        }
    }
}
