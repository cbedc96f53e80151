import Foundation

/// One send: the prepared request with everything that was evaluated for it, and the steps it goes through.
///
/// Each member is one step; the two drivers, with a callback queue and with `async`, call them in the same order.
final class SendFlow<Request: APIRequest> {
    typealias Response = APIResponse<Request.Response>

    let request: Request
    let plugins: [any APIPlugin]
    let urlRequest: URLRequest
    let task: APIRequestTaskType
    let plan: SendPlan
    private let cache: CacheUse?

    // MARK: On the caller's thread

    /// Makes the request, evaluating the application's members once each, and lets the plugins prepare it.
    init(_ request: Request, plugins: [any APIPlugin]) throws {
        self.request = request
        let defaultPlugins = APIConfig.shared.defaultPlugins
        self.plugins = defaultPlugins.isEmpty ? plugins : defaultPlugins + plugins
        var urlRequest = try URLRequest(
            url: request.completeURL,
            method: request.method,
            headers: request.headers
        )
        let parameters = request.intercept(parameters: request.parameters)
        urlRequest = try request.encoding.encode(urlRequest, with: parameters)
        urlRequest = try request.intercept(urlRequest: urlRequest)
        for plugin in self.plugins { urlRequest = plugin.prepare(urlRequest, targetRequest: request) }
        self.urlRequest = urlRequest
        task = request.taskType
        let settings = request.cache
        let tool = settings == nil ? nil : APIConfig.shared.cacheTool
        plan = SendPlan(
            kind: task.kind,
            usage: settings?.usageMode ?? .none,
            write: settings?.writeNode ?? .none,
            hasTool: tool != nil
        )
        if plan.lacksTool { MissingCacheToolNotice.logOnce() }
        guard plan.needsKey, let settings, let tool else {
            cache = nil
            return
        }
        let key = CacheKey.key(for: request, cache: settings, parameters: parameters)
        cache = CacheUse(settings: settings, tool: tool, key: key)
    }

    enum CacheReading {
        case notRead
        case hit(Response)
        case miss(Response)

        var outcome: SendPlan.CacheOutcome {
            switch self {
            case .notRead: .notRead
            case .hit: .hit
            case .miss: .miss
            }
        }

        var response: Response? {
            switch self {
            case .notRead: nil
            case .hit(let response), .miss(let response): response
            }
        }
    }

    func readCache() -> CacheReading {
        guard plan.readsCache, let cache else { return .notRead }
        do {
            let package = try cache.tool.getValidObject(byKey: cache.key)
            let value = try Self.parse(package.data, .none)
            DebugUtils.log("cache hit, key: \(APIRedactor.standard.redacted(cacheKey: cache.key))")
            return .hit(Response(request: urlRequest, response: nil, data: package.data, result: .success(value)))
        } catch {
            return .miss(Response(request: nil, response: nil, data: nil, result: .failure(.cache(error))))
        }
    }

    /// Asks every plugin, then the state of the network.
    func departure(
        reachability: () -> APINetworkReachabilityManager.NetworkReachabilityStatus
    ) -> Departure {
        var isPermitted = true
        for plugin in plugins where !plugin.willSend(urlRequest, targetRequest: request) { isPermitted = false }
        guard isPermitted else {
            for plugin in plugins { plugin.didStop(urlRequest, targetRequest: request) }
            return .vetoed
        }
        guard APIConfig.shared.checksReachability else { return .leaves }
        // Mostly there is a way, and then it does not matter where to.
        guard reachability() == .notReachable else { return .leaves }
        return ReachabilityGate.blocks(host: urlRequest.url?.host, status: .notReachable) ? .unreachable : .leaves
    }

    // MARK: Where answers arrive

    func response(to answer: APIDataResponse<Data>) -> Response {
        var response = Response(answer, result: Self.parse(answer.result, answer.slot))
        if case .upload = task { response.data = answer.value }
        return response
    }

    func response(to answer: APIDownloadResponse<Data>) -> Response {
        Response(answer, result: Self.parse(answer.result, answer.slot))
    }

    private static func parse(_ result: Result<Data, AFError>, _ slot: ResponseSlot) -> APIResult<Request.Response> {
        switch result {
        case .failure(.responseSerializationFailed(.inputDataNilOrZeroLength))
        where Request.Response.self == APIEmptyResponse.self:
            return parse(.success(Data()), slot)
        case .failure(let error):
            return .failure(.connectionError(error))
        case .success(let data):
            do {
                return .success(try parse(data, slot))
            } catch {
                return .failure(.responseError(error))
            }
        }
    }

    private static func parse(_ data: Data, _ slot: ResponseSlot) throws -> Request.Response {
        do {
            return try Request.Response.parse(data: data)
        } catch {
            throw AnsweredBody(data: data, slot).explaining(error)
        }
    }

    /// Keeps an answer that could be read.
    ///
    /// The tool writes whenever it likes; nobody waits for it.
    func writeCache(_ response: Response) {
        guard plan.writesCache, let cache, response.result.isSuccess else { return }
        if let shouldWrite = request.cacheShouldWriteHandler, !shouldWrite(response) { return }
        cache.tool.set(
            forKey: cache.key,
            data: APICachePackage(creationDate: Date(), data: response.data ?? Data()),
            writeMode: cache.settings.writeNode,
            expiry: cache.settings.expiry,
            completion: nil
        )
        DebugUtils.log("cache write, key: \(APIRedactor.standard.redacted(cacheKey: cache.key))")
    }

    func willReceive(_ response: Response) {
        for plugin in plugins { plugin.willReceive(response, targetRequest: request) }
    }

    func didReceive(_ response: Response) {
        for plugin in plugins { plugin.didReceive(response, targetRequest: request) }
    }

    /// The answer of a request that was held back.
    ///
    /// Its interceptor is not asked: one that sends again would never end.
    var unreachableResponse: Response {
        Response(request: nil, response: nil, data: nil, result: .failure(.networkError))
    }

    /// Tells the plugins, which have heard that the request is sent, of the answer of one that was held back.
    @discardableResult
    func tellUnreachable() -> Response {
        let response = unreachableResponse
        willReceive(response)
        didReceive(response)
        return response
    }

    /// The answer of a request whose waiting task was cancelled.
    var cancelledResponse: Response {
        Response(
            request: urlRequest,
            response: nil,
            data: nil,
            result: .failure(.connectionError(AFError.explicitlyCancelled))
        )
    }
}

extension APIRequestTaskType {
    var kind: SendPlan.TaskKind {
        switch self {
        case .request: .request
        case .download: .download
        case .upload: .upload
        }
    }
}

/// The cache of one send.
///
/// Settings, tool and key are the same for reading and writing.
private struct CacheUse {
    let settings: APICache
    let tool: any APICacheTool
    let key: String
}

/// Tells, once in a process, that requests ask for a cache and none is configured.
enum MissingCacheToolNotice {
    private static let notice = Once()

    static func logOnce() {
        guard DebugUtils.isEnabled, notice.claim() else { return }
        DebugUtils.log("a request asks for a cache, but APIConfig.shared.cacheTool is nil")
    }
}
