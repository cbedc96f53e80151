/// Something that happens once, by which a test and a server's script wait for each other.
///
/// A script waits with the action `.wait(for:)`, a test with ``received()``; either may ``fire()`` it.
package final class Signal: Sendable {
    let flag = Flag()
    private let fired = Observed(false)

    package init() {}

    package var isFired: Bool { fired.value }

    /// Lets everybody who waits, or will wait, go on.
    package func fire() {
        flag.set()
        fired.update { $0 = true }
    }

    /// Suspends until the signal is fired.
    package func received() async throws {
        try await fired.wait(for: "a signal") { $0 }
    }
}
