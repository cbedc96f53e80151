import APITransport
import Dispatch
import Synchronization

/// Blocking calls; several at once on threads of their own.
struct BlockingLayer: Layer {
    private let client: HTTPClient
    private let request: HTTPRequest
    private let destination: ResponseDestination

    init(_ setup: Setup) throws {
        client = setup.makeClient()
        request = try setup.makeRequest()
        destination = setup.destination
    }

    private func some(_ count: Int) -> (latencies: [Double], bytes: Int) {
        var latencies: [Double] = []
        latencies.reserveCapacity(count)
        var bytes = 0
        for _ in 0..<count {
            let start = Process.now()
            bytes += check(succeed { try client.sendBlocking(request, into: destination) })
            latencies.append(Process.now() - start)
        }
        return (latencies, bytes)
    }

    func run(_ count: Int, concurrency: Int) async -> (latencies: [Double], bytes: Int) {
        if concurrency == 1 { return some(count) }
        let all = Mutex<(latencies: [Double], bytes: Int)>(([], 0))
        DispatchQueue.concurrentPerform(iterations: concurrency) { index in
            let part = some(count / concurrency + (index < count % concurrency ? 1 : 0))
            all.withLock { $0 = ($0.latencies + part.latencies, $0.bytes + part.bytes) }
        }
        return all.withLock { $0 }
    }

    func close() {
        client.shutDown()
    }
}

/// Completions on the engine's thread, each of which sends the next request.
struct CompletionLayer: Layer {
    private final class Run: Sendable {
        struct State {
            var latencies: [Double] = []
            var bytes = 0
            var left: Int
            var outstanding = 0
            var done: CheckedContinuation<Void, Never>?
        }

        let client: HTTPClient
        let request: HTTPRequest
        let destination: ResponseDestination
        let state: Mutex<State>

        init(_ client: HTTPClient, _ request: HTTPRequest, _ destination: ResponseDestination, _ count: Int) {
            self.client = client
            self.request = request
            self.destination = destination
            state = Mutex(State(left: count))
        }

        func next() {
            let mayStart = state.withLock { state in
                guard state.left > 0 else { return false }
                state.left -= 1
                state.outstanding += 1
                return true
            }
            guard mayStart else { return }
            let start = Process.now()
            client.send(request, into: destination, queue: nil) { [self] result in
                let bytes = check(succeed { try result.get() })
                let latency = Process.now() - start
                let done = state.withLock { state in
                    state.latencies.append(latency)
                    state.bytes += bytes
                    state.outstanding -= 1
                    return state.left == 0 && state.outstanding == 0 ? state.done : nil
                }
                if let done { done.resume() } else { next() }
            }
        }
    }

    private let client: HTTPClient
    private let request: HTTPRequest
    private let destination: ResponseDestination

    init(_ setup: Setup) throws {
        client = setup.makeClient()
        request = try setup.makeRequest()
        destination = setup.destination
    }

    func run(_ count: Int, concurrency: Int) async -> (latencies: [Double], bytes: Int) {
        let run = Run(client, request, destination, count)
        await withCheckedContinuation { done in
            run.state.withLock { $0.done = done }
            for _ in 0..<min(concurrency, count) { run.next() }
        }
        return run.state.withLock { ($0.latencies, $0.bytes) }
    }

    func close() {
        client.shutDown()
    }
}

/// `async` calls, from the default executor or from the engine's.
struct AsyncLayer: Layer {
    private let client: HTTPClient
    private let request: HTTPRequest
    private let destination: ResponseDestination
    var prefersEngine = false

    init(_ setup: Setup) throws {
        client = setup.makeClient()
        request = try setup.makeRequest()
        destination = setup.destination
    }

    private func some(_ count: Int) async -> (latencies: [Double], bytes: Int) {
        var latencies: [Double] = []
        latencies.reserveCapacity(count)
        var bytes = 0
        for _ in 0..<count {
            let start = Process.now()
            do {
                bytes += check(try await client.send(request, into: destination))
            } catch {
                Process.fail("\(error)")
            }
            latencies.append(Process.now() - start)
        }
        return (latencies, bytes)
    }

    func run(_ count: Int, concurrency: Int) async -> (latencies: [Double], bytes: Int) {
        await withTaskExecutorPreference(prefersEngine ? client.executor : nil) {
            if concurrency == 1 { return await some(count) }
            return await withTaskGroup(of: (latencies: [Double], bytes: Int).self) { group in
                for index in 0..<concurrency {
                    let share = count / concurrency + (index < count % concurrency ? 1 : 0)
                    group.addTask { await some(share) }
                }
                var all: (latencies: [Double], bytes: Int) = ([], 0)
                for await part in group { all = (all.latencies + part.latencies, all.bytes + part.bytes) }
                return all
            }
        }
    }

    func close() {
        client.shutDown()
    }
}

/// The same from a task that prefers the engine's executor.
struct ExecutorLayer: Layer {
    private var layer: AsyncLayer

    init(_ setup: Setup) throws {
        layer = try AsyncLayer(setup)
        layer.prefersEngine = true
    }

    func run(_ count: Int, concurrency: Int) async -> (latencies: [Double], bytes: Int) {
        await layer.run(count, concurrency: concurrency)
    }

    func close() {
        layer.close()
    }
}
