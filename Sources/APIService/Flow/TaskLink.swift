import Synchronization

/// Ties the cancellation of a Swift task to a transfer that may not have been created yet.
final class TaskLink: Sendable {
    private struct State {
        var isCancelled = false
        var task: UncheckedSendable<any APIRequestTask>?
    }

    private let state = Mutex(State())

    /// Remembers the transfer, or cancels it at once when cancellation came first.
    func attach(_ task: any APIRequestTask) {
        let packed = UncheckedSendable(task)
        let cancelsNow = state.withLock { state in
            if !state.isCancelled { state.task = packed }
            return state.isCancelled
        }
        if cancelsNow { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            defer { state.task = nil }
            return state.task
        }
        task?.value.cancel()
    }
}
