import Synchronization

/// One outcome, waited for by one task: the first one filled in counts, later ones are dropped.
final class Promise<Value>: Sendable {
    private typealias Outcome = Result<UncheckedSendable<Value>, any Error>

    private enum State {
        case empty
        case waiting(CheckedContinuation<UncheckedSendable<Value>, any Error>)
        case filled(Outcome)
        case taken
    }

    private let state = Mutex(State.empty)

    /// Settles the outcome.
    ///
    /// Callable from any thread, also from a cancellation handler.
    func fill(_ result: Result<Value, any Error>) {
        let outcome: Outcome = result.map { UncheckedSendable($0) }
        let waiter: CheckedContinuation<UncheckedSendable<Value>, any Error>? = state.withLock { state in
            switch state {
            case .empty:
                state = .filled(outcome)
                return nil
            case .waiting(let continuation):
                state = .taken
                return continuation
            case .filled, .taken:
                return nil
            }
        }
        waiter?.resume(with: outcome)
    }

    /// Waits for the outcome; to be called once.
    ///
    /// When the waiting task is cancelled the wait ends at once, with `CancellationError`, and what the link holds is
    /// cancelled.
    nonisolated(nonsending) func value(cancelling link: TaskLink) async throws -> Value {
        try await withTaskCancellationHandler {
            try await value()
        } onCancel: {
            fill(.failure(CancellationError()))
            link.cancel()
        }
    }

    /// Waits for the outcome; to be called once.
    nonisolated(nonsending) func value() async throws -> Value {
        try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<UncheckedSendable<Value>, any Error>) in
            let ready: Outcome? = state.withLock { state in
                if case .filled(let outcome) = state {
                    state = .taken
                    return outcome
                }
                state = .waiting(continuation)
                return nil
            }
            if let ready { continuation.resume(with: ready) }
        }.value
    }
}
