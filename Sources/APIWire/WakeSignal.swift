import CSupport
import Synchronization

/// Ends the waiting of a thread that blocks in ``Poll``.
///
/// Any thread may raise it.
package final class WakeSignal: Sendable {
    let descriptor: Int32
    /// Spares ``reset()`` a system call when there is nothing to take back.
    private let isRaised = Atomic<Bool>(false)

    package init() throws(WireError) {
        var descriptor: Int32 = -1
        var error: Int32 = 0
        guard unsafe cs_signal_open(&descriptor, &error) == .ok else { throw WireError(systemError: error) }
        self.descriptor = descriptor
    }

    deinit { cs_descriptor_close(descriptor) }

    /// Waits end at once from here on, until ``reset()``.
    package func signal() {
        cs_signal_raise(descriptor)
        // After the raising: a reset in between leaves the signal raised, and the next one takes it back.
        isRaised.store(true, ordering: .releasing)
    }

    package func reset() {
        if isRaised.exchange(false, ordering: .acquiringAndReleasing) { cs_signal_reset(descriptor) }
    }
}
