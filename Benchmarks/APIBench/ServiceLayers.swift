import APIService
import APITransport
import Dispatch
import Foundation
import Synchronization

/// The benchmark's answer as a program would read it.
struct Envelope: APIDefaultJSONParsable, Sendable {
    struct Item: Decodable, Sendable {
        var id: Int
        var name: String
        var price: Double
        var tags: [String]
        var active: Bool
    }

    struct Contents: Decodable, Sendable {
        var items: [Item]
    }

    var code: Int
    var data: Contents
}

struct EnvelopeRequest: APIRequestDefaults, Sendable {
    typealias Response = Envelope
    let baseURL: URL
}

/// A plugin that does what most do: sets a field, and looks at the status.
struct FieldPlugin: APIPlugin {
    let name: String

    func prepare<T: APIRequest>(_ request: consuming URLRequest, targetRequest: T) -> URLRequest {
        request.setValue("1", forHTTPHeaderField: name)
        return request
    }

    func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {
        if result.statusCode != 200 { Process.fail("status \(result.statusCode ?? 0)") }
    }
}

/// Typed requests through `APIService.send`, from a task that prefers the engine's executor.
struct ServiceLayer: Layer {
    private let engine: HTTPClient
    private let request: EnvelopeRequest
    private let bytes: Int

    init(_ setup: Setup) throws {
        engine = setup.makeClient()
        guard let url = URL(string: setup.url) else { Process.fail("no URL: \(setup.url)") }
        request = EnvelopeRequest(baseURL: url)
        bytes = check(try engine.sendBlocking(setup.makeRequest()))
    }

    private func some(_ count: Int) async -> [Double] {
        let service = APIService(client: NativeAPIClient(engine: engine))
        let plugins: [any APIPlugin] = [FieldPlugin(name: "X-One"), FieldPlugin(name: "X-Two")]
        var latencies: [Double] = []
        latencies.reserveCapacity(count)
        for _ in 0..<count {
            let start = Process.now()
            do {
                let envelope = try await service.send(request, plugins: plugins)
                if envelope.data.items.isEmpty { Process.fail("no items") }
            } catch {
                Process.fail("\(error)")
            }
            latencies.append(Process.now() - start)
        }
        return latencies
    }

    func run(_ count: Int, concurrency: Int) async -> (latencies: [Double], bytes: Int) {
        let latencies = await withTaskExecutorPreference(engine.executor) {
            if concurrency == 1 { return await some(count) }
            return await withTaskGroup(of: [Double].self) { group in
                for index in 0..<concurrency {
                    let share = count / concurrency + (index < count % concurrency ? 1 : 0)
                    group.addTask { await some(share) }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
        }
        return (latencies, bytes * count)
    }

    func close() {
        engine.shutDown()
    }
}

/// The same with callbacks on a serial queue, each of which sends the next request.
struct ServiceQueueLayer: Layer {
    private final class Run: Sendable {
        struct State {
            var latencies: [Double] = []
            var left: Int
            var outstanding = 0
            var done: CheckedContinuation<Void, Never>?
        }

        let client: NativeAPIClient
        let request: EnvelopeRequest
        let queue = DispatchQueue(label: "callbacks")
        let state: Mutex<State>

        init(_ client: NativeAPIClient, _ request: EnvelopeRequest, _ count: Int) {
            self.client = client
            self.request = request
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
            let plugins: [any APIPlugin] = [FieldPlugin(name: "X-One"), FieldPlugin(name: "X-Two")]
            APIService(client: client).sendRequest(request, plugins: plugins, queue: queue) { [self] response in
                if response.result.value?.data.items.isEmpty != false { Process.fail("\(response.result)") }
                let latency = Process.now() - start
                let done = state.withLock { state in
                    state.latencies.append(latency)
                    state.outstanding -= 1
                    return state.left == 0 && state.outstanding == 0 ? state.done : nil
                }
                if let done { done.resume() } else { next() }
            }
        }
    }

    private let engine: HTTPClient
    private let request: EnvelopeRequest
    private let bytes: Int

    init(_ setup: Setup) throws {
        engine = setup.makeClient()
        guard let url = URL(string: setup.url) else { Process.fail("no URL: \(setup.url)") }
        request = EnvelopeRequest(baseURL: url)
        bytes = check(try engine.sendBlocking(setup.makeRequest()))
    }

    func run(_ count: Int, concurrency: Int) async -> (latencies: [Double], bytes: Int) {
        let run = Run(NativeAPIClient(engine: engine), request, count)
        await withCheckedContinuation { done in
            run.state.withLock { $0.done = done }
            for _ in 0..<min(concurrency, count) { run.next() }
        }
        return (run.state.withLock { $0.latencies }, bytes * count)
    }

    func close() {
        engine.shutDown()
    }
}
