import CSupport

/// Many sockets waited for at once.
// SAFETY: the C handle's `wait` is called by the loop's thread alone; its other calls may come from any thread.
@safe final class Poller: @unchecked Sendable {
    typealias Event = cs_poller_event

    private let raw: OpaquePointer

    init() throws(WireError) {
        var error: Int32 = 0
        guard let raw = unsafe cs_poller_new(&error) else { throw WireError(systemError: error) }
        unsafe self.raw = raw
    }

    deinit { unsafe cs_poller_free(raw) }

    func add(_ descriptor: Int32, token: UInt64, _ interest: Interest) -> WireError? {
        check { unsafe cs_poller_add(raw, descriptor, token, interest.rawValue, &$0) }
    }

    func change(_ descriptor: Int32, token: UInt64, _ interest: Interest) -> WireError? {
        check { unsafe cs_poller_change(raw, descriptor, token, interest.rawValue, &$0) }
    }

    func remove(_ descriptor: Int32) -> WireError? {
        check { unsafe cs_poller_remove(raw, descriptor, &$0) }
    }

    /// Waits for events, the deadline or a wake.
    ///
    /// - Returns: how many of `events` were filled.
    func wait(_ events: inout [Event], until deadline: Instant) -> Int {
        var count = 0
        var error: Int32 = 0
        var span = events.mutableSpan
        let status = unsafe cs_poller_wait(raw, &span, deadline.nanoseconds, &count, &error)
        // Only a descriptor or a buffer that is not there can make this fail.
        precondition(status == .ok, "epoll_wait: error \(error)")
        return count
    }

    /// Ends the wait that is going on, or else the next.
    ///
    /// Any thread.
    func wake() { unsafe cs_poller_wake(raw) }

    private func check(_ call: (inout Int32) -> cs_status) -> WireError? {
        var error: Int32 = 0
        return call(&error) == .ok ? nil : WireError(systemError: error)
    }
}
