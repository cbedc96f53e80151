import Synchronization

/// Bounds how many of a client's attempts may be repetitions, so that a failing server is not stormed.
///
/// Every request adds `ratio` to the budget, every repetition takes 1 from it: at 0.2 there are at most 1.2 attempts per
/// request, plus the allowance that it starts with. Share one budget among all requests to the same backend.
public final class APIRetryBudget: Sendable {
    private let ratio: Double
    private let allowance: Double
    private let tokens: Mutex<Double>

    /// Makes a full budget.
    /// - Parameters:
    ///   - ratio: repetitions that each request earns, 0.2 by default.
    ///   - allowance: how many repetitions may be saved up, and are there from the start; 10 by default.
    public init(ratio: Double = 0.2, allowance: Int = 10) {
        self.ratio = max(0, ratio)
        self.allowance = Double(max(0, allowance))
        tokens = Mutex(Double(max(0, allowance)))
    }

    /// A request begins.
    package func deposit() {
        tokens.withLock { $0 = min(allowance, $0 + ratio) }
    }

    /// Takes one repetition from the budget, if it has one.
    package func withdraw() -> Bool {
        tokens.withLock { tokens in
            guard tokens >= 1 else { return false }
            tokens -= 1
            return true
        }
    }
}
