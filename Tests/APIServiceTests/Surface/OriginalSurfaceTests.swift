import APIService
import Dispatch
import Foundation
import Testing

// That these files compile is most of the proof: each member that the original's users can write is written here with
// the type it has there.

/// All that a request of the original's may say.
private struct Everything: APIRequest {
    typealias Response = [String]
    var baseURL: URL { testURL("http://127.0.0.1/base") }
    var path: String { "p" }
    var url: URL? { nil }
    var method: APIRequestMethod { .post }
    var parameters: [String: Any]? { ["a": 1] }
    var headers: APIRequestHeaders? { [.accept("*/*")] }
    var taskType: APIRequestTaskType { .upload(file) }
    var encoding: any APIParameterEncoding { APIURLEncoding.default }
    var cache: APICache? { nil }
    var cacheShouldWriteHandler: ((APIResponse<[String]>) -> Bool)? { { $0.result.isSuccess } }
    var cacheFilterParameters: [String] { ["t"] }
    var file: APIFile { APIFile(name: "f", data: Data([1]), fileName: "f.bin", mimeType: "a/b") }
    func intercept(parameters: [String: Any]?) -> [String: Any]? { parameters }
    func intercept(urlRequest: URLRequest) throws -> URLRequest { urlRequest }
    func intercept<U: APIRequest>(
        request: U,
        response: APIResponse<[String]>,
        replaceResponseHandler: @escaping APICompletionHandler<[String]>
    ) { replaceResponseHandler(response) }
}

/// A plugin with all four calls.
private struct Whole: APIPlugin {
    func prepare<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> URLRequest { request }
    func willSend<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> Bool { true }
    func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {}
    func didReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {}
}

/// A tool with all four calls.
private final class Tool: APICacheTool {
    func set(
        forKey key: String,
        data: APICachePackage,
        writeMode: APICacheWriteMode,
        expiry: APICacheExpiry,
        completion: ((Result<Void, any Error>) -> Void)?
    ) {}
    func getValidObject(byKey key: String, completion: @escaping (Result<APICachePackage, any Error>) -> Void) {}
    func set(forKey key: String, data: APICachePackage, writeMode: APICacheWriteMode, expiry: APICacheExpiry) throws {}
    func getValidObject(byKey key: String) throws -> APICachePackage { throw APICacheError.notFound(key: key) }
}

@Suite struct `The original's surface` {
    private typealias Completion = APICompletionHandler<[String]>?
    private typealias WithSource = APICompletionSourceHandler<[String]>?

    @Test func `has its requests, results and errors`() throws {
        let request = Everything()
        #expect(request.completeURL.absoluteString == "http://127.0.0.1/base/p")
        var file = request.file
        file.name = "n"
        file.data = Data()
        file.fileName = "m"
        file.mimeType = "c/d"
        #expect(file.name + file.fileName + file.mimeType == "nmc/d" && file.data.isEmpty)
        for type in [APIRequestTaskType.request, .download { place, _ in (place, []) }, .upload(file)] {
            switch type {
            case .request, .download, .upload: break
            }
        }
        var response = APIResponse<Int>(request: nil, response: nil, data: nil, result: APIResult.success(1))
        (response.request, response.response, response.data) = (nil, nil, Data())
        response.result = .failure(.networkError)
        #expect(response.statusCode == nil && response.result.error == .networkError && response.result.value == nil)
        #expect(response.result.isFailure && !response.result.isSuccess)
        let inner: any Error = APIRequestError.invalidURLRequest
        let errors: [APIError] = [
            .networkError, .requestError(inner), .connectionError(inner), .responseError(inner), .cache(inner),
        ]
        #expect(errors.allSatisfy { ($0 as any LocalizedError).errorDescription?.isEmpty == false })
        let others: [any LocalizedError] = [
            APIRequestError.invalidURLRequest, APIResponseError.invalidParseResponse(inner),
            APICacheError.expire(key: "k", data: 1), APICacheError.notFound(key: "k"),
        ]
        #expect(others.allSatisfy { $0.errorDescription?.isEmpty == false })
        let parse: (Data) throws -> [String] = [String].parse(data:)
        #expect(try parse(Data(#"["a"]"#.utf8)) == ["a"])
        let parsable: [any APIParsable.Type] = [Data.self, String.self, [String].self]
        let json: [any APIJSONParsable.Type] = [String.self, [String].self]
        #expect(parsable.count + json.count == 5)
    }

    @Test func `has its cache, configuration and log`() throws {
        var cache = APICache()
        cache.usageMode = .cancelNetwork
        cache.writeNode = .memoryAndDisk
        cache.expiry = .date(Date(timeIntervalSince1970: 0))
        cache.extraCacheKey = "x"
        cache.customCacheKeyHandler = { $0 }
        let usages: [APICacheUsageMode] = [.none, .alsoNetwork, .alsoNetworkWithCallback, .cancelNetwork]
        let writes: [APICacheWriteMode] = [.none, .memory, .disk, .memoryAndDisk]
        let expiries: [APICacheExpiry] = [.never, .seconds(1), .date(Date())]
        #expect(Set(usages).count + Set(writes).count + expiries.count == 11)
        var package = APICachePackage(creationDate: Date(timeIntervalSince1970: 5), data: Data([1]))
        package = try JSONDecoder().decode(APICachePackage.self, from: JSONEncoder().encode(package))
        (package.creationDate, package.data) = (package.creationDate, package.data)
        #expect(package.creationDate == Date(timeIntervalSince1970: 5) && package.data == Data([1]))
        let tool: any APICacheTool = CacheTool.shared
        let (memory, disk) = (CacheTool.shared.memoryConfig, CacheTool.shared.diskConfig)
        (CacheTool.shared.memoryConfig, CacheTool.shared.diskConfig) = (memory, disk)
        #expect(tool is CacheTool && Tool() as any APICacheTool is Tool)
        #expect(Expiry.seconds(60).date > Date() && Expiry.date(.distantPast).isExpired && !Expiry.never.isExpired)
        let limits = MemoryConfig(expiry: .never, countLimit: 3, totalCostLimit: 4)
        #expect(limits.countLimit == 3 && limits.totalCostLimit == 4 && MemoryConfig().countLimit == 0)
        let folder = URL(filePath: "/tmp")
        let files = DiskConfig(name: "n", expiry: .never, maxSize: 9, directory: folder, protectionType: nil)
        #expect(files.name == "n" && files.maxSize == 9 && files.directory == folder && files.protectionType == nil)
        let config = APIConfig.shared
        let values: (Bool, URLSessionConfiguration, (any APICacheTool)?, [any APIPlugin]) = (
            config.debugLogEnabled, config.urlSessionConfiguration, config.cacheTool, config.defaultPlugins
        )
        _ = values
        let write: LoggingFunctionType? = DebugUtils.loggingFunction
        #expect(write != nil)
    }

    /// What is never called here would send; its types are what counts.
    private func sends(_ service: APIService, _ done: Completion, _ both: WithSource) async throws {
        let (request, plugins): (Everything, [any APIPlugin]) = (Everything(), [Whole()])
        let progress: APIProgressHandler = { _ in }
        let queue = DispatchQueue.global()
        let tasks: [(any APIRequestTask)?] = [
            APIService.sendRequest(request, completionHandler: done),
            APIService.sendRequest(
                request,
                plugins: plugins,
                queue: queue,
                progressHandler: progress,
                cacheHandler: done,
                completionHandler: done
            ),
            APIService.sendRequest(request, completionHandler: both),
            APIService.sendRequest(
                request,
                plugins: plugins,
                queue: queue,
                progressHandler: progress,
                completionHandler: both
            ),
            service.sendRequest(request, completionHandler: done),
            service.sendRequest(request, completionHandler: nil),
            service.sendRequest(
                request,
                plugins: plugins,
                queue: queue,
                progressHandler: progress,
                cacheHandler: done,
                completionHandler: done
            ),
        ]
        tasks.forEach { $0?.resume().cancel() }
        let waited: [APIResponse<[String]>] = [
            try await APIService.sendRequestAsync(request),
            try await APIService.sendRequestAsync(request, plugins: plugins, queue: queue, progressHandler: progress),
            try await service.sendRequestAsync(request),
            try await service.sendRequestAsync(request, plugins: plugins, queue: queue, progressHandler: progress),
        ]
        let sequences: [APIResponseAsyncSequence<[String]>] = [
            APIService.sendRequestSequence(request),
            APIService.sendRequestSequence(request, plugins: plugins, progressHandler: progress),
            APIService.sendRequestSequence(request, plugins: plugins, queue: queue, progressHandler: progress),
            service.sendRequestSequence(request),
            service.sendRequestSequence(request, plugins: plugins, queue: queue, progressHandler: progress),
        ]
        for sequence in sequences {
            var iterator: APIResponseAsyncIterator<[String]> = sequence.makeAsyncIterator()
            let next: (APIResponse<[String]>, APICompletionHandlerSourceType)? = await iterator.next()
            _ = (next, waited)
        }
    }

    @Test func `has its service, clients and tasks`() {
        let service = APIService(client: StubAPIClient { _ in .status(204) })
        let client: any APIClient = service.client
        let send = sends(_:_:_:)
        _ = (client, send, APIService.default)
        #expect([NetworkStatus.unknown, .notReachable, .wifi, .wwan].contains(service.networkStatus))
        #expect(service.isNetworkReachable == [.wifi, .wwan].contains(service.networkStatus))
        let sources: Set = [APICompletionHandlerSourceType.network, .cache]
        #expect(sources.count == 2)
        let changes: Set = [NetworkActivityChangeType.began, .ended]
        let closure: NetworkActivityPlugin.NetworkActivityClosure = { _ in }
        #expect(changes.count == 2)
        let plugins: [any APIPlugin] = [NetworkActivityPlugin(networkActivityClosure: closure), Whole()]
        #expect(plugins.count == 2)
        final class Own: APIService {}
        #expect(Own(client: client).client is StubAPIClient)
    }
}
