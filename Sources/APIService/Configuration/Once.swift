import Synchronization

/// Lets the first one through.
package final class Once: Sendable {
    private let taken = Atomic(false)

    package init() {}

    /// True for the first caller, false for all others.
    package func claim() -> Bool {
        taken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }
}
