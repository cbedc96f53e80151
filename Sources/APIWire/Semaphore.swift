import CSupport

/// A counting semaphore with deadlines, for threads that wait.
// SAFETY: the C handle is locked inside, and freed once, when nobody can use it any more.
@safe package final class Semaphore: @unchecked Sendable {
    private let raw: OpaquePointer

    package init() throws(WireError) {
        guard let raw = unsafe cs_semaphore_new() else { throw WireError(.outOfMemory) }
        unsafe self.raw = raw
    }

    deinit { unsafe cs_semaphore_free(raw) }

    package func signal() { unsafe cs_semaphore_post(raw) }

    /// Takes one signal when there is one before the deadline.
    ///
    /// - Returns: whether there was.
    package func wait(until deadline: Instant = .distantFuture) -> Bool {
        unsafe cs_semaphore_wait(raw, deadline.nanoseconds) == .ok
    }
}
