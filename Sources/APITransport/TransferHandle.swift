import Synchronization

/// A hold on a request that is under way.
public final class TransferHandle: Sendable {
    private struct State {
        var isCancelled = false
        var isPaused = false
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

    /// Lets no more bytes move until ``resume()``.
    ///
    /// What has been received already is still delivered. A request that has no connection yet gets one meanwhile, within
    /// the deadlines for that; once it has one, no deadline passes but that of the whole request. From any thread, also
    /// before the request was made. A blocking call rests as well, until another thread lets it go on.
    public func pause() {
        state.withLock { state in
            state.isPaused = true
            state.transfer?.isHeld = true
        }
    }

    /// Goes on after ``pause()``, or after a sink asked to stop.
    ///
    /// From any thread.
    public func resume() {
        let transfer = state.withLock { state in
            state.isPaused = false
            state.transfer?.isHeld = false
            return state.transfer
        }
        transfer?.resumed()
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
            if state.isPaused { transfer.isHeld = true }
            return true
        }
    }

    /// The request ended; a handle somebody keeps must not keep the request.
    func detach() {
        state.withLock { $0.transfer = nil }
    }
}
