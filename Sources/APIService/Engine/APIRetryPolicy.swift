internal import APITransport
public import Foundation

/// Sends failed requests again: which, how often and after how long.
///
/// The delay before repetition n is `baseDelay × multiplier^(n−1)`, at most `maximumDelay`, spread by `jitter`. A
/// Retry-After field of the answer (RFC 9110 10.2.3, seconds or date) is never undercut. Whether repeating does harm is
/// judged by what the server may have seen: a request that never left is always repeated, one that may have been acted
/// on only when its method is idempotent (RFC 9110 9.2.2) or `repeatsAnyMethod` says so.
public struct APIRetryPolicy: Sendable {
    /// How often a request is sent at most, the first time included; 3 by default.
    public var maximumAttempts = 3
    /// The delay before the first repetition, in seconds; 0.5 by default.
    public var baseDelay: TimeInterval = 0.5
    /// By what the delay grows with each repetition; 2 by default.
    public var multiplier: Double = 2
    /// The longest delay of the policy's own, in seconds; 30 by default.
    public var maximumDelay: TimeInterval = 30
    /// Which part of the delay is left to chance, from 0 (none) to 1 (all); 0.5 by default.
    public var jitter: Double = 0.5
    /// The statuses that are worth another attempt.
    public var statuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]
    /// The failures without an answer that are worth another attempt.
    public var codes: Set<URLError.Code> = [
        .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
        .notConnectedToInternet,
    ]
    /// Whether requests that may have been acted on are repeated even when their method is not idempotent.
    public var repeatsAnyMethod = false
    /// The longest Retry-After that is waited for, in seconds, 60 by default; a longer one ends the request.
    public var maximumRetryAfter: TimeInterval = 60
    /// How long attempts and delays together may take, in seconds.
    ///
    /// A repetition that would begin later is not waited for. Nil, the default, sets no bound.
    public var totalTime: TimeInterval?
    /// Bounds the repetitions of many requests together; nil, the default, does not.
    public var budget: APIRetryBudget?

    /// The policy described by the defaults.
    public init() {}

    /// A policy with a number of attempts and a first delay in seconds.
    public init(maximumAttempts: Int, baseDelay: TimeInterval = 0.5, budget: APIRetryBudget? = nil) {
        self.maximumAttempts = maximumAttempts
        self.baseDelay = baseDelay
        self.budget = budget
    }

    /// The decision without the budget, from values alone.
    ///
    /// `chance`, from 0 to 1, is what the jitter makes of the delay; `now` is what a Retry-After date is compared with.
    package func decision(for attempt: APIAttempt, chance: Double, now: Date) -> APIRecovery {
        guard attempt.number < maximumAttempts, isWorthRepeating(attempt), mayRepeat(attempt) else { return .giveUp }
        var delay = ownDelay(beforeRepetition: attempt.number, chance: chance)
        if let asked = attempt.response.flatMap({ RetryAfter.delay(in: $0, now: now) }) {
            guard asked <= maximumRetryAfter else { return .giveUp }
            // Chance only ever adds to what the server asked for.
            delay = max(asked, min(delay, maximumDelay)) + (asked > delay ? asked * 0.1 * jitterShare * chance : 0)
        }
        if let totalTime, attempt.elapsed.seconds + delay >= totalTime { return .giveUp }
        return .retry(after: Duration(clampedSeconds: delay))
    }

    private var jitterShare: Double { min(1, max(0, jitter)) }

    private func ownDelay(beforeRepetition number: Int, chance: Double) -> TimeInterval {
        let full = min(maximumDelay, baseDelay * pow(max(1, multiplier), Double(number - 1)))
        return max(0, full * (1 - jitterShare * min(1, max(0, chance))))
    }

    private func isWorthRepeating(_ attempt: APIAttempt) -> Bool {
        switch attempt.error {
        case .responseValidationFailed(.unacceptableStatusCode(let code)):
            return statuses.contains(code)
        case .sessionTaskFailed(let error):
            if attempt.error.transportError?.retry == .never, attempt.error.transportError?.kind != .timeout {
                return false
            }
            return (error as? URLError).map { codes.contains($0.code) } ?? false
        default:
            return false
        }
    }

    private func mayRepeat(_ attempt: APIAttempt) -> Bool {
        if repeatsAnyMethod { return true }
        if let transport = attempt.error.transportError, transport.retry == .always { return true }
        // A server that says 429 or 503 with a time to come back has not acted (RFC 9110 15.6.4, RFC 6585 4), but a
        // proxy before it may not know: only the method decides.
        return HTTPMethod(rawValue: attempt.request.httpMethod ?? "GET")?.isIdempotent ?? false
    }
}

extension APIRetryPolicy: APIInterceptor {
    /// Earns the request's share of the budget.
    public func requestBegins() {
        budget?.deposit()
    }

    /// Decides by the rules of the policy, and takes the repetition from the budget.
    public func recover(from attempt: APIAttempt) async -> APIRecovery {
        let decision = decision(for: attempt, chance: Double.random(in: 0...1), now: Date())
        guard decision != .giveUp, let budget else { return decision }
        return budget.withdraw() ? decision : .giveUp
    }
}

/// The Retry-After field: seconds or a date (RFC 9110 10.2.3).
///
/// A field that came several times is a list (RFC 9110 5.3); then the longest wait of those that can be read counts.
package enum RetryAfter {
    /// How many seconds the answer asks to wait, nil when it does not or cannot be read.
    package static func delay(in response: HTTPURLResponse, now: Date) -> TimeInterval? {
        guard let text = response.value(forHTTPHeaderField: "Retry-After") else { return nil }
        return delay(text, now: now)
    }

    package static func delay(_ text: String, now: Date) -> TimeInterval? {
        if let only = single(text, now: now) { return only }
        let parts = text.split(separator: ",").map(String.init)
        // Dates have a comma of their own, behind the day.
        let dates = zip(parts, parts.dropFirst()).map { "\($0),\($1)" }
        return (parts + dates).compactMap { single($0, now: now) }.max()
    }

    private static func single(_ text: String, now: Date) -> TimeInterval? {
        let text = text.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return Double(text)
        }
        let seconds = Int64(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0
        guard let date = HTTPDate.parse(text, now: seconds) else { return nil }
        return max(0, Double(date) - now.timeIntervalSince1970)
    }
}
