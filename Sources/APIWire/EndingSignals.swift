import CSupport
import Synchronization

/// The signals that ask a program to end, such as SIGINT, SIGTERM and SIGQUIT, taken so that it can clean up first.
///
/// For programs, not for libraries: it changes what the signals do to the whole process.
package final class EndingSignals: Sendable {
    /// The signal that has come; 0 before.
    private let arrived = Atomic<Int32>(0)

    /// Takes the signals, except for those that are ignored, from here on; only threads started later are covered.
    ///
    /// The first one calls `cleanUp` on a thread of its own. When that answers false the program ends at once. Otherwise
    /// it is to call ``obey()`` when it has cleaned up; without that it ends after `grace`, or at a second signal.
    package init(grace: Duration, _ cleanUp: @escaping @Sendable () -> Bool) {
        let held = cs_program_hold_endings()
        guard held != 0 else { return }
        do {
            // The thread goes on without its handle.
            _ = try Thread(name: "signals") { [self] in
                let number = cs_program_await_ending(held, Instant.distantFuture.nanoseconds)
                guard number != 0 else { return }
                arrived.store(number, ordering: .sequentiallyConsistent)
                if cleanUp() {
                    _ = cs_program_await_ending(held, Instant.now().advanced(by: grace).nanoseconds)
                }
                cs_program_end_by(number)
            }
        } catch {
            // Without the thread they do what they always do.
            cs_program_release_endings(held)
        }
    }

    /// Ends the process by the signal that has come, if one has.
    package func obey() {
        let number = arrived.load(ordering: .sequentiallyConsistent)
        if number != 0 { cs_program_end_by(number) }
    }
}
