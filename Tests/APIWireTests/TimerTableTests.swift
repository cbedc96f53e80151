import APIWire
import Testing

@Suite struct `The timers of a loop` {
    static func moment(_ nanoseconds: UInt64) -> Instant { Instant(nanoseconds: nanoseconds) }

    @Test func `wake for the first of them`() {
        var table = TimerTable<Int>()
        #expect(table.nextWakeUp == .distantFuture)
        let one = table.add(1)
        let other = table.add(2)
        table.set(Self.moment(20), one)
        table.set(Self.moment(10), other)
        #expect(table.nextWakeUp == Self.moment(10))
        table.remove(other)
        #expect(table.nextWakeUp == Self.moment(20))
        table.remove(one)
        #expect(table.nextWakeUp == .distantFuture)
    }

    @Test func `keep their wake-up when a deadline moves later, and give it then`() {
        var table = TimerTable<Int>()
        let id = table.add(1)
        table.set(Self.moment(10), id)
        table.set(Self.moment(30), id)
        #expect(table.nextWakeUp == Self.moment(10))
        #expect(table.popDue(at: Self.moment(10)) == nil)
        #expect(table.nextWakeUp == Self.moment(30))
        table.set(Self.moment(20), id)
        #expect(table.nextWakeUp == Self.moment(20))
        #expect(table.popDue(at: Self.moment(20)) == 1)
        #expect(table.popDue(at: Self.moment(99)) == nil)
        #expect(table.nextWakeUp == .distantFuture)
    }

    @Test func `that were cleared are not due`() {
        var table = TimerTable<Int>()
        let id = table.add(1)
        table.set(Self.moment(10), id)
        table.clear(id)
        #expect(table.popDue(at: Self.moment(10)) == nil)
        #expect(table.nextWakeUp == .distantFuture)
    }

    @Test func `that were removed are not mistaken for those who have their place`() {
        var table = TimerTable<Int>()
        let gone = table.add(1)
        table.remove(gone)
        let id = table.add(2)
        table.set(Self.moment(10), id)
        table.set(Self.moment(1), gone)
        table.clear(gone)
        table.remove(gone)
        #expect(table.popDue(at: Self.moment(9)) == nil)
        #expect(table.popDue(at: Self.moment(10)) == 2)
    }

    @Test func `hand back what they were to do when they are removed`() {
        var table = TimerTable<Int>()
        let id = table.add(1)
        table.set(Self.moment(10), id)
        #expect(table.remove(id) == 1)
        #expect(table.remove(id) == nil)
        #expect(table.popDue(at: Self.moment(10)) == nil)
    }

    /// Against the simplest thing that could be right: a dictionary of deadlines.
    @Test(arguments: 1...20)
    func `agree with a plain list, whatever is done to them`(seed: UInt64) {
        var random = seed &* 0x9e37_79b9_7f4a_7c15
        func next(_ bound: UInt64) -> UInt64 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (random >> 33) % bound
        }
        var table = TimerTable<Int>()
        var ids = (0..<50).map { table.add($0) }
        var deadlines: [Int: UInt64] = [:]
        for now in stride(from: UInt64(0), to: 3000, by: 3) {
            let number = Int(next(50))
            switch next(8) {
            case 0:
                table.clear(ids[number])
                deadlines[number] = nil
            case 1:
                table.remove(ids[number])
                deadlines[number] = nil
                ids[number] = table.add(number)
            default:
                let deadline = now + next(200)
                table.set(Self.moment(deadline), ids[number])
                deadlines[number] = deadline
            }
            var due: [Int] = []
            while let number = table.popDue(at: Self.moment(now)) { due.append(number) }
            let expected = deadlines.filter { $0.value <= now }
            #expect(due.sorted() == expected.keys.sorted())
            #expect(due.map { deadlines[$0] ?? 0 } == expected.values.sorted())
            for number in due { deadlines[number] = nil }
            #expect(table.nextWakeUp.nanoseconds <= deadlines.values.min() ?? .max)
        }
    }
}
