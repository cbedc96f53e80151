import APIWire
import Testing

@Suite struct `The queue of a resolver` {
    typealias Queue = LookupQueue<String>

    static let start = Instant(nanoseconds: 1_000_000_000_000)
    static let a = Queue.Name("a.test")
    static let b = Queue.Name("b.test")

    @Test func `answers all who wait for a name by one look-up`() {
        var queue = Queue(maximumThreads: 8)
        #expect(queue.add("one", for: Self.a, now: Self.start).hasWork)
        #expect(!queue.add("two", for: Self.a, now: Self.start).hasWork)
        #expect(queue.start(now: Self.start) == Self.a)
        #expect(!queue.add("three", for: Self.a, now: Self.start).hasWork)
        #expect(queue.start(now: Self.start) == nil)
        #expect(queue.finish(Self.a) == ["one", "two", "three"])
        #expect(queue.busy == 0)
        #expect(queue.add("four", for: Self.a, now: Self.start).hasWork)
    }

    @Test func `keeps families apart`() {
        var queue = Queue(maximumThreads: 8)
        #expect(queue.add("one", for: .init("a.test", .ipv4), now: Self.start).hasWork)
        #expect(queue.add("two", for: .init("a.test", .ipv6), now: Self.start).hasWork)
        #expect(queue.start(now: Self.start) == .init("a.test", .ipv4))
        #expect(queue.start(now: Self.start) == .init("a.test", .ipv6))
        #expect(queue.finish(.init("a.test", .ipv6)) == ["two"])
    }

    @Test func `begins a second look-up when the first is old, and no third`() {
        var queue = Queue(maximumThreads: 8)
        let later = Self.start.advanced(by: Queue.patience)
        let muchLater = later.advanced(by: Queue.patience)
        _ = queue.add("one", for: Self.a, now: Self.start)
        #expect(queue.start(now: Self.start) == Self.a)
        #expect(!queue.add("two", for: Self.a, now: Self.start).hasWork)
        #expect(queue.add("three", for: Self.a, now: later).hasWork)
        #expect(!queue.add("four", for: Self.a, now: later).hasWork)
        #expect(queue.start(now: later) == Self.a)
        #expect(!queue.add("five", for: Self.a, now: muchLater).hasWork)
        #expect(queue.finish(Self.a) == ["one", "two", "three", "four", "five"])
        #expect(queue.finish(Self.a) == [])
    }

    @Test func `keeps the last free thread from a name that has one`() {
        var queue = Queue(maximumThreads: 2)
        let later = Self.start.advanced(by: Queue.patience)
        _ = queue.add("one", for: Self.a, now: Self.start)
        #expect(queue.start(now: Self.start) == Self.a)
        #expect(queue.add("two", for: Self.a, now: later).hasWork)
        #expect(queue.start(now: later) == nil)
        #expect(queue.add("three", for: Self.b, now: later).hasWork)
        #expect(queue.start(now: later) == Self.b)
        #expect(queue.finish(Self.b) == ["three"])
        #expect(queue.start(now: later) == nil)
        #expect(queue.finish(Self.a) == ["one", "two"])
    }

    @Test func `does not look up what nobody waits for any more`() {
        var queue = Queue(maximumThreads: 8)
        let (id, _) = queue.add("one", for: Self.a, now: Self.start)
        #expect(queue.cancel(id, for: Self.a) == "one")
        #expect(queue.cancel(id, for: Self.a) == nil)
        #expect(queue.start(now: Self.start) == nil)
    }

    @Test func `goes on with a look-up when one of two is cancelled`() {
        var queue = Queue(maximumThreads: 8)
        let (one, _) = queue.add("one", for: Self.a, now: Self.start)
        let (two, _) = queue.add("two", for: Self.a, now: Self.start)
        #expect(queue.start(now: Self.start) == Self.a)
        #expect(queue.cancel(one, for: Self.a) == "one")
        #expect(queue.finish(Self.a) == ["two"])
        #expect(queue.cancel(two, for: Self.a) == nil)
    }

    @Test func `gives up all at once`() {
        var queue = Queue(maximumThreads: 8)
        _ = queue.add("one", for: Self.a, now: Self.start)
        _ = queue.add("two", for: Self.b, now: Self.start)
        _ = queue.start(now: Self.start)
        #expect(queue.cancelAll().sorted() == ["one", "two"])
        #expect(queue.start(now: Self.start) == nil)
        #expect(queue.finish(Self.a) == [])
    }
}
