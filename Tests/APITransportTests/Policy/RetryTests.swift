import APITransport
import Testing

@Suite struct `A failed attempt` {
    static func attempt(
        _ kind: TransportError.Kind = .closed,
        sent: Bool = true,
        received: Bool = false,
        reused: Bool = true,
        idempotent: Bool = true,
        replays: Bool = true
    ) -> FailedAttempt {
        FailedAttempt(
            kind: kind,
            sentAnything: sent,
            receivedAnything: received,
            wasReused: reused,
            isIdempotent: idempotent,
            canSendBodyAgain: replays
        )
    }

    @Test func `on a pooled connection that was closed before any answer is repeated at once when that is safe`() {
        #expect(Self.attempt().decision(repetitions: 0, policy: .none) == .replaceStaleConnection)
        #expect(Self.attempt(sent: false).decision(repetitions: 0, policy: .none) == .replaceStaleConnection)
        let unsafe = Self.attempt(idempotent: false)
        #expect(unsafe.decision(repetitions: 0, policy: RetryPolicy(maximum: 9)) == .giveUp)
        let unsent = Self.attempt(sent: false, idempotent: false)
        #expect(unsent.decision(repetitions: 0, policy: .none) == .replaceStaleConnection)
    }

    @Test func `on a fresh connection is repeated only when the caller asked for repetitions`() {
        #expect(Self.attempt(reused: false).decision(repetitions: 0, policy: .none) == .giveUp)
        let policy = RetryPolicy(maximum: 2)
        #expect(Self.attempt(reused: false).decision(repetitions: 0, policy: policy) == .pause(.seconds(1)))
        #expect(Self.attempt(reused: false).decision(repetitions: 1, policy: policy) == .pause(.seconds(2)))
        #expect(Self.attempt(reused: false).decision(repetitions: 2, policy: policy) == .giveUp)
    }

    @Test func `that had a part of its answer is no stale connection`() {
        #expect(Self.attempt(received: true).decision(repetitions: 0, policy: .none) == .giveUp)
    }

    @Test func `whose body can be read only once is not repeated`() {
        #expect(Self.attempt(replays: false).decision(repetitions: 0, policy: RetryPolicy(maximum: 9)) == .giveUp)
    }

    @Test(arguments: [
        TransportError.Kind.badURL, .invalidRequest, .certificateExpired, .certificateHostMismatch, .pinMismatch,
        .headTooLarge, .decodedSizeExceeded, .tooManyRedirects, .cancelled, .clientClosed, .configuration, .file,
    ])
    func `that would fail the same way again is not repeated`(_ kind: TransportError.Kind) {
        let attempt = Self.attempt(kind, sent: false)
        #expect(attempt.safety == .never)
        #expect(attempt.decision(repetitions: 0, policy: RetryPolicy(maximum: 9)) == .giveUp)
    }

    @Test func `tells the caller what the server may have seen`() {
        #expect(Self.attempt(sent: false).safety == .always)
        #expect(Self.attempt(sent: true).safety == .ifIdempotent)
        #expect(Self.attempt(.connect, sent: false).safety == .always)
    }
}

@Suite struct `A policy of repetitions` {
    static func decide(
        _ status: Int,
        retryAfter: String? = nil,
        idempotent: Bool = true,
        repetitions: Int = 0
    ) throws -> RetryDecision {
        var fields = HTTPFields()
        if let retryAfter { try fields.append(name: "Retry-After", value: retryAfter) }
        return RetryPolicy(maximum: 3).decision(
            status: status,
            fields: fields,
            repetitions: repetitions,
            isIdempotent: idempotent,
            canSendBodyAgain: true,
            now: 784_111_777
        )
    }

    @Test(arguments: [408, 429, 500, 502, 503, 504])
    func `covers the statuses that may pass`(_ status: Int) throws {
        #expect(try Self.decide(status) == .pause(.seconds(1)))
        #expect(try Self.decide(status, idempotent: false) == .giveUp)
        #expect(try Self.decide(status, repetitions: 3) == .giveUp)
    }

    @Test(arguments: [200, 301, 400, 401, 404, 409])
    func `leaves other statuses alone`(_ status: Int) throws {
        #expect(try Self.decide(status) == .giveUp)
    }

    @Test(
        arguments: [
            ("0", 0), ("7", 7), ("0000000000000007", 7), ("600", 600), ("Sun, 06 Nov 1994 08:49:47 GMT", 10),
            ("Sun, 06 Nov 1994 08:49:27 GMT", 0),
        ] as [(String, Int64)]
    )
    func `waits as long as the server asks`(_ value: String, _ seconds: Int64) throws {
        #expect(try Self.decide(503, retryAfter: value) == .pause(.seconds(seconds)))
    }

    @Test(arguments: ["601", "99999999999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func `does not wait longer than it may`(_ value: String) throws {
        #expect(try Self.decide(503, retryAfter: value) == .giveUp)
    }

    @Test(arguments: ["", "soon", "-1", "1.5", "1 2"])
    func `takes its own pause when the server's is not understood`(_ value: String) throws {
        #expect(try Self.decide(503, retryAfter: value) == .pause(.seconds(1)))
    }

    @Test(arguments: [(0, 1), (1, 2), (2, 4), (9, 512), (10, 600), (1_000_000, 600)])
    func `doubles the pause up to its bound`(_ count: Int, _ seconds: Int) {
        #expect(RetryPolicy(maximum: .max).delay(before: count) == .seconds(seconds))
    }
}
