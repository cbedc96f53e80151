import APIService
import Foundation
import TestSupport
import Testing

/// The callbacks of a send are those of the reference, lane by lane; each test of a difference says what it is.
@Suite(.serialized, .enabled(if: SharedCases.has(ReferenceTrace.path)))
struct `The flow of a send` {
    private let trace = FlowTrace()
    private let reference = ReferenceTrace()

    private static let keyText = "GET-http://127.0.0.1:1/ok?a=x y&b=1&skip=9-v2"

    private func request<Response: APIParsable>(_: Response.Type, _ path: String) -> TracedRequest<Response> {
        TracedRequest(trace, "http://127.0.0.1:1", path)
    }

    private func cachedRequest(_ usage: APICacheUsageMode, _ write: APICacheWriteMode = .memoryAndDisk)
        -> TracedRequest<TracedModel>
    {
        var request = request(TracedModel.self, "/ok")
        request.parameters = ["b": 1, "a": "x y", "skip": 9, "stamp": 12.5]
        var cache = APICache()
        cache.usageMode = usage
        cache.writeNode = write
        cache.expiry = .seconds(10)
        cache.extraCacheKey = "v2"
        request.cache = cache
        return request
    }

    /// Sends on the caller's lane with two plugins, and gives back what happened.
    private func lanes<Response: APIParsable & SendableMetatype>(
        of request: TracedRequest<Response>,
        until last: String = "p2.didReceive",
        cached: Data? = nil,
        plugins: [TracedPlugin]? = nil,
        status: APINetworkReachabilityManager.NetworkReachabilityStatus = .reachable(.ethernetOrWiFi),
        keyText: String = keyText
    ) async throws -> Lanes {
        let trace = trace
        let plugins = plugins ?? ["p1", "p2"].map { TracedPlugin(trace: trace, name: $0) }
        let tool = TracedCache(trace, keyText: keyText, content: cached)
        let service = UncheckedSendable(APIService(client: TraceAnswers.stub))
        service.value.reachability = { status }
        let packed = UncheckedSendable(request)
        return try await SharedConfiguration.with({ $0.cacheTool = tool }) {
            try await trace.run(until: last) {
                service.value.sendRequest(
                    packed.value,
                    plugins: plugins,
                    queue: trace.callbacks,
                    cacheHandler: { trace.note("cacheHandler \($0.result) req=\($0.request?.url?.path ?? "nil")") },
                    completionHandler: { trace.completion($0) }
                )
            }
        }
    }

    // MARK: Without a cache

    @Test func `runs default plugins before those of the request`() async throws {
        let trace = trace
        let plugins = ["def", "p1", "p2"].map { TracedPlugin(trace: trace, name: $0) }
        let lanes = try await lanes(of: request(TracedModel.self, "/ok"), plugins: plugins)
        #expect(lanes == reference.lanes("plain success"))
    }

    @Test func `reports a status outside 2xx as a connection error, with its body`() async throws {
        #expect(try await lanes(of: request(TracedModel.self, "/404")) == reference.lanes("404"))
    }

    @Test func `reports a body that is no such model`() async throws {
        #expect(try await lanes(of: request(TracedModel.self, "/echo")) == reference.lanes("parse failure"))
    }

    @Test func `reads a model from a 204 in vain`() async throws {
        #expect(try await lanes(of: request(TracedModel.self, "/204")) == reference.lanes("204 model"))
    }

    @Test func `reads no bytes from a 204`() async throws {
        #expect(try await lanes(of: request(Data.self, "/204")) == reference.lanes("204 Data"))
    }

    @Test func `takes an empty 200 for a failure`() async throws {
        #expect(try await lanes(of: request(Data.self, "/empty200")) == reference.lanes("empty200 Data"))
    }

    @Test func `reads a String as JSON`() async throws {
        #expect(try await lanes(of: request(String.self, "/text")) == reference.lanes("String from text"))
    }

    @Test func `calls no plugin when the request cannot be made`() async throws {
        var request = request(TracedModel.self, "/ok")
        request.failsURLRequest = true
        let expected = reference.lanes("intercept(urlRequest) throws")
        #expect(try await lanes(of: request, until: "COMPLETION") == expected)
    }

    @Test func `calls nothing after a veto`() async throws {
        let plugins = [
            TracedPlugin(trace: trace, name: "p1", permits: false), TracedPlugin(trace: trace, name: "p2"),
        ]
        let lanes = try await lanes(of: request(TracedModel.self, "/ok"), until: "returned", plugins: plugins)
        #expect(lanes == reference.lanes("plugin vetoes"))
    }

    @Test func `refuses a body on GET without sending`() async throws {
        var request = request(TracedModel.self, "/ok")
        request.parameters = ["a": 1]
        request.encoding = APIJSONEncoding.default
        #expect(try await lanes(of: request) == reference.lanes("JSON body on GET"))
    }

    // MARK: Differences without a cache

    @Test func `differs when out of reach: all callbacks on the queue, and didReceive after the completion`()
        async throws
    {
        var request = request(TracedModel.self, "/ok")
        request.baseURL = try #require(URL(string: "http://far.example.org"))
        var expected = reference.lanes("not reachable")
        let (received, done) = (["p1.willReceive", "p2.willReceive"], ["p1.didReceive", "p2.didReceive"])
        expected.caller.removeAll { received.contains($0) || done.contains($0) }
        expected.callbacks = received + expected.callbacks + done
        #expect(try await lanes(of: request, status: .notReachable) == expected)
    }

    @Test(arguments: [APINetworkReachabilityManager.NetworkReachabilityStatus.unknown, .notReachable])
    func `differs for near hosts and unknown networks: the request is sent`(
        status: APINetworkReachabilityManager.NetworkReachabilityStatus
    ) async throws {
        #expect(try await lanes(of: request(TracedModel.self, "/404"), status: status) == reference.lanes("404"))
    }

    @Test func `differs for an unretained service: the completion is called`() async throws {
        let trace = trace
        let base = request(TracedModel.self, "/ok")
        let packed = UncheckedSendable(base)
        let lanes = try await trace.run(until: "p1.didReceive") {
            APIService(client: TraceAnswers.stub).sendRequest(
                packed.value,
                plugins: [TracedPlugin(trace: trace, name: "p1")],
                queue: trace.callbacks,
                completionHandler: { trace.completion($0) }
            )
        }
        var expected = reference.lanes("custom service released early")
        expected.caller.append("returned task=task")
        expected.callbacks = [
            "p1.willReceive", "intercept(response:)",
            "COMPLETION success(M(code: 200)) req=/ok status=Optional(200) data=Optional(46)",
            "p1.didReceive",
        ]
        expected.hasNoCompletion = false
        #expect(lanes == expected)
    }

    // MARK: With a cache

    @Test func `asks the cache before willSend, and reports a miss`() async throws {
        #expect(try await lanes(of: cachedRequest(.alsoNetwork)) == reference.lanes("alsoNetwork miss"))
    }

    @Test func `drops the completion after a hit of alsoNetwork`() async throws {
        let lanes = try await lanes(of: cachedRequest(.alsoNetwork), cached: Data(TraceAnswers.ok.utf8))
        #expect(lanes == reference.lanes("alsoNetwork hit"))
    }

    @Test func `completes too after a hit of alsoNetworkWithCallback`() async throws {
        let lanes = try await lanes(of: cachedRequest(.alsoNetworkWithCallback), cached: Data(TraceAnswers.ok.utf8))
        #expect(lanes == reference.lanes("alsoNetworkWithCallback hit"))
    }

    @Test func `stops after a hit of cancelNetwork`() async throws {
        let request = cachedRequest(.cancelNetwork)
        let lanes = try await lanes(of: request, until: "cacheHandler", cached: Data(TraceAnswers.ok.utf8))
        #expect(lanes == reference.lanes("cancelNetwork hit"))
    }

    @Test func `asks whether to write, whatever the usage mode`() async throws {
        var request = cachedRequest(.none)
        request.refusesToWrite = true
        #expect(try await lanes(of: request) == reference.lanes("usage none, shouldWrite false"))
    }

    @Test func `takes a custom key as it is`() async throws {
        var request = cachedRequest(.none)
        request.cache?.customCacheKeyHandler = { "custom<\($0)>" }
        #expect(try await lanes(of: request) == reference.lanes("custom key"))
    }

    @Test func `treats cached data that cannot be read like a miss`() async throws {
        var request = cachedRequest(.alsoNetwork)
        request.cache?.customCacheKeyHandler = { "custom<\($0)>" }
        let lanes = try await lanes(of: request, cached: Data("no JSON".utf8))
        #expect(lanes == reference.lanes("cached data unparsable"))
    }

    @Test func `differs for downloads: the cache is not read`() async throws {
        let folder = try TemporaryDirectory()
        var request = TracedRequest<Data>(trace, "http://127.0.0.1:1", "/bin")
        request.cache = cachedRequest(.alsoNetwork).cache
        let trace = trace
        request.taskType = .download { _, _ in
            trace.note("destination closure")
            return (URL(fileURLWithPath: folder.path("bin")), [])
        }
        var expected = reference.lanes("download with cache")
        expected.caller.removeAll { $0.hasPrefix("cache.get") }
        expected.callbacks.removeAll { $0.hasPrefix("cacheHandler") }
        #expect(try await lanes(of: request) == expected)
        #expect(folder.exists("bin"))
    }

    // MARK: Other forms

    @Test func `hands cache and network to one handler`() async throws {
        let trace = trace
        let tool = TracedCache(trace, keyText: Self.keyText, content: nil)
        let packed = UncheckedSendable(cachedRequest(.alsoNetwork))
        let service = UncheckedSendable(APIService(client: TraceAnswers.stub))
        let lanes = try await SharedConfiguration.with({ $0.cacheTool = tool }) {
            try await trace.run(until: "network ") {
                service.value.sendTagged(packed.value, queue: trace.callbacks) { response, source in
                    trace.note("\(source) \(response.result)")
                }
            }
        }
        var expected = reference.lanes("source overload")
        expected.caller.append("returned task=task")
        expected.hasNoCompletion = true
        #expect(lanes == expected)
    }

    @Test func `reports a cancelled transfer like any failure`() async throws {
        let trace = trace
        let packed = UncheckedSendable(request(TracedModel.self, "/slow"))
        let service = UncheckedSendable(APIService(client: TraceAnswers.stub))
        let lanes = try await trace.run(until: "p1.didReceive") {
            let task = service.value.sendRequest(
                packed.value,
                plugins: [TracedPlugin(trace: trace, name: "p1")],
                queue: trace.callbacks,
                completionHandler: { response in
                    let url = response.request?.url
                    trace.note("COMPLETION \(response.result) req=\(url.map { "Optional(\($0))" } ?? "nil")")
                }
            )
            task?.cancel()
            return task
        }
        var expected = reference.lanes("cancel")
        expected.caller.append("returned task=task")
        #expect(lanes == expected)
    }

    @Test func `sends again from the request's interceptor`() async throws {
        let trace = trace
        let service = UncheckedSendable(APIService(client: TraceAnswers.stub))
        let request = UncheckedSendable(RetryingRequest(trace, service.value))
        let lanes = try await trace.run(until: "p1.didReceive") {
            service.value.sendRequest(
                request.value,
                plugins: [TracedPlugin(trace: trace, name: "p1")],
                queue: trace.callbacks,
                completionHandler: { trace.note("COMPLETION \($0.result)") }
            )
        }
        var expected = reference.lanes("class retry")
        expected.caller.append("returned task=task")
        #expect(lanes == expected)
    }
}

extension FlowTrace {
    func completion<Value>(_ response: APIResponse<Value>) {
        let request = response.request?.url?.path ?? "nil"
        let (status, size) = (
            response.statusCode.map { "Optional(\($0))" }, response.data.map { "Optional(\($0.count))" }
        )
        note("COMPLETION \(response.result) req=\(request) status=\(status ?? "nil") data=\(size ?? "nil")")
    }
}

/// A request in the class style, which sends itself again once.
class RetryingRequest: APIRequest {
    typealias Response = TracedModel

    private let trace: FlowTrace
    private let service: APIService
    private var round = 0

    init(_ trace: FlowTrace, _ service: APIService) {
        self.trace = trace
        self.service = service
    }

    var baseURL: URL { URL(string: "http://127.0.0.1:1") ?? URL(fileURLWithPath: "/") }
    var path: String { "/404" }
    var method: APIRequestMethod { .get }
    var parameters: [String: Any]? { nil }
    var headers: APIRequestHeaders? { nil }
    var taskType: APIRequestTaskType { .request }
    var encoding: any APIParameterEncoding { APIURLEncoding.default }

    func intercept<U: APIRequest>(
        request: U,
        response: APIResponse<Response>,
        replaceResponseHandler: @escaping APICompletionHandler<Response>
    ) {
        trace.note("class intercept(response:) n=\(round)")
        guard round == 0, let again = request as? RetryingRequest else { return replaceResponseHandler(response) }
        round += 1
        service.sendRequest(again, queue: trace.callbacks, completionHandler: replaceResponseHandler)
    }
}
