import Synchronization

/// A hold on a request that is under way.
public final class TransferHandle: Sendable {
    private struct State {
        var isCancelled = false
        var transfer: Transfer?
    }

    private let state = Mutex(State())

    /// A handle to give to a blocking call.
    public init() {}

    /// Ends the request with ``TransportError/Kind/cancelled``.
    ///
    /// May be called from any thread, any number of times, before the request was made and after it ended.
    public func cancel() {
        let transfer = state.withLock { state in
            state.isCancelled = true
            return state.transfer
        }
        transfer?.cancel(.cancelled)
    }

    /// Goes on reading after a sink asked to stop.
    ///
    /// From any thread.
    public func resume() {
        state.withLock { $0.transfer }?.resume()
    }

    /// Whether ``cancel()`` was called.
    public var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Ties the handle to its request.
    ///
    /// False: it was cancelled before.
    func attach(_ transfer: Transfer) -> Bool {
        state.withLock { state in
            if state.isCancelled { return false }
            state.transfer = transfer
            return true
        }
    }

    /// The request ended; a handle somebody keeps must not keep the request.
    func detach() {
        state.withLock { $0.transfer = nil }
    }
}
