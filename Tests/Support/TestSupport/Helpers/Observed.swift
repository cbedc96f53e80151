import Synchronization

/// State that one side changes and tests wait for, without polling and without blocking a thread.
package final class Observed<State: Sendable>: Sendable {
    /// What a wait ends with when nothing came within its limit.
    package struct TimedOut: Error, CustomStringConvertible {
        package let description: String
    }

    private struct Waiter {
        let isMet: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<State, any Error>
    }

    private struct Box {
        var state: State
        var waiters: [Int: Waiter] = [:]
        var failedEarly: [Int: any Error] = [:]
        var nextID = 0
    }

    private let box: Mutex<Box>

    package init(_ initial: State) {
        box = Mutex(Box(state: initial))
    }

    /// The state as it is now.
    package var value: State {
        box.withLock { $0.state }
    }

    /// Changes the state, then wakes those whose condition it meets.
    @discardableResult
    package func update<Result: Sendable>(_ change: (inout State) -> Result) -> Result {
        let (result, state, woken) = box.withLock { box in
            let result = change(&box.state)
            let met = box.waiters.filter { $0.value.isMet(box.state) }
            for id in met.keys { box.waiters[id] = nil }
            return (result, box.state, Array(met.values))
        }
        for waiter in woken { waiter.continuation.resume(returning: state) }
        return result
    }

    /// Waits until the state meets `condition`, and returns it.
    /// - Throws: `CancellationError` when the task is cancelled, `TimedOut` after `limit`.
    @discardableResult
    package func wait(
        for what: String = "a condition",
        limit: Duration = .seconds(120),
        until condition: @escaping @Sendable (State) -> Bool
    ) async throws -> State {
        let id = box.withLock { box in
            box.nextID += 1
            return box.nextID
        }
        let alarm = Task {
            try await Task.sleep(for: limit)
            self.fail(id, with: TimedOut(description: "waited \(limit) for \(what)"))
        }
        defer {
            alarm.cancel()
            box.withLock { $0.failedEarly[id] = nil }
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                self.register(id, Waiter(isMet: condition, continuation: continuation))
            }
        } onCancel: {
            self.fail(id, with: CancellationError())
        }
    }

    private func register(_ id: Int, _ waiter: Waiter) {
        let outcome: Result<State, any Error>? = box.withLock { box in
            if let error = box.failedEarly.removeValue(forKey: id) { return .failure(error) }
            if waiter.isMet(box.state) { return .success(box.state) }
            box.waiters[id] = waiter
            return nil
        }
        if let outcome { waiter.continuation.resume(with: outcome) }
    }

    private func fail(_ id: Int, with error: any Error) {
        let waiter = box.withLock { box in
            let waiter = box.waiters.removeValue(forKey: id)
            if waiter == nil { box.failedEarly[id] = error }
            return waiter
        }
        waiter?.continuation.resume(throwing: error)
    }
}
