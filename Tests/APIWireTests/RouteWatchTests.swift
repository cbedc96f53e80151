import APIWire
import TestSupport
import Testing

@Suite struct `A watch of routes` {
    private static let address = "127.78.0.\(UInt8.random(in: 1...250))/32"

    private static func change(_ verb: String) -> Bool {
        (try? Command.run("/usr/sbin/ip", ["address", verb, address, "dev", "lo"]))?.code == 0
    }

    @Test func `hears of a change until it is stopped`() async throws {
        let heard = Observed(0)
        let watch = try RouteWatch { heard.update { $0 += 1 } }
        guard Self.change("add") else {
            print("note: addresses of this machine cannot be changed here, so no change was heard of")
            return
        }
        defer { _ = Self.change("delete") }
        try await heard.wait(for: "a change") { $0 > 0 }
        watch.stop()
        watch.stop()
    }

    @Test func `may be made and let go many times`() throws {
        for _ in 0..<50 {
            _ = try RouteWatch {}
        }
    }
}
