import APITransport
import APIWire
import Dispatch
import Synchronization

/// Runs requests by the thousand and compares what the process holds before and after.
struct Soak {
    let request: HTTPRequest
    private(set) var isGood = true

    init(url: String) throws(TransportError) {
        request = try HTTPRequest(url)
    }

    /// All of it; false when something has grown.
    static func run(_ url: String, thousands: Int) async throws -> Bool {
        var soak = try Soak(url: url)
        do {
            let (parts, client) = (soak, HTTPClient())
            let count = thousands * 10
            // Memory is kept for as many as ever waited at once.
            try await soak.run("at once over 64 connections", count, before: 2 * count) {
                await parts.atOnce($0, over: client)
            }
            try await soak.run("64 at a time", thousands * 1000, before: thousands * 50) {
                await parts.inTurn($0, atATime: 64, over: client)
            }
        }
        let parts = soak
        try await soak.run("clients, two requests each", thousands * 5, before: thousands) { await parts.clients($0) }
        return soak.isGood
    }

    /// One part of the soak, and some of it before, so that what is made once and kept is there.
    private mutating func run(
        _ name: String,
        _ count: Int,
        before: Int,
        _ part: (Int) async -> Int
    ) async throws {
        _ = await part(before)
        let before = try await Self.settled()
        let start = Instant.now()
        let answered = await part(count)
        let seconds = start.duration(to: .now())
        var after = try await Self.settled()
        // Threads and connections end a moment after their client.
        for _ in 0..<100 where !after.isNoMore(than: before) {
            try await Task.sleep(for: .milliseconds(100))
            after = try Holdings.now()
        }
        let isSame = after.isNoMore(than: before)
        isGood = isGood && isSame && answered == count
        print("\(name): \(answered) of \(count) answered in \(seconds)")
        print("  start: \(before)")
        print("  end:   \(after)\(isSame ? "" : "  MORE THAN BEFORE")")
    }

    /// When nothing has changed for a while.
    private static func settled() async throws -> Holdings {
        var last = try Holdings.now()
        var quiet = 0
        for _ in 0..<100 where quiet < 5 {
            try await Task.sleep(for: .milliseconds(50))
            let now = try Holdings.now()
            quiet = now.threads == last.threads && now.descriptors == last.descriptors ? quiet + 1 : 0
            last = now
        }
        return last
    }

    /// All at once, as tasks.
    func atOnce(_ count: Int, over client: HTTPClient) async -> Int {
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<count {
                group.addTask { await isAnswered(over: client) }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
    }

    private func isAnswered(over client: HTTPClient) async -> Bool {
        (try? await client.send(request))?.body == SoakServer.body
    }

    /// So many at a time: each completion sends the next.
    func inTurn(_ count: Int, atATime width: Int, over client: HTTPClient) async -> Int {
        let line = Line(request, count, client)
        return await withCheckedContinuation { continuation in
            line.start(width) { continuation.resume(returning: $0) }
        }
    }

    /// Clients that are made, used in two ways, and let go; every third is shut down, every fifth cancels what it began.
    func clients(_ count: Int) async -> Int {
        var answered = 0
        for number in 0..<count {
            let client = HTTPClient()
            if number % 5 == 4 {
                let handle = client.send(request, queue: nil) { _ in }
                handle.cancel()
            }
            let isFirst = await isAnswered(over: client)
            let isSecond = (try? client.sendBlocking(request))?.body == SoakServer.body
            if number % 3 == 2 { client.shutDown() }
            if isFirst && isSecond { answered += 1 }
        }
        return answered
    }
}

/// Requests that follow one another on the engine's thread.
private final class Line: Sendable {
    private struct State {
        var toSend: Int
        var underWay = 0
        var answered = 0
        var completion: (@Sendable (Int) -> Void)?
    }

    private let request: HTTPRequest
    private let client: HTTPClient
    private let state: Mutex<State>

    init(_ request: HTTPRequest, _ count: Int, _ client: HTTPClient) {
        self.request = request
        self.client = client
        state = Mutex(State(toSend: count))
    }

    func start(_ width: Int, completion: @escaping @Sendable (Int) -> Void) {
        state.withLock { $0.completion = completion }
        for _ in 0..<width { sendNext() }
    }

    private func sendNext() {
        let sends = state.withLock { state in
            guard state.toSend > 0 else { return false }
            state.toSend -= 1
            state.underWay += 1
            return true
        }
        guard sends else { return }
        client.send(request, queue: nil) { [self] result in
            let isGood = (try? result.get())?.body.count == SoakServer.body.count
            let completion = state.withLock { state -> (@Sendable (Int) -> Void)? in
                state.underWay -= 1
                if isGood { state.answered += 1 }
                return state.toSend == 0 && state.underWay == 0 ? state.completion.take() : nil
            }
            if let completion { return completion(state.withLock { $0.answered }) }
            sendNext()
        }
    }
}
