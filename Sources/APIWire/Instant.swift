import CSupport

/// A moment of the one clock that the loop and every deadline are told in: it runs evenly and is never set.
package struct Instant: Comparable, Hashable, Sendable {
    package let nanoseconds: UInt64

    package static let distantFuture = Instant(nanoseconds: .max)

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package static func now() -> Instant { Instant(nanoseconds: cs_clock_now()) }

    package static func < (one: Instant, other: Instant) -> Bool { one.nanoseconds < other.nanoseconds }

    /// The moment that much later (or earlier); past the ends of time, the end.
    package func advanced(by duration: Duration) -> Instant {
        let distance = duration.clampedNanoseconds
        let (sum, isPast) = nanoseconds.addingReportingOverflow(UInt64(bitPattern: distance))
        return switch (distance < 0, isPast) {
        case (false, false), (true, true): Instant(nanoseconds: sum)
        case (false, true): .distantFuture
        case (true, false): Instant(nanoseconds: 0)
        }
    }

    /// How long from here to `other`: negative when that was before.
    package func duration(to other: Instant) -> Duration {
        let isLater = other.nanoseconds >= nanoseconds
        let distance = isLater ? other.nanoseconds - nanoseconds : nanoseconds - other.nanoseconds
        let span = Duration.nanoseconds(Int64(clamping: distance))
        return isLater ? span : .zero - span
    }
}

/// The time of day, for what the world outside dates.
package enum WallClock {
    /// Since 1970, in UTC.
    package static func now() -> (seconds: Int64, nanoseconds: Int32) {
        var seconds: Int64 = 0
        var nanoseconds: Int32 = 0
        unsafe cs_clock_wall(&seconds, &nanoseconds)
        return (seconds, nanoseconds)
    }
}

extension Duration {
    /// In nanoseconds, within ± 292 years.
    fileprivate var clampedNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLong || overflows ? (seconds < 0 ? .min : .max) : sum
    }
}
