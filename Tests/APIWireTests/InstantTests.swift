import APIWire
import Testing

@Suite struct `A moment` {
    @Test func `does not come before one that was asked for earlier`() {
        let earlier = Instant.now()
        #expect(earlier <= Instant.now())
    }

    static let steps: [(UInt64, Duration, UInt64)] = [
        (1_000, .nanoseconds(5), 1_005),
        (1_000, .nanoseconds(-5), 995),
        (1_000, .seconds(2), 2_000_001_000),
        (3, .nanoseconds(-5), 0),
        (.max - 3, .nanoseconds(5), .max),
        (.max, .zero, .max),
        (1, .seconds(Int64.max), UInt64(Int64.max) + 1),
        (1, .seconds(Int64.min), 0),
    ]

    @Test(arguments: steps)
    func `moves by a duration and stays within time`(start: UInt64, by: Duration, end: UInt64) {
        #expect(Instant(nanoseconds: start).advanced(by: by).nanoseconds == end)
    }

    @Test func `tells how far another is, either way`() {
        let early = Instant(nanoseconds: 10)
        let late = Instant(nanoseconds: 2_000_000_010)
        #expect(early.duration(to: late) == .seconds(2))
        #expect(late.duration(to: early) == .seconds(-2))
        #expect(early.duration(to: .distantFuture) > .seconds(290 * 365 * 86_400))
    }

    @Test func `of the day lies after this was written`() {
        let now = WallClock.now()
        #expect(now.seconds > 1_700_000_000)
        #expect((0..<1_000_000_000).contains(now.nanoseconds))
    }
}
