import APIWire

/// ``Deadlines`` in nanoseconds, converted once: the arithmetic of `Duration` is too slow for each step of a request.
struct TimeLimits {
    let queue: UInt64?
    let resolve: UInt64?
    let connect: UInt64?
    let tls: UInt64?
    let firstByte: UInt64?
    let idle: UInt64?
    let total: UInt64?

    init(_ deadlines: Deadlines) {
        queue = Self.nanoseconds(deadlines.queue)
        resolve = Self.nanoseconds(deadlines.resolve)
        connect = Self.nanoseconds(deadlines.connect)
        tls = Self.nanoseconds(deadlines.tls)
        firstByte = Self.nanoseconds(deadlines.firstByte)
        idle = Self.nanoseconds(deadlines.idle)
        total = Self.nanoseconds(deadlines.total)
    }

    /// A duration below zero has passed already.
    private static func nanoseconds(_ duration: Duration?) -> UInt64? {
        duration.map { Instant(nanoseconds: 0).advanced(by: $0).nanoseconds }
    }
}

extension Instant {
    /// The moment so many nanoseconds later; past the end of time, the end.
    func advanced(byNanoseconds distance: UInt64) -> Instant {
        let (sum, isPast) = nanoseconds.addingReportingOverflow(distance)
        return isPast ? .distantFuture : Instant(nanoseconds: sum)
    }
}
