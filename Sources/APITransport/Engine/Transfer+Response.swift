import APIWire
import Synchronization

/// What becomes of a response: delivered, or read for where to go instead.
extension Transfer {
    /// What to do with the body of a response whose head has come.
    enum Judgement: ~Copyable {
        case deliver(ResponseCollector)
        case intermediate(FollowUp)
    }

    /// Judges a head; called on the thread that reads it.
    func judge(_ head: ResponseHead, of exchange: Exchange) throws(Fault) -> Judgement {
        let hop = state.withLock { $0.hop }
        if request.options.usesCookies {
            engine.configuration.cookies?.store(head.fields, from: hop.url, hostField: hop.fields["host"])
        }
        if let next = try followUp(head, hop) { return .intermediate(next) }
        if request.options.failsOnErrorStatus, head.status >= 400 {
            throw Fault(.httpStatus, "The server answered with status \(head.status).", phase: .head)
        }
        let limit = UInt64(max(0, request.options.maximumDecodedBytes ?? collectedLimit))
        var decoder: ContentDecoder?
        // Transfer codings are undone even for who wants the content as it is: they belong to the framing.
        if ContentDecoder.mayBeNeeded(for: head.fields) {
            do {
                decoder = try ContentDecoder(
                    head: head,
                    method: hop.method,
                    limit: limit,
                    maximumCodings: engine.configuration.limits.stackedCodings,
                    content: request.options.decodesContent
                )
            } catch {
                throw Fault(error)
            }
        }
        let expected: UInt64? =
            switch exchange.parser.framing {
            case .none: 0
            case .length(let length): length
            case .chunked, .untilClose: nil
            }
        return .deliver(try ResponseCollector(destination, decoder: decoder, expected: expected, decodedLimit: limit))
    }

    /// Bodies that are collected in memory have a bound even if the caller set none.
    private var collectedLimit: Int64 {
        if case .memory = destination { return engine.configuration.limits.decodedBytes }
        return .max
    }

    /// What a response asks for instead of being the answer.
    private func followUp(_ head: ResponseHead, _ hop: Hop) throws(Fault) -> FollowUp? {
        let verdict = state.withLock { state in
            state.authenticator?.value.received(
                status: head.status,
                fields: head.fields,
                canSendBodyAgain: hop.canSendBodyAgain
            )
        }
        if case .sendAgain = verdict { return .authenticate }
        // Most answers end here: neither a redirect nor worth another attempt.
        if head.status < 300 { return nil }
        if head.status == 417, hop.expectsContinue, hop.canSendBodyAgain { return .withoutExpectation }
        let redirected = RedirectedRequest(
            method: hop.method,
            url: hop.url,
            canSendBodyAgain: hop.canSendBodyAgain,
            hops: hop.redirects
        )
        switch redirected.decision(status: head.status, fields: head.fields, policy: request.options.redirects) {
        case .refuse(let kind, let message):
            throw Fault(kind, message, phase: .head)
        case .follow(let step):
            let redirect = RedirectHop(status: head.status, from: hop.url, to: step.url)
            if let permits = events?.value.redirect, !permits(redirect) {
                throw Fault(.redirectRefused, "The caller refused the redirect.", phase: .head)
            }
            return .redirect(step)
        case .deliver:
            break
        }
        let decision = request.options.retries.decision(
            status: head.status,
            fields: head.fields,
            repetitions: state.withLock { $0.repetitions },
            isIdempotent: isIdempotent,
            canSendBodyAgain: hop.canSendBodyAgain,
            now: WallClock.now().seconds
        )
        guard case .pause(let pause) = decision else { return nil }
        return .repetition(after: pause)
    }

    // MARK: Events

    func headArrived(_ exchange: Exchange) {
        report(exchange, to: events?.value.head)
    }

    func intermediateArrived(_ exchange: Exchange) {
        report(exchange, to: events?.value.intermediate)
    }

    private func report(_ exchange: Exchange, to event: (@Sendable (HTTPResponse) -> Void)?) {
        guard let event, let head = exchange.head else { return }
        state.withLock { noteProgress(exchange, &$0.metrics) }
        event(response(from: head, exchange))
    }

    func bodyMoved(_ exchange: Exchange) {
        guard let event = events?.value.received else { return }
        event(Int64(exchange.parser.bodyReceived), exchange.parser.bodyExpected.map { Int64(clamping: $0) })
    }

    func requestMoved(_ exchange: Exchange) {
        guard let event = events?.value.sent else { return }
        let expected: Int64? =
            if case .length(let length) = exchange.body.framing { Int64(clamping: length) } else { nil }
        event(max(0, exchange.sent - exchange.headLength), expected)
    }

    /// The last byte of the body has come.
    func finishBody(of exchange: Exchange) throws(Fault) {
        try exchange.collector.finish(destination)
    }

    // MARK: The end of an exchange

    /// What follows an exchange that has its response.
    func conclude(_ exchange: Exchange, now: Instant) -> NextStep {
        measure(exchange, now: now)
        guard let head = exchange.head else {
            // The parser gives no end without a head.
            return .complete(.failure(failure(Fault(.invalidResponse, "The response has no head."), exchange)))
        }
        switch exchange.followUp {
        case .redirect(let step):
            let namesReferrer = request.options.redirects.namesReferrer
            state.withLock { $0.follow(step, status: head.status, namesReferrer: namesReferrer) }
            return .again(fresh: false, after: .zero)
        case .authenticate:
            return .again(fresh: false, after: .zero)
        case .withoutExpectation:
            state.withLock { $0.hop = $0.hop.withoutExpectation }
            return .again(fresh: false, after: .zero)
        case .repetition(let pause):
            state.withLock { $0.repetitions += 1 }
            return .again(fresh: false, after: pause)
        case nil:
            break
        }
        var response = response(from: head, exchange, body: exchange.takeBody())
        if !exchange.parser.trailers.isEmpty { response.trailers = exchange.parser.trailers }
        if case .file(let path, _) = destination { response.filePath = path }
        return .complete(.success(response))
    }

    /// What follows an exchange that failed: another attempt where that is safe, else the error.
    func conclude(_ exchange: Exchange, _ fault: Fault, now: Instant) -> NextStep {
        measure(exchange, now: now)
        let error = failure(fault, exchange)
        exchange.collector.abandon()
        if exchange.head == nil, let pause = pause(after: attempt(fault, exchange)) {
            return .again(fresh: true, after: pause)
        }
        return .complete(.failure(error))
    }

    private func attempt(_ fault: Fault, _ exchange: Exchange) -> FailedAttempt {
        FailedAttempt(
            kind: fault.kind,
            sentAnything: exchange.requestWasSent,
            receivedAnything: exchange.parser.hasAnyByte,
            wasReused: exchange.isReused,
            isIdempotent: isIdempotent,
            canSendBodyAgain: state.withLock { $0.hop.canSendBodyAgain }
        )
    }

    func failure(_ fault: Fault, _ exchange: Exchange) -> TransportError {
        var error = TransportError(
            kind: fault.kind,
            phase: fault.phase ?? exchange.phase,
            message: fault.message,
            retry: attempt(fault, exchange).safety
        )
        error.received = Int64(clamping: exchange.parser.bodyReceived)
        error.expected = exchange.parser.bodyExpected.map { Int64(clamping: $0) }
        error.requestSent = exchange.requestWasSent
        error.answerBegan = exchange.parser.hasAnyByte
        (error.attempts, error.metrics, error.host) = state.withLock { ($0.attempts, $0.metrics, $0.hop.url.host) }
        if let head = exchange.head ?? exchange.parser.refusedHead, !exchange.isIntermediate {
            error.partial = response(from: head, exchange, body: exchange.takeBody())
        }
        return error
    }

    private func response(from head: ResponseHead, _ exchange: Exchange, body: [UInt8] = []) -> HTTPResponse {
        let (hop, attempts, metrics) = state.withLock { ($0.hop, $0.attempts, $0.metrics) }
        var response = HTTPResponse(head: head, body: body, url: hop.url, metrics: metrics, attempts: attempts)
        if exchange.parser.framing == .untilClose { response.bodyEndsWithConnection = true }
        if !exchange.informational.isEmpty { response.informational = exchange.informational }
        if !hop.redirects.isEmpty { response.redirects = hop.redirects }
        return response
    }

    /// Notes the figures of an exchange that is over.
    private func measure(_ exchange: Exchange, now: Instant) {
        state.withLock { state in
            noteProgress(exchange, &state.metrics)
            state.metrics.sentBytes += exchange.sent
            state.metrics.receivedBytes += exchange.received
            state.metrics.total = startedAt.duration(to: now)
        }
    }

    private func noteProgress(_ exchange: Exchange, _ metrics: inout TransferMetrics) {
        metrics.isReused = exchange.isReused
        metrics.tls = exchange.handshakeTime ?? .zero
        metrics.tlsVersion = exchange.tls?.version
        metrics.isResumed = exchange.tls?.isResumed ?? false
        metrics.remoteAddress = exchange.remote
        if let first = exchange.firstByteAt { metrics.firstByte = exchange.writingFrom.duration(to: first) }
    }
}
