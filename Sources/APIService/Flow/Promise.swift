import Synchronization

// SAFETY: the outcome is written once, under the lock, by whoever settles it, and read after that by the one who waits.
/// One outcome, waited for by one task: the first one filled in counts, later ones are dropped.
final class Promise<Value>: @unchecked Sendable {
    private let stage = Mutex(PromiseStage.empty)
    private var outcome: Result<Value, any Error>?

    /// Settles the outcome.
    ///
    /// Callable from any thread, also from a cancellation handler.
    func fill(_ result: Result<Value, any Error>) {
        let waiter = stage.withLock { stage in
            guard let waiter = stage.fill() else { return nil as CheckedContinuation<Void, Never>? }
            outcome = result
            return waiter.continuation
        }
        waiter?.resume()
    }

    /// Waits for the outcome; to be called once.
    ///
    /// When the waiting task is cancelled the wait ends at once, with `CancellationError`, and what the link holds is
    /// cancelled.
    nonisolated(nonsending) func value(cancelling link: TaskLink? = nil) async throws -> Value {
        if isReady { return try settled.get() }
        return try await withTaskCancellationHandler {
            try await uncancelledValue()
        } onCancel: {
            fill(.failure(CancellationError()))
            link?.cancel()
        }
    }

    /// Waits for the outcome; to be called once.
    nonisolated(nonsending) func uncancelledValue() async throws -> Value {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isReady = stage.withLock { $0.wait(continuation) }
            if isReady { continuation.resume() }
        }
        return try settled.get()
    }

    /// The outcome, if it is there.
    var outcomeSoFar: Result<Value, any Error>? { isReady ? settled : nil }

    /// Whether the outcome is there.
    var isReady: Bool { stage.withLock { $0.isFilled } }

    private var settled: Result<Value, any Error> { outcome ?? .failure(CancellationError()) }
}

/// Where a promise is.
///
/// It knows nothing of the value, so that no generic types have to be looked up for it.
private enum PromiseStage {
    case empty
    case waiting(CheckedContinuation<Void, Never>)
    case filled

    struct Waiter {
        let continuation: CheckedContinuation<Void, Never>?
    }

    var isFilled: Bool {
        if case .filled = self { true } else { false }
    }

    /// Who is to be woken by the outcome; nil when there is one already.
    mutating func fill() -> Waiter? {
        switch self {
        case .empty:
            self = .filled
            return Waiter(continuation: nil)
        case .waiting(let continuation):
            self = .filled
            return Waiter(continuation: continuation)
        case .filled:
            return nil
        }
    }

    /// Waits for the outcome; true when it is there already.
    mutating func wait(_ continuation: CheckedContinuation<Void, Never>) -> Bool {
        if case .filled = self { return true }
        self = .waiting(continuation)
        return false
    }
}
