import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

/// The async forms against their reference, whose defects are not kept.
@Suite(.serialized) struct `An async send` {
    private struct Model: APIDefaultJSONParsable, Equatable {
        var code: Int
    }

    private struct Request: APIRequest {
        typealias Response = Model
        var path = "/ok"
        var usage = APICacheUsageMode.none
        var onAnswer: (@Sendable (APIResponse<Model>) -> APIResponse<Model>?)?

        var baseURL: URL { URL(string: "http://127.0.0.1:1") ?? URL(fileURLWithPath: "/") }
        var method: APIRequestMethod { .get }
        var parameters: [String: Any]? { nil }
        var headers: APIRequestHeaders? { nil }
        var taskType: APIRequestTaskType { .request }
        var encoding: any APIParameterEncoding { APIURLEncoding.default }

        var cache: APICache? {
            guard usage != .none else { return nil }
            var cache = APICache()
            cache.usageMode = usage
            return cache
        }

        func intercept<U: APIRequest>(
            request: U,
            response: APIResponse<Model>,
            replaceResponseHandler: @escaping APICompletionHandler<Model>
        ) {
            guard let onAnswer else { return replaceResponseHandler(response) }
            if let replaced = onAnswer(response) { replaceResponseHandler(replaced) }
        }
    }

    private let queue = DispatchQueue(label: "callbacks")

    private func withCache<Result>(
        hit: Bool,
        _ body: (APIService) async throws -> Result
    ) async rethrows -> Result {
        let content = hit ? Data(#"{"code":1}"#.utf8) : nil
        let tool = TracedCache(FlowTrace(), keyText: "", content: content)
        return try await SharedConfiguration.with({ $0.cacheTool = tool }) {
            try await body(APIService(client: TraceAnswers.stub))
        }
    }

    @Test(arguments: [true, false])
    func `hears of the cache first, whenever its queue gets to the network's answer`(isHit: Bool) async throws {
        let late = DispatchQueue(label: "late")
        late.suspend()
        let sources = await withCache(hit: isHit) { service in
            let answers = service.sendRequestSequence(Request(usage: .alsoNetworkWithCallback), queue: late)
            var iterator = answers.makeAsyncIterator()
            var sources = [await iterator.next()?.1]
            late.resume()
            while let answer = await iterator.next() { sources.append(answer.1) }
            return sources
        }
        #expect(sources == [.cache, .network])
    }

    // MARK: One answer

    @Test func `returns the network's answer`() async throws {
        let service = APIService(client: TraceAnswers.stub)
        let response = try await service.sendRequestAsync(Request(), queue: queue)
        #expect(response.result.value == Model(code: 200))
        #expect(response.statusCode == 200)
    }

    @Test func `throws what the closure form reports`() async throws {
        let service = APIService(client: TraceAnswers.stub)
        let expected = APIError.connectionError(
            AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: 404))
        )
        await #expect(throws: expected) {
            try await service.sendRequestAsync(Request(path: "/404"), queue: queue)
        }
    }

    @Test(arguments: [APICacheUsageMode.cancelNetwork, .alsoNetwork])
    func `differs on a miss: waits for the network`(usage: APICacheUsageMode) async throws {
        try await withCache(hit: false) { service in
            let response = try await service.sendRequestAsync(Request(usage: usage), queue: queue)
            #expect(response.result.value == Model(code: 200))
        }
    }

    @Test(arguments: [APICacheUsageMode.cancelNetwork, .alsoNetwork])
    func `returns a hit that may stand alone`(usage: APICacheUsageMode) async throws {
        try await withCache(hit: true) { service in
            let response = try await service.sendRequestAsync(Request(usage: usage), queue: queue)
            #expect(response.result.value == Model(code: 1))
            #expect(response.response == nil)
        }
    }

    @Test(arguments: [true, false])
    func `differs for alsoNetworkWithCallback: returns the network's answer`(hit: Bool) async throws {
        try await withCache(hit: hit) { service in
            let request = Request(usage: .alsoNetworkWithCallback)
            let response = try await service.sendRequestAsync(request, queue: queue)
            #expect(response.result.value == Model(code: 200))
        }
    }

    @Test func `differs after a veto: throws`() async throws {
        let service = APIService(client: TraceAnswers.stub)
        await #expect(throws: APIError.requestError(APISendFailure.vetoed)) {
            try await service.sendRequestAsync(Request(), plugins: [Veto()], queue: queue)
        }
        await #expect(throws: APIError.requestError(APISendFailure.vetoed)) {
            try await service.send(Request(), plugins: [Veto()])
        }
    }

    @Test func `throws when the request's interceptor drops the answer`() async throws {
        let service = APIService(client: TraceAnswers.stub)
        let request = Request { _ in nil }
        await #expect(throws: APIError.responseError(APISendFailure.unanswered)) {
            try await service.sendRequestAsync(request, queue: queue)
        }
        await #expect(throws: APIError.responseError(APISendFailure.unanswered)) {
            try await service.send(request)
        }
    }

    @Test(arguments: [true, false])
    func `differs when cancelled: cancels the transfer and throws CancellationError`(callbackForm: Bool) async throws {
        let client = SilentClient()
        let service = UncheckedSendable(APIService(client: client))
        let queue = queue
        let task = Task {
            if callbackForm {
                _ = try await service.value.sendRequestAsync(Request(), queue: queue)
            } else {
                _ = try await service.value.send(Request())
            }
        }
        try await client.state.wait(for: "a start") { $0.started == 1 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(client.state.value.cancelled == 1)
    }

    @Test func `is not sent by a cancelled task`() async throws {
        let client = SilentClient()
        let service = UncheckedSendable(APIService(client: client))
        let gate = Signal()
        let task = Task {
            try? await gate.received()
            _ = try await service.value.send(Request())
        }
        task.cancel()
        gate.fire()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(client.state.value.started == 0)
    }

    // MARK: The model

    @Test func `returns the model`() async throws {
        #expect(try await APIService(client: TraceAnswers.stub).send(Request()) == Model(code: 200))
    }

    @Test func `returns what the request's interceptor made of the answer`() async throws {
        let request = Request { response in
            var replaced = response
            replaced.result = .success(Model(code: 7))
            return replaced
        }
        #expect(try await APIService(client: TraceAnswers.stub).send(request) == Model(code: 7))
    }

    @Test func `runs plugins in the calling task, in the closure form's order`() async throws {
        let trace = FlowTrace()
        let plugin = TracedPlugin(trace: trace, name: "p")
        _ = try await APIService(client: TraceAnswers.stub).send(Request(), plugins: [plugin])
        #expect(trace.texts == ["p.prepare", "p.willSend -> true", "p.willReceive", "p.didReceive"])
    }

    @Test func `tells the plugins of a refresh of the cache that cannot leave`() async throws {
        let trace = FlowTrace()
        let plugin = UncheckedSendable(TracedPlugin(trace: trace, name: "p"))
        try await withCache(hit: true) { service in
            service.reachability = { .notReachable }
            let request = FarRequest()
            let answer = try await service.send(request, plugins: [plugin.value])
            #expect(answer == Model(code: 1))
        }
        #expect(trace.texts == ["p.prepare", "p.willSend -> true", "p.willReceive", "p.didReceive"])
    }

    private struct FarRequest: APIRequestDefaults {
        typealias Response = Model
        var baseURL: URL { testURL("http://far.example.org") }
        var path: String { "/ok" }
        var cache: APICache? {
            var cache = APICache()
            cache.usageMode = .alsoNetwork
            return cache
        }
    }

    @Test func `gives a failed answer as a whole where that is wanted`() async throws {
        let response = try await APIService(client: TraceAnswers.stub).response(to: Request(path: "/404"))
        #expect(response.statusCode == 404)
        #expect(response.data == Data("not found".utf8))
    }

    // MARK: A sequence

    private func elements(_ usage: APICacheUsageMode, hit: Bool, plugins: [any APIPlugin] = []) async -> [String] {
        await withCache(hit: hit) { service in
            var elements: [String] = []
            let request = Request(usage: usage)
            for await (response, source) in service.sendRequestSequence(request, plugins: plugins, queue: queue) {
                elements.append("\(source):\(response.result.isSuccess)")
            }
            return elements
        }
    }

    @Test(arguments: [
        (APICacheUsageMode.none, false, ["network:true"]),
        (.alsoNetworkWithCallback, false, ["cache:false", "network:true"]),
        (.alsoNetworkWithCallback, true, ["cache:true", "network:true"]),
        (.cancelNetwork, false, ["cache:false", "network:true"]),
        (.alsoNetwork, false, ["cache:false", "network:true"]),
    ])
    func `of answers is the reference's`(usage: APICacheUsageMode, hit: Bool, expected: [String]) async {
        #expect(await elements(usage, hit: hit) == expected)
    }

    @Test(arguments: [APICacheUsageMode.cancelNetwork, .alsoNetwork])
    func `differs in a sequence after a hit: it ends`(usage: APICacheUsageMode) async {
        #expect(await elements(usage, hit: true) == ["cache:true"])
    }

    @Test func `differs in a sequence after a veto: it ends empty`() async {
        #expect(await elements(.none, hit: false, plugins: [Veto()]) == [])
    }

    @Test func `is made anew by each iterator of a sequence`() async {
        let client = TraceAnswers.stub
        let sequence = APIService(client: client).sendRequestSequence(Request(), queue: queue)
        #expect(client.requests.isEmpty)
        for await _ in sequence {}
        for await _ in sequence {}
        #expect(client.requests.count == 2)
    }

    @Test func `is cancelled with the task that iterates`() async throws {
        let client = SilentClient()
        let service = UncheckedSendable(APIService(client: client))
        let queue = queue
        let task = Task {
            for await _ in service.value.sendRequestSequence(Request(), queue: queue) {}
        }
        try await client.state.wait(for: "a start") { $0.started == 1 }
        task.cancel()
        await task.value
        try await client.state.wait(for: "a cancel") { $0.cancelled == 1 }
    }
}

struct Veto: APIPlugin {
    func willSend<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> Bool { false }
}

/// A client that never answers, not even when cancelled.
final class SilentClient: APIClient, Sendable {
    struct State {
        var started = 0
        var cancelled = 0
    }

    private struct SilentTask: APIRequestTask {
        let state: Observed<State>

        func resume() -> SilentTask {
            state.update { $0.started += 1 }
            return self
        }

        func cancel() -> SilentTask {
            state.update { $0.cancelled += 1 }
            return self
        }
    }

    let state = Observed(State())

    func createDataRequest(
        request: URLRequest,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask { SilentTask(state: state) }

    func createDownloadRequest(
        request: URLRequest,
        to: @escaping APIDownloadDestination,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDownloadResponseCompletionHandler
    ) -> any APIRequestTask { SilentTask(state: state) }
}
