import APIWire
import Synchronization
import TestSupport
import Testing

@Suite struct `A resolver` {
    typealias Answer = Result<[SocketAddress], WireError>

    static func resolve(
        _ resolver: Resolver,
        _ host: String,
        port: UInt16 = 80,
        family: Resolver.Family = .any
    ) async -> Answer {
        await withCheckedContinuation { continuation in
            resolver.resolve(host, port: port, family: family) { continuation.resume(returning: $0) }
        }
    }

    static let one = SocketAddress(numericHost: "192.0.2.1", port: 0)

    @Test(arguments: ["localhost", "LocalHost", "localhost.", "a.localhost", "a.b.localhost."])
    func `finds this machine without asking`(host: String) async throws {
        let resolver = Resolver { _, _ in .failure(WireError(.system)) }
        let any = try await Self.resolve(resolver, host, port: 8080).get()
        #expect(any.map(\.description) == ["[::1]:8080", "127.0.0.1:8080"])
        let four = try await Self.resolve(resolver, host, family: .ipv4).get()
        #expect(four.map(\.description) == ["127.0.0.1:80"])
        let six = try await Self.resolve(resolver, host, family: .ipv6).get()
        #expect(six.map(\.description) == ["[::1]:80"])
    }

    @Test(arguments: ["localhost", "LOCALHOST.", "a.localhost", "A.b.LocalHost."])
    func `knows the addresses of this machine's own names before any thread does`(host: String) {
        func own(_ family: Resolver.Family) -> [String]? {
            Resolver.ownAddresses(of: host, port: 81, family: family)?.map(\.description)
        }
        #expect(own(.any) == ["[::1]:81", "127.0.0.1:81"])
        #expect(own(.ipv4) == ["127.0.0.1:81"])
        #expect(own(.ipv6) == ["[::1]:81"])
    }

    @Test(arguments: [
        "", ".", "ocalhost", "xlocalhost", "localhost.test", "localhost..", "localhost\0", "local.host",
        "l\u{4f}calhost\u{301}",
        "127.0.0.1", "::1", "\u{0c}ocalhost",
    ])
    func `knows of no other name what its addresses are`(host: String) {
        #expect(Resolver.ownAddresses(of: host, port: 81) == nil)
    }

    @Test(arguments: ["", "a\0b.test", String(repeating: "a", count: 255), "localhost\0"])
    func `finds nothing under a name that cannot be`(host: String) async {
        let resolver = Resolver()
        guard case .failure(let error) = await Self.resolve(resolver, host) else {
            Issue.record("found \(host)")
            return
        }
        #expect(error.code == .notFound)
    }

    @Test func `asks the system, which knows numbers`() async throws {
        let resolver = Resolver()
        let found = try await Self.resolve(resolver, "127.0.0.1", port: 443).get()
        #expect(found.map(\.description) == ["127.0.0.1:443"])
        let six = try await Self.resolve(resolver, "::1", port: 443, family: .ipv6).get()
        #expect(six.map(\.description) == ["[::1]:443"])
        guard case .failure(let error) = await Self.resolve(resolver, "::1", family: .ipv4) else {
            Issue.record("found IPv6 as IPv4")
            return
        }
        #expect(error.code == .notFound && !error.detail.isEmpty)
    }

    @Test func `shares a look-up between those who ask for different ports`() async throws {
        let gate = try Semaphore()
        let count = Mutex(0)
        let address = try #require(Self.one)
        let resolver = Resolver { _, _ in
            count.withLock { $0 += 1 }
            _ = gate.wait()
            return .success([address])
        }
        let answers = Observed<[UInt16]>([])
        for port in 1...50 {
            resolver.resolve("a.test", port: UInt16(port)) { answer in
                guard case .success(let found) = answer else { return }
                answers.update { $0.append(contentsOf: found.map(\.port)) }
            }
        }
        gate.signal()
        try await answers.wait { $0.count == 50 }
        #expect(answers.value == Array(1...50))
        #expect(count.withLock { $0 } == 1)
    }

    @Test func `answers other names while one hangs`() async throws {
        let gate = try Semaphore()
        let address = try #require(Self.one)
        let resolver = Resolver(maximumThreads: 2) { host, _ in
            if host == "stuck.test" { _ = gate.wait() }
            return .success([address])
        }
        let stuck = Observed(0)
        for _ in 0..<10 { resolver.resolve("stuck.test", port: 1) { _ in stuck.update { $0 += 1 } } }
        for number in 0..<20 {
            let found = try await Self.resolve(resolver, "\(number).test", port: 7).get()
            #expect(found.map(\.port) == [7])
        }
        #expect(stuck.value == 0)
        gate.signal()
        try await stuck.wait { $0 == 10 }
    }

    @Test func `answers once when it is cancelled, on the canceller's thread`() async throws {
        let gate = try Semaphore()
        let address = try #require(Self.one)
        let resolver = Resolver { _, _ in
            _ = gate.wait()
            return .success([address])
        }
        let answers = Observed<[Answer]>([])
        let ticket = resolver.resolve("a.test", port: 1) { answer in answers.update { $0.append(answer) } }
        let kept = Observed(0)
        resolver.resolve("a.test", port: 2) { _ in kept.update { $0 += 1 } }
        resolver.cancel(ticket)
        #expect(answers.value == [.failure(WireError(.cancelled))])
        resolver.cancel(ticket)
        gate.signal()
        try await kept.wait { $0 == 1 }
        resolver.cancel(ticket)
        #expect(answers.value.count == 1)
    }

    @Test func `that goes answers everybody and waits for nobody`() throws {
        let gate = try Semaphore()
        let (begun, ended) = (try Semaphore(), try Semaphore())
        let answers = Mutex<[Answer]>([])
        do {
            let resolver = Resolver(maximumThreads: 1) { _, _ in
                begun.signal()
                _ = gate.wait()
                ended.signal()
                return .failure(WireError(.system))
            }
            for host in ["a.test", "b.test"] {
                resolver.resolve(host, port: 1) { answer in answers.withLock { $0.append(answer) } }
            }
            #expect(begun.wait(until: .now().advanced(by: .seconds(30))))
        }
        #expect(answers.withLock { $0 } == [.failure(WireError(.cancelled)), .failure(WireError(.cancelled))])
        gate.signal()
        #expect(ended.wait(until: .now().advanced(by: .seconds(30))))
    }

    @Test func `uses no more threads than it may`() async throws {
        let gate = try Semaphore()
        let running = Observed((now: 0, most: 0))
        let address = try #require(Self.one)
        let resolver = Resolver(maximumThreads: 3) { _, _ in
            running.update { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            _ = gate.wait()
            running.update { $0.now -= 1 }
            return .success([address])
        }
        let answers = Observed(0)
        for number in 0..<30 { resolver.resolve("\(number).test", port: 1) { _ in answers.update { $0 += 1 } } }
        try await running.wait { $0.now == 3 }
        for _ in 0..<30 { gate.signal() }
        try await answers.wait { $0 == 30 }
        #expect(running.value.most == 3)
    }
}
