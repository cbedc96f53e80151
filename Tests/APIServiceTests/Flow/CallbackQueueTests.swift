import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite struct `Callbacks of a send` {
    enum Ending: CaseIterable, Sendable {
        case answered, refused, undecodable, failed, invalid, cancelled, cached
    }

    private struct Item: APIDefaultJSONParsable { var n: Int }

    private static let here = DispatchSpecificKey<UUID>()

    /// Notes what is called, and whether on the queue.
    private struct Watch: APIPlugin {
        let identity: UUID
        let calls = Observed<[(name: String, isOnQueue: Bool)]>([])

        func note(_ name: String) {
            let isOnQueue = DispatchQueue.getSpecific(key: `Callbacks of a send`.here) == identity
            calls.update { $0.append((name, isOnQueue)) }
        }

        func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) { note("willReceive") }
        func didReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) { note("didReceive") }
    }

    private struct Find: APIRequestDefaults {
        typealias Response = Item
        let watch: Watch
        let ending: Ending
        var baseURL: URL { testURL("http://127.0.0.1/") }
        var path: String { "\(ending)" }
        var parameters: [String: Any]? { ending == .invalid ? ["date": Date()] : nil }
        var encoding: any APIParameterEncoding { APIJSONEncoding.default }
        var cache: APICache? {
            guard ending == .cached else { return nil }
            var cache = APICache()
            cache.usageMode = .alsoNetworkWithCallback
            return cache
        }

        func intercept<U: APIRequest>(
            request: U,
            response: APIResponse<Item>,
            replaceResponseHandler: @escaping APICompletionHandler<Item>
        ) {
            watch.note("intercept")
            replaceResponseHandler(response)
        }
    }

    private static let client = StubAPIClient { request in
        switch request.url?.lastPathComponent {
        case "refused": .json(#"{"n":1}"#, status: 404)
        case "undecodable": .json(#"{"n":"x"}"#)
        case "failed": .failure(.timedOut)
        case "cancelled": .json(#"{"n":1}"#).delayed(by: 3600)
        default: .json(#"{"n":1}"#)
        }
    }

    /// With the main queue by default, as the pod has it, or another one that is named.
    @Test(arguments: Ending.allCases, [true, false])
    func `all run on the queue that was asked for`(ending: Ending, isMain: Bool) async throws {
        let queue = isMain ? DispatchQueue.main : DispatchQueue(label: "callbacks")
        let watch = Watch(identity: isMain ? Self.mainIdentity : UUID())
        queue.setSpecific(key: Self.here, value: watch.identity)
        let request = UncheckedSendable(Find(watch: watch, ending: ending))
        let tool = TracedCache(FlowTrace(), keyText: "", content: Data(#"{"n":1}"#.utf8))
        try await SharedConfiguration.with({ $0.cacheTool = ending == .cached ? tool : nil }) {
            let service = APIService(client: Self.client)
            let task = Self.send(request.value, with: service, watch, isMain ? nil : queue)
            if ending == .cancelled { task?.cancel() }
            let last = ending == .invalid ? "completion" : "didReceive"
            let calls = try await watch.calls.wait(for: "the last call") { $0.contains { $0.name == last } }
            #expect(calls.filter { !$0.isOnQueue }.map(\.name) == [])
            #expect(calls.contains { $0.name == "cache" } == (ending == .cached))
            guard [.answered, .refused].contains(ending) else { return }
            #expect(calls.map(\.name) == ["progress", "willReceive", "intercept", "completion", "didReceive"])
        }
    }

    /// The main queue has one value for the key, however many tests run at once.
    private static let mainIdentity = UUID()

    private static func send(_ request: Find, with service: APIService, _ watch: Watch, _ queue: DispatchQueue?)
        -> (any APIRequestTask)?
    {
        guard let queue else {
            return service.sendRequest(
                request,
                plugins: [watch],
                progressHandler: { _ in watch.note("progress") },
                cacheHandler: { _ in watch.note("cache") },
                completionHandler: { _ in watch.note("completion") }
            )
        }
        return service.sendRequest(
            request,
            plugins: [watch],
            queue: queue,
            progressHandler: { _ in watch.note("progress") },
            cacheHandler: { _ in watch.note("cache") },
            completionHandler: { _ in watch.note("completion") }
        )
    }
}
