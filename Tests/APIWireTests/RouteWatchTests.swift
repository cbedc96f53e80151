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

    @Test func `listens anew, and says so, when its socket fails`() async throws {
        let opened = Observed(0)
        let heard = Observed(0)
        let watch = try RouteWatch { () throws(WireError) in
            let socket = try RouteWatch.open()
            // The first is lost at once, then there is none, then one that listens.
            switch opened.update({ count -> Int in
                count += 1
                return count
            }) {
            case 1: socket.close()
            case 2: throw WireError(.outOfMemory)
            default: break
            }
            return socket
        } onChange: {
            heard.update { $0 += 1 }
        }
        try await heard.wait(for: "news") { $0 > 0 }
        #expect(opened.value >= 3)
        watch.stop()
    }

    @Test func `may be made and let go many times`() throws {
        for _ in 0..<50 {
            _ = try RouteWatch {}
        }
    }
}
