import APIWire
import Testing

@Suite struct `Waiting for a socket` {
    static var past: Instant { Instant(nanoseconds: 1) }

    @Test func `ends when there is something to read`() throws {
        let (here, there) = try StreamSocket.pair()
        _ = there.write("x")
        #expect(try Poll.wait(here, .read, wake: nil, until: nil) == .ready(.read))
    }

    @Test func `ends when there is room to write`() throws {
        let (here, _) = try StreamSocket.pair()
        #expect(try Poll.wait(here, .write, wake: nil, until: nil) == .ready([.write, .read, .hangup]))
        let (other, kept) = try StreamSocket.pair()
        #expect(try Poll.wait(other, [.read, .write], wake: nil, until: nil) == .ready(.write))
        #expect(kept.isQuiet())
    }

    @Test func `ends when the peer closes`() throws {
        let (here, there) = try StreamSocket.pair()
        there.close()
        #expect(try Poll.wait(here, .read, wake: nil, until: nil) == .ready([.read, .hangup]))
    }

    @Test func `ends at its deadline`() throws {
        let (here, there) = try StreamSocket.pair()
        let deadline = Instant.now().advanced(by: .milliseconds(5))
        #expect(try Poll.wait(here, .read, wake: nil, until: deadline) == .timedOut)
        #expect(Instant.now() >= deadline)
        #expect(try Poll.wait(here, .read, wake: nil, until: Self.past) == .timedOut)
        #expect(there.isQuiet())
    }

    @Test func `ends when it is woken, until that is reset`() throws {
        let (here, there) = try StreamSocket.pair()
        let wake = try WakeSignal()
        wake.signal()
        wake.signal()
        #expect(try Poll.wait(here, .read, wake: wake, until: nil) == .woken)
        #expect(try Poll.wait(here, .read, wake: wake, until: nil) == .woken)
        wake.reset()
        wake.reset()
        #expect(try Poll.wait(here, .read, wake: wake, until: Self.past) == .timedOut)
        #expect(there.isQuiet())
    }

    @Test func `of several says which are ready`() throws {
        let pairs = try (0..<20).map { _ in try StreamSocket.pair() }
        let wake = try WakeSignal()
        _ = pairs[3].1.write("x")
        _ = pairs[17].1.write("x")
        let sockets = pairs.map { ($0.0, Interest.read) }
        let result = try Poll.wait(sockets, wake: wake, until: nil)
        #expect(result.ready == [3, 17] && !result.woken)
        wake.signal()
        let woken = try Poll.wait(sockets, wake: wake, until: nil)
        #expect(woken.ready == [3, 17] && woken.woken)
        let none = try Poll.wait([(pairs[0].0, .read)], wake: nil, until: Self.past)
        #expect(none.ready == [] && !none.woken)
    }

    @Test func `of one that is closed fails`() throws {
        let (here, _) = try StreamSocket.pair()
        here.close()
        let error = #expect(throws: WireError.self) { try Poll.wait(here, .read, wake: nil, until: nil) }
        #expect(error?.code == .closed)
    }
}
