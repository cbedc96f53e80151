import APITransport
import APIWire
import Testing

/// Like `#expect`, which cannot hold a call that changes what it is made on.
private func check(_ condition: Bool, at location: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: location)
}

/// Stands for a connection: the pool looks at nothing but who it is.
private final class Line {}

private typealias State = PoolState<String, Line, String>

private func pool(perOrigin: Int = 2, all: Int = 8, idlePerOrigin: Int = 2, idle: Int = 8, waiting: Int = 8) -> State {
    State(
        limits: PoolLimits(
            connectionsPerOrigin: perOrigin,
            connections: all,
            idlePerOrigin: idlePerOrigin,
            idle: idle,
            waiting: waiting,
            idleLifetime: .seconds(5)
        )
    )
}

private func moment(_ seconds: Int) -> Instant {
    Instant(nanoseconds: 0).advanced(by: .seconds(seconds))
}

extension PoolState where Key == String, Waiter == String {
    /// Opens a connection for `key`; the state must allow it.
    fileprivate mutating func open(_ key: Key, _ line: Connection) {
        guard case .open = acquire(key, fresh: false, now: moment(3), waiter: "opener"), opened(line, for: key) else {
            Issue.record("The pool did not let \(key) open a connection")
            return
        }
    }

    fileprivate mutating func free(_ line: Connection, _ key: Key, at seconds: Int) -> Handover {
        release(line, for: key, reusable: true, now: moment(seconds))
    }
}

extension State {
    /// Opens two connections and gives them back one after the other.
    fileprivate mutating func idle(to first: Key, _ second: Key) -> (old: Line, young: Line) {
        let (old, young) = (Line(), Line())
        open(first, old)
        open(second, young)
        _ = free(old, first, at: 1)
        _ = free(young, second, at: 2)
        return (old, young)
    }
}

@Suite struct `A pool's bookkeeping` {
    @Test func `lends the idle connection that was used last`() {
        var state = pool()
        let second = state.idle(to: "a", "a").young
        guard case .use(let line) = state.acquire("a", fresh: false, now: moment(3), waiter: "w") else {
            Issue.record("An idle connection was not lent")
            return
        }
        #expect(line === second)
    }

    @Test func `never lends a connection to another origin`() {
        var state = pool()
        let line = Line()
        state.open("a", line)
        _ = state.free(line, "a", at: 1)
        guard case .open(evicting: nil) = state.acquire("b", fresh: false, now: moment(3), waiter: "w") else {
            Issue.record("The other origin was not told to open a connection of its own")
            return
        }
    }

    @Test func `makes the third wait when an origin may have two, and serves in order`() {
        var state = pool(perOrigin: 2)
        let (first, second) = (Line(), Line())
        state.open("a", first)
        state.open("a", second)
        guard case .wait = state.acquire("a", fresh: false, now: moment(3), waiter: "early"),
            case .wait = state.acquire("a", fresh: false, now: moment(3), waiter: "late"),
            case .lend(let line, to: "early") = state.free(first, "a", at: 1).next,
            case .open(for: "late") = state.release(second, for: "a", reusable: false, now: moment(1)).next
        else {
            Issue.record("Those who waited were not served in order")
            return
        }
        #expect(line === first)
    }

    @Test func `passes over whoever gave up`() {
        var state = pool(perOrigin: 1)
        let line = Line()
        state.open("a", line)
        guard case .wait(let ticket) = state.acquire("a", fresh: false, now: moment(3), waiter: "gone"),
            case .wait = state.acquire("a", fresh: false, now: moment(3), waiter: "patient")
        else {
            Issue.record("Nobody was made to wait")
            return
        }
        check(state.giveUp(ticket, for: "a"))
        check(!state.giveUp(ticket, for: "a"))
        guard case .lend(_, to: "patient") = state.free(line, "a", at: 1).next else {
            Issue.record("The one who was left did not get the connection")
            return
        }
        #expect(state.waitingCount == 0)
    }

    @Test func `refuses one more than may wait`() {
        var state = pool(perOrigin: 1, waiting: 1)
        state.open("a", Line())
        guard case .wait = state.acquire("a", fresh: false, now: moment(3), waiter: "1"),
            case .queueFull = state.acquire("a", fresh: false, now: moment(3), waiter: "2")
        else {
            Issue.record("The queue has no bound")
            return
        }
    }

    @Test func `closes what was idle for longest when another origin needs its place`() {
        var state = pool(perOrigin: 2, all: 2)
        let old = state.idle(to: "a", "b").old
        guard case .open(let victim) = state.acquire("c", fresh: false, now: moment(3), waiter: "w") else {
            Issue.record("No room was made")
            return
        }
        #expect(victim === old)
        #expect(state.connectionCount == 2)
    }

    @Test func `does not starve an origin that only the limit on all connections holds back`() {
        var state = pool(perOrigin: 1, all: 1)
        let line = Line()
        state.open("a", line)
        guard case .wait = state.acquire("b", fresh: false, now: moment(3), waiter: "b") else {
            Issue.record("The limit on all connections does not hold")
            return
        }
        let handover = state.free(line, "a", at: 1)
        #expect(handover.closing === line)
        guard case .open(for: "b") = handover.next else {
            Issue.record("The origin that waited did not get the place")
            return
        }
    }

    @Test func `serves in order over all origins when one of them is always busy`() {
        var state = pool(perOrigin: 1, all: 1)
        let line = Line()
        state.open("a", line)
        for (key, name) in [("a", "first"), ("b", "second"), ("a", "third")] {
            guard case .wait = state.acquire(key, fresh: false, now: moment(3), waiter: name) else {
                Issue.record("The limit on all connections does not hold")
                return
            }
        }
        guard case .lend(_, to: "first") = state.free(line, "a", at: 1).next else {
            Issue.record("Whoever came first was passed over")
            return
        }
        let handover = state.free(line, "a", at: 2)
        #expect(handover.closing === line)
        guard case .open(for: "second") = handover.next else {
            Issue.record("The other origin was passed over")
            return
        }
        guard case .open(for: "third") = state.openingFailed(for: "b").next else {
            Issue.record("A place that came free was not given on")
            return
        }
        check(state.waitingCount == 0)
    }

    @Test func `opens a fresh connection although an idle one is there`() {
        var state = pool(perOrigin: 1)
        let line = Line()
        state.open("a", line)
        _ = state.free(line, "a", at: 1)
        guard case .open(let victim) = state.acquire("a", fresh: true, now: moment(3), waiter: "w") else {
            Issue.record("A fresh connection was not opened")
            return
        }
        #expect(victim === line)
    }

    @Test func `keeps no more idle connections than allowed`() {
        var state = pool(perOrigin: 4, idlePerOrigin: 1)
        let (first, second) = (Line(), Line())
        state.open("a", first)
        state.open("a", second)
        check(state.free(first, "a", at: 1).closing == nil)
        check(state.free(second, "a", at: 2).closing === second)
        #expect(state.idleCount == 1)
        #expect(state.connectionCount == 1)
    }

    @Test func `gives the place of a connection that could not be opened to the next who waits`() {
        var state = pool(perOrigin: 1)
        guard case .open = state.acquire("a", fresh: false, now: moment(3), waiter: "opener"),
            case .wait = state.acquire("a", fresh: false, now: moment(3), waiter: "next"),
            case .open(for: "next") = state.openingFailed(for: "a").next
        else {
            Issue.record("The place was lost")
            return
        }
        #expect(state.connectionCount == 1)
    }

    @Test func `removes what has been idle too long and nothing else`() {
        var state = pool(perOrigin: 3, idlePerOrigin: 3)
        let (old, young, busy) = (Line(), Line(), Line())
        for line in [old, young, busy] { state.open("a", line) }
        _ = state.free(old, "a", at: 1)
        _ = state.free(young, "a", at: 10)
        let removed = state.removeExpired(now: moment(6))
        #expect(removed.count == 1 && removed.first === old)
        #expect(state.connectionCount == 2)
    }

    @Test(arguments: [(nil, 5), (3, 2), (2, 1), (1, 0), (0, 0), (-1, 0), (600, 5), (Int.max, 5)] as [(Int?, Int)])
    func `keeps a connection no longer than the server does`(_ serverLimit: Int?, _ seconds: Int) {
        var state = pool(perOrigin: 1)
        let line = Line()
        state.open("a", line)
        _ = state.release(line, for: "a", reusable: true, serverLimit: serverLimit, now: moment(10))
        let end = moment(10 + seconds)
        if seconds > 0 {
            let last = Instant(nanoseconds: end.nanoseconds - 1)
            guard case .use = state.acquire("a", fresh: false, now: last, waiter: "w") else {
                Issue.record("The connection was not lent while it was good")
                return
            }
            // What the server said holds for the connection, whether or not it says so again.
            _ = state.free(line, "a", at: 10)
        }
        guard case .open(let victim) = state.acquire("a", fresh: false, now: end, waiter: "w") else {
            Issue.record("The connection was lent when the server may have closed it")
            return
        }
        #expect(victim === line)
        #expect(state.connectionCount == 1 && state.idleCount == 0)
    }

    @Test func `tells all when it is shut down and lends nothing afterwards`() {
        var state = pool(perOrigin: 1)
        let (idle, busy) = (Line(), Line())
        state.open("a", idle)
        _ = state.free(idle, "a", at: 1)
        state.open("b", busy)
        _ = state.acquire("b", fresh: false, now: moment(3), waiter: "waiter")
        let end = state.shutDown()
        #expect(end.idle.count == 1 && end.idle.first === idle)
        #expect(end.busy.count == 1 && end.busy.first === busy)
        #expect(end.waiters == ["waiter"])
        guard case .shutDown = state.acquire("a", fresh: false, now: moment(3), waiter: "w") else {
            Issue.record("A pool that was shut down lends")
            return
        }
        check(state.free(busy, "b", at: 2).closing === busy)
    }

    @Test func `lends a connection that carries several exchanges until it is full`() {
        var state = pool(perOrigin: 1)
        let line = Line()
        guard case .open = state.acquire("a", fresh: false, now: moment(3), waiter: "w"),
            state.opened(line, capacity: 2, for: "a"),
            case .use(let shared) = state.acquire("a", fresh: false, now: moment(3), waiter: "w"),
            case .wait = state.acquire("a", fresh: false, now: moment(3), waiter: "w")
        else {
            Issue.record("Capacity is not respected")
            return
        }
        #expect(shared === line)
    }
}

@Suite struct `A queue of those who wait` {
    @Test func `forgets those who left while somebody else still waits`() {
        var queue = WaitQueue<Int>()
        queue.append(0, 0)
        for number in 1...10_000 {
            queue.append(number, number)
            check(queue.remove(number))
        }
        #expect(queue.storedCount < 200)
        check(queue.popFirst() == 0)
        check(queue.popFirst() == nil)
    }
}
