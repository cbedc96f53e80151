import Synchronization

/// Lets the first one through.
final class Once: Sendable {
    private let taken = Atomic(false)

    /// True for the first caller, false for all others.
    func claim() -> Bool {
        taken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
    }
}
