import APITransport
import APIWire
import Testing

/// Like `#expect`, which cannot hold a call that changes what it is made on.
private func check(_ condition: Bool, at location: SourceLocation = #_sourceLocation) {
    #expect(condition, sourceLocation: location)
}

private func address(_ host: String) throws -> SocketAddress {
    try #require(SocketAddress(numericHost: host, port: 80))
}

private func moment(_ milliseconds: Int) -> Instant {
    Instant(nanoseconds: 0).advanced(by: .milliseconds(milliseconds))
}

private let refused = WireError(.refused)

@Suite struct `A plan to reach a host` {
    @Test func `lets address families alternate, beginning with the one the resolver prefers`() throws {
        let plan = try DialPlan(
            resolved: ["2001:db8::1", "2001:db8::2", "192.0.2.1", "192.0.2.2", "192.0.2.3"].map(address)
        )
        #expect(plan.addresses.map(\.host) == ["2001:db8::1", "192.0.2.1", "2001:db8::2", "192.0.2.2", "192.0.2.3"])
    }

    @Test func `tries an address once although the resolver names it twice`() throws {
        let plan = try DialPlan(resolved: [address("192.0.2.1"), address("192.0.2.1")])
        #expect(plan.addresses.count == 1)
    }

    @Test func `begins with the family that answered last, and keeps the order within it`() throws {
        let resolved = try [address("2001:db8::1"), address("192.0.2.2"), address("192.0.2.1")]
        let plan = DialPlan(resolved: resolved, beginsWithIPv6: false)
        #expect(plan.addresses == [resolved[1], resolved[0], resolved[2]])
        #expect(DialPlan(resolved: resolved, beginsWithIPv6: true).addresses == resolved)
        let none = try DialPlan(resolved: [address("192.0.2.1")], beginsWithIPv6: true)
        #expect(none.addresses == (try [address("192.0.2.1")]))
    }

    @Test func `starts the second address after 250 ms beside the first`() throws {
        var plan = try DialPlan(resolved: [address("2001:db8::1"), address("192.0.2.1")])
        check(plan.step(now: moment(0)) == .start(0))
        check(plan.step(now: moment(0)) == .wait(until: moment(250)))
        check(plan.step(now: moment(249)) == .wait(until: moment(250)))
        check(plan.step(now: moment(250)) == .start(1))
        check(plan.step(now: moment(250)) == .wait(until: nil))
    }

    @Test func `starts the next address at once when one fails`() throws {
        var plan = try DialPlan(resolved: [address("2001:db8::1"), address("192.0.2.1")])
        check(plan.step(now: moment(0)) == .start(0))
        plan.attemptFailed(0, refused)
        check(plan.step(now: moment(1)) == .start(1))
    }

    @Test func `fails with every address that was tried`() throws {
        var plan = try DialPlan(resolved: [address("2001:db8::1"), address("192.0.2.1")])
        for index in 0..<2 {
            check(plan.step(now: moment(index)) == .start(index))
            plan.attemptFailed(index, refused)
        }
        check(plan.step(now: moment(2)) == .exhausted)
        #expect(plan.failureDescription.contains("[2001:db8::1]:80"))
        #expect(plan.failureDescription.contains("192.0.2.1:80"))
    }

    @Test func `is exhausted at once without addresses`() {
        var plan = DialPlan(resolved: [])
        check(plan.step(now: moment(0)) == .exhausted)
    }
}
