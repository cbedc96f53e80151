import APIService
import Foundation
import TestSupport
import Testing

/// The callbacks of a send are those of the reference, lane by lane; each test of a difference says what it is.
@Suite(.serialized, .enabled(if: SharedCases.has(ReferenceTrace.path)))
struct `The flow of a send` {
    /// Every section of the reference is compared here, most of them as they are.
    @Test func `is compared with all that was recorded`() {
        let asTheyAre: Set = [
            "plain success", "404", "parse failure", "204 model", "204 Data", "empty200 Data", "String from text",
            "intercept(urlRequest) throws", "plugin vetoes", "JSON body on GET", "alsoNetwork miss",
            "alsoNetwork hit", "alsoNetworkWithCallback hit", "cancelNetwork hit", "usage none, shouldWrite false",
            "custom key", "cached data unparsable", "source overload", "cancel", "class retry",
        ]
        let different: Set = ["not reachable", "reach unknown", "download with cache", "custom service released early"]
        #expect(ReferenceTrace().names == asTheyAre.union(different))
    }

    @Test func `compares and spells errors as the reference does`() {
        let invalid = APIError.requestError(APIRequestError.invalidURLRequest)
        let equalities = [APIError.networkError == .networkError, invalid == invalid, invalid == .networkError]
        let texts = [APIError.networkError.text(.chinese), invalid.text(.chinese)]
        let line = "equal \(equalities.map(String.init).joined(separator: " ")) \(texts.joined(separator: " "))"
        #expect(line == SharedCases.lines(ReferenceTrace.path).last)
    }

    // MARK: Without a cache

    @Test(arguments: TraceBackend.allCases)
    func `runs default plugins before those of the request`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        let trace = scene.trace
        let plugins = ["def", "p1", "p2"].map { TracedPlugin(trace: trace, name: $0) }
        let lanes = try await scene.lanes(of: scene.request(TracedModel.self, "/ok"), plugins: plugins)
        #expect(lanes == scene.reference.lanes("plain success"))
    }

    @Test(arguments: TraceBackend.allCases)
    func `reports a status outside 2xx as a connection error, with its body`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        #expect(try await scene.lanes(of: scene.request(TracedModel.self, "/404")) == scene.reference.lanes("404"))
    }

    @Test(arguments: TraceBackend.allCases)
    func `reports a body that is no such model`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        #expect(
            try await scene.lanes(of: scene.request(TracedModel.self, "/echo"))
                == scene.reference.lanes("parse failure")
        )
    }

    @Test(arguments: TraceBackend.allCases)
    func `reads a model from a 204 in vain`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        #expect(
            try await scene.lanes(of: scene.request(TracedModel.self, "/204")) == scene.reference.lanes("204 model")
        )
    }

    @Test(arguments: TraceBackend.allCases)
    func `reads no bytes from a 204`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        #expect(try await scene.lanes(of: scene.request(Data.self, "/204")) == scene.reference.lanes("204 Data"))
    }

    @Test(arguments: TraceBackend.allCases)
    func `takes an empty 200 for a failure`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        #expect(
            try await scene.lanes(of: scene.request(Data.self, "/empty200")) == scene.reference.lanes("empty200 Data")
        )
    }

    @Test(arguments: TraceBackend.allCases)
    func `reads a String as JSON`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        #expect(
            try await scene.lanes(of: scene.request(String.self, "/text")) == scene.reference.lanes("String from text")
        )
    }

    @Test(arguments: TraceBackend.allCases)
    func `calls no plugin when the request cannot be made`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        var request = scene.request(TracedModel.self, "/ok")
        request.failsURLRequest = true
        let expected = scene.reference.lanes("intercept(urlRequest) throws")
        #expect(try await scene.lanes(of: request, until: "COMPLETION") == expected)
    }

    @Test(arguments: TraceBackend.allCases)
    func `calls nothing after a veto`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        let plugins = [
            TracedPlugin(trace: scene.trace, name: "p1", permits: false), TracedPlugin(trace: scene.trace, name: "p2"),
        ]
        let lanes = try await scene.lanes(
            of: scene.request(TracedModel.self, "/ok"),
            until: "returned",
            plugins: plugins
        )
        #expect(lanes == scene.reference.lanes("plugin vetoes"))
    }

    @Test(arguments: TraceBackend.allCases)
    func `refuses a body on GET without sending`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        var request = scene.request(TracedModel.self, "/ok")
        request.parameters = ["a": 1]
        request.encoding = APIJSONEncoding.default
        #expect(try await scene.lanes(of: request) == scene.reference.lanes("JSON body on GET"))
    }

    // MARK: Differences without a cache

    @Test func `differs when out of reach: all callbacks on the queue, and didReceive after the completion`()
        async throws
    {
        let scene = try TraceScene(.stub)
        var request = scene.request(TracedModel.self, "/ok")
        request.baseURL = try #require(URL(string: "http://far.example.org"))
        var expected = scene.reference.lanes("not reachable")
        let (received, done) = (["p1.willReceive", "p2.willReceive"], ["p1.didReceive", "p2.didReceive"])
        expected.caller.removeAll { received.contains($0) || done.contains($0) }
        expected.callbacks = received + expected.callbacks + done
        #expect(try await scene.lanes(of: request, status: .notReachable) == expected)
    }

    @Test(
        arguments: TraceBackend.allCases,
        [APINetworkReachabilityManager.NetworkReachabilityStatus.unknown, .notReachable]
    )
    func `differs for near hosts and unknown networks: the request is sent`(
        backend: TraceBackend,
        status: APINetworkReachabilityManager.NetworkReachabilityStatus
    ) async throws {
        let scene = try TraceScene(backend)
        #expect(
            try await scene.lanes(of: scene.request(TracedModel.self, "/404"), status: status)
                == scene.reference.lanes("404")
        )
    }

    @Test(arguments: TraceBackend.allCases)
    func `differs for an unretained service: the completion is called`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        let trace = scene.trace
        let base = scene.request(TracedModel.self, "/ok")
        let packed = UncheckedSendable(base)
        let lanes = try await trace.run(until: "p1.didReceive") {
            scene.makeService().sendRequest(
                packed.value,
                plugins: [TracedPlugin(trace: trace, name: "p1")],
                queue: trace.callbacks,
                completionHandler: { trace.completion($0) }
            )
        }
        var expected = scene.reference.lanes("custom service released early")
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

    @Test(arguments: TraceBackend.allCases)
    func `asks the cache before willSend, and reports a miss`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        #expect(
            try await scene.lanes(of: scene.cachedRequest(.alsoNetwork)) == scene.reference.lanes("alsoNetwork miss")
        )
    }

    @Test(arguments: TraceBackend.allCases)
    func `drops the completion after a hit of alsoNetwork`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        let lanes = try await scene.lanes(of: scene.cachedRequest(.alsoNetwork), cached: Data(TraceAnswers.ok.utf8))
        #expect(lanes == scene.reference.lanes("alsoNetwork hit"))
    }

    @Test(arguments: TraceBackend.allCases)
    func `completes too after a hit of alsoNetworkWithCallback`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        let lanes = try await scene.lanes(
            of: scene.cachedRequest(.alsoNetworkWithCallback),
            cached: Data(TraceAnswers.ok.utf8)
        )
        #expect(lanes == scene.reference.lanes("alsoNetworkWithCallback hit"))
    }

    @Test(arguments: TraceBackend.allCases)
    func `stops after a hit of cancelNetwork`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        let request = scene.cachedRequest(.cancelNetwork)
        let lanes = try await scene.lanes(of: request, until: "cacheHandler", cached: Data(TraceAnswers.ok.utf8))
        #expect(lanes == scene.reference.lanes("cancelNetwork hit"))
    }

    @Test(arguments: TraceBackend.allCases)
    func `asks whether to write, whatever the usage mode`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        var request = scene.cachedRequest(.none)
        request.refusesToWrite = true
        #expect(try await scene.lanes(of: request) == scene.reference.lanes("usage none, shouldWrite false"))
    }

    @Test(arguments: TraceBackend.allCases)
    func `takes a custom key as it is`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        var request = scene.cachedRequest(.none)
        request.cache?.customCacheKeyHandler = { "custom<\($0)>" }
        #expect(try await scene.lanes(of: request) == scene.reference.lanes("custom key"))
    }

    @Test(arguments: TraceBackend.allCases)
    func `treats cached data that cannot be read like a miss`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        var request = scene.cachedRequest(.alsoNetwork)
        request.cache?.customCacheKeyHandler = { "custom<\($0)>" }
        let lanes = try await scene.lanes(of: request, cached: Data("no JSON".utf8))
        #expect(lanes == scene.reference.lanes("cached data unparsable"))
    }

    @Test(arguments: TraceBackend.allCases)
    func `differs for downloads: the cache is not read`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        let folder = try TemporaryDirectory()
        var request = scene.request(Data.self, "/bin")
        request.cache = scene.cachedRequest(.alsoNetwork).cache
        let trace = scene.trace
        request.taskType = .download { _, _ in
            trace.note("destination closure")
            return (URL(fileURLWithPath: folder.path("bin")), [])
        }
        var expected = scene.reference.lanes("download with cache")
        expected.caller.removeAll { $0.hasPrefix("cache.get") }
        expected.callbacks.removeAll { $0.hasPrefix("cacheHandler") }
        #expect(try await scene.lanes(of: request) == expected)
        #expect(folder.exists("bin"))
    }

    // MARK: Other forms

    @Test(arguments: TraceBackend.allCases)
    func `hands cache and network to one handler`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        let trace = scene.trace
        let tool = TracedCache(trace, keyText: scene.keyText, content: nil)
        let packed = UncheckedSendable(scene.cachedRequest(.alsoNetwork))
        let service = UncheckedSendable(scene.service)
        let lanes = try await SharedConfiguration.with({ $0.cacheTool = tool }) {
            try await trace.run(until: "network ") {
                service.value.sendTagged(packed.value, queue: trace.callbacks) { response, source in
                    trace.note("\(source) \(response.result)")
                }
            }
        }
        var expected = scene.reference.lanes("source overload")
        expected.caller.append("returned task=task")
        expected.hasNoCompletion = true
        #expect(lanes == expected)
    }

    @Test(arguments: TraceBackend.allCases)
    func `reports a cancelled transfer like any failure`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        let trace = scene.trace
        let packed = UncheckedSendable(scene.request(TracedModel.self, "/slow"))
        let service = UncheckedSendable(scene.service)
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
        var expected = scene.reference.lanes("cancel")
        expected.caller.append("returned task=task")
        #expect(lanes == expected)
    }

    @Test(arguments: TraceBackend.allCases)
    func `sends again from the request's interceptor`(backend: TraceBackend) async throws {
        let scene = try TraceScene(backend)
        let trace = scene.trace
        let service = UncheckedSendable(scene.service)
        let request = UncheckedSendable(RetryingRequest(scene))
        let lanes = try await trace.run(until: "p1.didReceive") {
            service.value.sendRequest(
                request.value,
                plugins: [TracedPlugin(trace: trace, name: "p1")],
                queue: trace.callbacks,
                completionHandler: { trace.note("COMPLETION \($0.result)") }
            )
        }
        var expected = scene.reference.lanes("class retry")
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

    let baseURL: URL

    init(_ scene: TraceScene) {
        trace = scene.trace
        service = scene.service
        baseURL = testURL(scene.baseURL)
    }

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
