import APIWire
import Synchronization
import TestSupport
import Testing

/// Tells a closure what it is told.
final class ClosureSource: LoopSource {
    private let body: @Sendable (Readiness) -> Void

    init(_ body: @escaping @Sendable (Readiness) -> Void) { self.body = body }

    func ready(_ readiness: Readiness) { body(readiness) }
}

/// Runs a test with a loop that is stopped at the end.
func withLoop(_ body: (EventLoop) async throws -> Void) async throws {
    let loop = try EventLoop(name: "test-loop")
    try loop.start()
    defer { loop.stop() }
    try await body(loop)
}

@Suite struct `An event loop` {
    @Test func `runs what is posted in order, on its own thread`() async throws {
        try await withLoop { loop in
            let seen = Observed<[Int]>([])
            let wasCurrent = Mutex(true)
            for number in 0..<1000 {
                loop.post {
                    if !loop.isCurrent { wasCurrent.withLock { $0 = false } }
                    seen.update { $0.append(number) }
                }
            }
            try await seen.wait { $0.count == 1000 }
            #expect(seen.value == Array(0..<1000))
            #expect(wasCurrent.withLock { $0 })
            #expect(!loop.isCurrent)
        }
    }

    @Test func `runs what was posted before it was started`() async throws {
        let loop = try EventLoop(name: "test-loop")
        let done = Signal()
        #expect(loop.post { done.fire() })
        try loop.start()
        try loop.start()
        try await done.received()
        loop.stop()
    }

    @Test func `runs all that was posted, then stops, then refuses`() throws {
        let loop = try EventLoop(name: "test-loop")
        try loop.start()
        let count = Atomic(0)
        for _ in 0..<1000 { loop.post { count.add(1, ordering: .relaxed) } }
        loop.stop()
        #expect(count.load(ordering: .relaxed) == 1000)
        #expect(!loop.post { count.add(1, ordering: .relaxed) })
        loop.stop()
        let (socket, _) = try StreamSocket.pair()
        #expect(throws: WireError.self) { try loop.start() }
        #expect(throws: WireError.self) { _ = try loop.add(ClosureSource { _ in }, socket) }
        #expect(count.load(ordering: .relaxed) == 1000)
    }

    @Test func `that never started runs what was posted when it stops`() throws {
        let loop = try EventLoop(name: "test-loop")
        let count = Atomic(0)
        loop.post { count.add(1, ordering: .relaxed) }
        loop.stop()
        #expect(count.load(ordering: .relaxed) == 1)
    }

    @Test func `can be stopped from its own thread and then waited for`() throws {
        let loop = try EventLoop(name: "test-loop")
        try loop.start()
        loop.post { loop.stop() }
        let last = Atomic(false)
        _ = loop.post { last.store(true, ordering: .relaxed) }
        loop.stop()
        #expect(!loop.post {})
    }

    @Test func `does not keep itself alive after it has stopped`() throws {
        weak var loop: EventLoop?
        do {
            let strong = try EventLoop(name: "test-loop")
            try strong.start()
            loop = strong
            strong.stop()
        }
        // The thread lets go of it after its last word.
        let deadline = Instant.now().advanced(by: .seconds(30))
        while loop != nil && Instant.now() < deadline {}
        #expect(loop == nil)
    }

    @Test func `lets posts from many threads through`() async throws {
        try await withLoop { loop in
            let count = Observed(0)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { for _ in 0..<500 { loop.post { count.update { $0 += 1 } } } }
                }
            }
            try await count.wait { $0 == 4000 }
        }
    }
}

@Suite struct `A source of an event loop` {
    @Test func `is told of bytes, of room and of the end`() async throws {
        try await withLoop { loop in
            let (here, there) = try StreamSocket.pair()
            let text = Observed("")
            let found = Observed<Readiness>([])
            let source = ClosureSource { readiness in
                found.update { $0.formUnion(readiness) }
                if let piece = here.readText() { text.update { $0 += piece } }
            }
            let registration = try loop.add(source, here)
            _ = there.write("one")
            try await text.wait { $0 == "one" }
            #expect(found.value == .read)
            loop.setWantsWrite(true, registration)
            try await found.wait { $0.contains(.write) }
            loop.setWantsWrite(false, registration)
            there.close()
            try await found.wait { $0.contains(.hangup) }
            loop.remove(registration)
            loop.remove(registration)
        }
    }

    @Test func `is not told while it does not want to be, not even of the end`() async throws {
        try await withLoop { loop in
            let (here, there) = try StreamSocket.pair()
            let calls = Observed(0)
            let registration = try loop.add(ClosureSource { _ in calls.update { $0 += 1 } }, here)
            loop.setWantsRead(false, registration)
            loop.setWantsRead(false, registration)
            _ = there.write("x")
            there.close()
            let (other, peer) = try StreamSocket.pair()
            let told = Observed(false)
            let control = try loop.add(ClosureSource { _ in told.update { $0 = true } }, other)
            _ = peer.write("x")
            try await told.wait { $0 }
            loop.remove(control)
            #expect(calls.value == 0)
            loop.setWantsRead(true, registration)
            try await calls.wait { $0 > 0 }
            loop.remove(registration)
        }
    }

    @Test func `is not told after it was removed in the same turn`() async throws {
        try await withLoop { loop in
            let pairs = try (0..<2).map { _ in try StreamSocket.pair() }
            let registrations = Mutex<[LoopRegistration]>([])
            let calls = Observed(0)
            let ready = Signal()
            // Held back until both have bytes, so that one turn finds both.
            loop.post {
                for pair in pairs {
                    let source = ClosureSource { _ in
                        calls.update { $0 += 1 }
                        registrations.withLock { $0 }.forEach(loop.remove)
                    }
                    guard let registration = try? loop.add(source, pair.0) else { return }
                    registrations.withLock { $0.append(registration) }
                    _ = pair.1.write("x")
                }
                ready.fire()
            }
            try await ready.received()
            try await calls.wait { $0 >= 1 }
            let after = Signal()
            loop.post { loop.post { after.fire() } }
            try await after.received()
            #expect(calls.value == 1)
        }
    }

    @Test func `lives as long as it is registered`() async throws {
        try await withLoop { loop in
            let (here, there) = try StreamSocket.pair()
            weak var source: ClosureSource?
            let registration: LoopRegistration
            do {
                let strong = ClosureSource { _ in }
                source = strong
                registration = try loop.add(strong, here)
            }
            #expect(source != nil)
            loop.remove(registration)
            #expect(source == nil)
            #expect(there.isQuiet())
        }
    }

    @Test func `ends with the loop`() throws {
        let (here, _) = try StreamSocket.pair()
        let loop = try EventLoop(name: "test-loop")
        try loop.start()
        weak var source: ClosureSource?
        do {
            let strong = ClosureSource { _ in }
            source = strong
            _ = try loop.add(strong, here)
        }
        loop.stop()
        #expect(source == nil)
    }

    @Test func `of a closed socket is refused`() async throws {
        try await withLoop { loop in
            let (here, _) = try StreamSocket.pair()
            here.close()
            let error = #expect(throws: WireError.self) { _ = try loop.add(ClosureSource { _ in }, here) }
            #expect(error?.code == .closed)
        }
    }
}

@Suite struct `A timer of an event loop` {
    @Test func `fires once, on the loop, not before its time`() async throws {
        try await withLoop { loop in
            let deadline = Instant.now().advanced(by: .milliseconds(20))
            let fired = Observed<[Instant]>([])
            let timer = loop.makeTimer { fired.update { $0.append(loop.isCurrent ? .now() : Instant(nanoseconds: 0)) } }
            timer.set(deadline)
            let moments = try await fired.wait { !$0.isEmpty }
            #expect(moments[0] >= deadline)
            let order = Observed<[String]>([])
            timer.set(.now().advanced(by: .milliseconds(1)))
            try await fired.wait { $0.count == 2 }
            order.update { $0.append("again") }
        }
    }

    @Test func `fires in the order of the deadlines`() async throws {
        try await withLoop { loop in
            let order = Observed<[Int]>([])
            let start = Instant.now()
            let timers = [3, 1, 2].map { number in
                let timer = loop.makeTimer { order.update { $0.append(number) } }
                timer.set(start.advanced(by: .milliseconds(number * 5)))
                return timer
            }
            try await order.wait { $0.count == 3 }
            #expect(order.value == [1, 2, 3])
            withExtendedLifetime(timers) {}
        }
    }

    @Test func `that was cleared, or moved later, does not fire at the old time`() async throws {
        try await withLoop { loop in
            let fired = Observed<[String]>([])
            let start = Instant.now()
            let cleared = loop.makeTimer { fired.update { $0.append("cleared") } }
            let moved = loop.makeTimer { fired.update { $0.append("moved") } }
            let last = loop.makeTimer { fired.update { $0.append("last") } }
            cleared.set(start.advanced(by: .milliseconds(1)))
            moved.set(start.advanced(by: .milliseconds(1)))
            cleared.clear()
            moved.set(start.advanced(by: .seconds(3600)))
            last.set(start.advanced(by: .milliseconds(10)))
            try await fired.wait { !$0.isEmpty }
            #expect(fired.value == ["last"])
        }
    }

    @Test func `that nobody holds does not fire`() async throws {
        try await withLoop { loop in
            let fired = Observed<[String]>([])
            loop.makeTimer { fired.update { $0.append("dropped") } }.set(Instant(nanoseconds: 1).advanced(by: .zero))
            let kept = loop.makeTimer { fired.update { $0.append("kept") } }
            kept.set(.now().advanced(by: .milliseconds(5)))
            try await fired.wait { $0.contains("kept") }
        }
    }

    @Test func `may set itself again`() async throws {
        try await withLoop { loop in
            let count = Observed(0)
            let box = Mutex<LoopTimer?>(nil)
            let timer = loop.makeTimer {
                if count.update({
                    $0 += 1; return $0
                }) < 5 {
                    box.withLock { $0 }?.set(.now())
                }
            }
            box.withLock { $0 = timer }
            timer.set(.now())
            try await count.wait { $0 == 5 }
            box.withLock { $0 = nil }
        }
    }
}
