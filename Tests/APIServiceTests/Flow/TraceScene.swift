import APIService
import Foundation
import TestSupport

/// What answers the sends of the reference: nothing but memory, or a server on this machine behind the default client.
enum TraceBackend: String, CaseIterable, Sendable {
    case stub
    case native
}

/// One send with everything around it, and the reference to compare it with.
struct TraceScene: Sendable {
    let trace = FlowTrace()
    let reference = ReferenceTrace()
    let baseURL: String
    private let server: ScriptedServer?
    private let packedService: UncheckedSendable<APIService>

    init(_ backend: TraceBackend) throws {
        switch backend {
        case .stub:
            server = nil
            baseURL = "http://127.0.0.1:1"
            packedService = UncheckedSendable(APIService(client: TraceAnswers.stub))
        case .native:
            let silence = Signal()
            let server = try ScriptedServer { TraceAnswers.actions($0, silence: silence) }
            self.server = server
            baseURL = server.url("")
            packedService = UncheckedSendable(APIService(client: NativeAPIClient()))
        }
    }

    var service: APIService { packedService.value }

    /// A client like that of the service, for a service of a test's own.
    func makeService() -> APIService {
        APIService(client: service.client)
    }

    var keyText: String { "GET-\(baseURL)/ok?a=x y&b=1&skip=9-v2" }

    func request<Response: APIParsable>(_: Response.Type, _ path: String) -> TracedRequest<Response> {
        TracedRequest(trace, baseURL, path)
    }

    func cachedRequest(_ usage: APICacheUsageMode, _ write: APICacheWriteMode = .memoryAndDisk)
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
    func lanes<Response: APIParsable & SendableMetatype>(
        of request: TracedRequest<Response>,
        until last: String = "p2.didReceive",
        cached: Data? = nil,
        plugins: [TracedPlugin]? = nil,
        status: APINetworkReachabilityManager.NetworkReachabilityStatus = .reachable(.ethernetOrWiFi)
    ) async throws -> Lanes {
        let (trace, packedService) = (trace, packedService)
        let plugins = plugins ?? ["p1", "p2"].map { TracedPlugin(trace: trace, name: $0) }
        let tool = TracedCache(trace, keyText: keyText, content: cached)
        service.reachability = { status }
        let packed = UncheckedSendable(request)
        return try await SharedConfiguration.with({ $0.cacheTool = tool }) {
            try await trace.run(until: last) {
                packedService.value.sendRequest(
                    packed.value,
                    plugins: plugins,
                    queue: trace.callbacks,
                    cacheHandler: { trace.note("cacheHandler \($0.result) req=\($0.request?.url?.path ?? "nil")") },
                    completionHandler: { trace.completion($0) }
                )
            }
        }
    }
}
