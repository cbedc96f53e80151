import APIWire
import Testing

@Suite struct `The timers of a loop` {
    final class Owner {
        let number: Int

        init(_ number: Int) { self.number = number }
    }

    static func moment(_ nanoseconds: UInt64) -> Instant { Instant(nanoseconds: nanoseconds) }

    @Test func `wake for the first of them`() {
        var table = TimerTable<Owner>()
        #expect(table.nextWakeUp == .distantFuture)
        let one = table.add()
        let other = table.add()
        table.set(Self.moment(20), one)
        table.set(Self.moment(10), other)
        #expect(table.nextWakeUp == Self.moment(10))
        table.remove(other)
        #expect(table.nextWakeUp == Self.moment(20))
        table.remove(one)
        #expect(table.nextWakeUp == .distantFuture)
    }

    @Test func `keep their wake-up when a deadline moves later, and give it then`() {
        var table = TimerTable<Owner>()
        let owner = Owner(1)
        let id = table.add()
        table.setOwner(owner, of: id)
        table.set(Self.moment(10), id)
        table.set(Self.moment(30), id)
        #expect(table.nextWakeUp == Self.moment(10))
        #expect(table.popDue(at: Self.moment(10)) == nil)
        #expect(table.nextWakeUp == Self.moment(30))
        table.set(Self.moment(20), id)
        #expect(table.nextWakeUp == Self.moment(20))
        #expect(table.popDue(at: Self.moment(20)) === owner)
        #expect(table.popDue(at: Self.moment(99)) == nil)
        #expect(table.nextWakeUp == .distantFuture)
    }

    @Test func `that were cleared are not due`() {
        var table = TimerTable<Owner>()
        let owner = Owner(1)
        let id = table.add()
        table.setOwner(owner, of: id)
        table.set(Self.moment(10), id)
        table.clear(id)
        #expect(table.popDue(at: Self.moment(10)) == nil)
        #expect(table.nextWakeUp == .distantFuture)
    }

    @Test func `that were removed are not mistaken for those who have their place`() {
        var table = TimerTable<Owner>()
        let owner = Owner(2)
        let gone = table.add()
        table.remove(gone)
        let id = table.add()
        table.setOwner(owner, of: id)
        table.set(Self.moment(10), id)
        table.set(Self.moment(1), gone)
        table.clear(gone)
        table.remove(gone)
        table.setOwner(Owner(1), of: gone)
        #expect(table.popDue(at: Self.moment(9)) == nil)
        #expect(table.popDue(at: Self.moment(10)) === owner)
    }

    @Test func `do not keep their owners alive`() {
        var table = TimerTable<Owner>()
        let id = table.add()
        table.setOwner(Owner(1), of: id)
        table.set(Self.moment(10), id)
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
        var table = TimerTable<Owner>()
        let owners = (0..<50).map(Owner.init)
        var ids = owners.map { _ in table.add() }
        for (owner, id) in zip(owners, ids) { table.setOwner(owner, of: id) }
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
                ids[number] = table.add()
                table.setOwner(owners[number], of: ids[number])
            default:
                let deadline = now + next(200)
                table.set(Self.moment(deadline), ids[number])
                deadlines[number] = deadline
            }
            var due: [Int] = []
            while let owner = table.popDue(at: Self.moment(now)) { due.append(owner.number) }
            let expected = deadlines.filter { $0.value <= now }
            #expect(due.sorted() == expected.keys.sorted())
            #expect(due.map { deadlines[$0] ?? 0 } == expected.values.sorted())
            for number in due { deadlines[number] = nil }
            #expect(table.nextWakeUp.nanoseconds <= deadlines.values.min() ?? .max)
        }
    }
}
