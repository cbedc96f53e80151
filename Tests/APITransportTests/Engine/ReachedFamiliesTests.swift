import APIWire
import Testing

@testable import APITransport

@Suite struct `The families that hosts were reached by` {
    let key = ConnectionKey(origin: HTTPOrigin(isSecure: false, host: "example.org", port: 80))
    let start = Instant(nanoseconds: 1_000_000_000)

    func plan() throws -> DialPlan {
        let six = try #require(SocketAddress(numericHost: "2001:db8::1", port: 80))
        let four = try #require(SocketAddress(numericHost: "192.0.2.1", port: 80))
        return DialPlan(resolved: [six, four])
    }

    @Test func `leave the resolver's order alone while its first choice works`() throws {
        let families = ReachedFamilies()
        #expect(families.beginsWithIPv6(key, now: start) == nil)
        let plan = try plan()
        families.reached(plan.addresses[0], for: key, by: plan, now: start)
        #expect(families.beginsWithIPv6(key, now: start) == nil)
    }

    @Test func `prefer for a minute what answered in its place, for that host alone`() throws {
        let families = ReachedFamilies()
        let plan = try plan()
        families.reached(plan.addresses[1], for: key, by: plan, now: start)
        let other = ConnectionKey(origin: HTTPOrigin(isSecure: false, host: "example.com", port: 80))
        #expect(families.beginsWithIPv6(other, now: start) == nil)
        #expect(families.beginsWithIPv6(key, now: start.advanced(by: .seconds(59))) == false)
        #expect(families.beginsWithIPv6(key, now: start.advanced(by: .seconds(60))) == nil)
        #expect(families.beginsWithIPv6(key, now: start) == nil)
    }
}
