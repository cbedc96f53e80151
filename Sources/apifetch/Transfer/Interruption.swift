import APITransport
import Synchronization

/// Ends the transfer that is under way, and every later one, from another thread.
final class Interruption: Sendable {
    /// What would leave something behind if the process ended in the middle of it.
    enum Work {
        case transfer(TransferHandle)
        /// Is over soon by itself.
        case short
    }

    private struct State {
        var work: Work?
        var hasCome = false
    }

    private let state = Mutex(State())

    /// Says what is done from here on; nil: nothing that has to be cleaned up.
    func begin(_ work: Work?) {
        let hasCome = state.withLock { state in
            state.work = work
            return state.hasCome
        }
        if hasCome, case .transfer(let handle) = work { handle.cancel() }
    }

    /// Ends what can be ended; false when there is nothing to wait for.
    func come() -> Bool {
        let work = state.withLock { state in
            state.hasCome = true
            return state.work
        }
        if case .transfer(let handle) = work { handle.cancel() }
        return work != nil
    }
}
