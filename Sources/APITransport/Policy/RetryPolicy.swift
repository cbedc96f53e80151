internal import APIWire

/// How often, and after what pause, a request is sent again when it failed in a way that may pass.
///
/// ```swift
/// request.options.retries = RetryPolicy(maximum: 3)
/// ```
///
/// Such failures are a broken connection, a passed connect or first-byte deadline, and the statuses 408, 429 and 5xx.
/// A request is only repeated when that is safe: nothing of it was sent, or its method is idempotent (or the caller says
/// so in ``RequestOptions/isIdempotent``); and when its body can be produced again. A `Retry-After` field decides about
/// the pause; one that asks for more than ``longestDelay`` makes the response the answer.
///
/// Apart from this a request that met a pooled connection which the server had just closed is sent again once, at once,
/// under the same conditions.
public struct RetryPolicy: Sendable, Hashable {
    /// How many times the request may be sent again; 0 by default.
    public var maximum: Int
    /// The pause before the first repetition; 1 second by default.
    public var firstDelay = Duration.seconds(1)
    /// How many times longer each pause is than the one before; 2 by default, 1 for pauses of one length.
    public var growth = 2
    /// No pause is longer; 10 minutes by default.
    public var longestDelay = Duration.seconds(600)
    /// Whether an answer of one of those statuses has the request repeated also when it is not idempotent; not by default.
    ///
    /// The server has said that it failed, which is no proof that it did nothing.
    public var repeatsAnyMethod = false

    /// Repeats at most so many times.
    public init(maximum: Int) {
        self.maximum = maximum
    }

    /// Repeats nothing: the default.
    public static let none = RetryPolicy(maximum: 0)

    /// The pause before the repetition number `count`, which begins at 0.
    package func delay(before count: Int) -> Duration {
        var delay = firstDelay
        for _ in 0..<max(count, 0) {
            guard delay < longestDelay, growth > 1 else { break }
            delay = delay > longestDelay / growth ? longestDelay : delay * growth
        }
        return min(delay, longestDelay)
    }
}

/// Whether, and when, the same request goes out again.
package enum RetryDecision: Sendable, Equatable {
    /// What happened is the outcome.
    case giveUp
    /// At once, on a connection of its own that never carried anything; this does not count as a repetition.
    case replaceStaleConnection
    /// After a pause.
    case pause(Duration)
}

/// An attempt that came to nothing, as far as repeating it depends on it.
package struct FailedAttempt: Sendable {
    package var kind: TransportError.Kind
    /// Any byte of the request was handed to the system.
    package var sentAnything: Bool
    /// Any byte of an answer was read.
    package var receivedAnything: Bool
    /// The connection had carried another exchange before.
    package var wasReused: Bool
    /// The method is idempotent, or the caller says the request is.
    package var isIdempotent: Bool
    /// There is no body, it was not begun, or it can be produced once more.
    package var canSendBodyAgain: Bool

    package init(
        kind: TransportError.Kind,
        sentAnything: Bool,
        receivedAnything: Bool,
        wasReused: Bool,
        isIdempotent: Bool,
        canSendBodyAgain: Bool
    ) {
        self.kind = kind
        self.sentAnything = sentAnything
        self.receivedAnything = receivedAnything
        self.wasReused = wasReused
        self.isIdempotent = isIdempotent
        self.canSendBodyAgain = canSendBodyAgain
    }

    /// What the caller is told about sending it again.
    package var safety: TransportError.RetrySafety {
        guard kind.mayPass else { return .never }
        return sentAnything ? .ifIdempotent : .always
    }

    /// Judges the failure after `repetitions` that a policy has allowed already.
    package func decision(repetitions: Int, policy: RetryPolicy) -> RetryDecision {
        guard kind.mayPass, canSendBodyAgain, isIdempotent || !sentAnything else { return .giveUp }
        // RFC 9112 9.3.1: a server may close an idle connection at any time, also just now.
        if kind == .closed, wasReused, !receivedAnything { return .replaceStaleConnection }
        guard repetitions < policy.maximum else { return .giveUp }
        return .pause(policy.delay(before: repetitions))
    }
}

extension TransportError.Kind {
    /// The same request may meet better luck later.
    var mayPass: Bool {
        switch self {
        case .nameResolution, .connect, .proxy, .tlsHandshake, .timeout, .closed, .incompleteBody: true
        default: false
        }
    }
}

extension RetryPolicy {
    /// Judges a complete response after `repetitions` that the policy has allowed already.
    ///
    /// `now` is in seconds since 1970.
    package func decision(
        status: Int,
        fields: HTTPFields,
        repetitions: Int,
        isIdempotent: Bool,
        canSendBodyAgain: Bool,
        now: Int64
    ) -> RetryDecision {
        guard repetitions < maximum, isIdempotent || repeatsAnyMethod, canSendBodyAgain,
            status == 408 || status == 429 || (500...599).contains(status)
        else { return .giveUp }
        guard let asked = RetryAfter.delay(fields, now: now) else { return .pause(delay(before: repetitions)) }
        return asked > longestDelay ? .giveUp : .pause(asked)
    }
}

/// The Retry-After field (RFC 9110 10.2.3): seconds, or a date.
package enum RetryAfter {
    /// The pause that a response asks for; nil when it says nothing that can be understood.
    package static func delay(_ fields: HTTPFields, now: Int64) -> Duration? {
        guard let value = fields.valueBytes("retry-after").first?.trimmed, !value.isEmpty else { return nil }
        if value.allSatisfy(ASCII.isDigit) {
            // More digits than these are longer than anybody waits.
            let digits = value.drop { $0 == UInt8(ascii: "0") }
            guard digits.count <= 9 else { return .seconds(999_999_999) }
            return .seconds(digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) })
        }
        guard let date = HTTPDate.parse(value, now: now) else { return nil }
        let (ahead, overflow) = date.subtractingReportingOverflow(now)
        return overflow ? nil : .seconds(max(ahead, 0))
    }
}
