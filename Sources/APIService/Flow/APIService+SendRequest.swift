public import Dispatch
import Foundation

extension APIService {
    /// Sends a request through ``default``.
    ///
    /// What a plugin's `prepare` and `willSend` and the cache's read do happens before this returns, on the caller's
    /// thread; everything else happens on `queue`.
    /// - Parameters:
    ///   - request: what to send.
    ///   - plugins: see the request after those of ``APIConfig/defaultPlugins``.
    ///   - queue: where all callbacks run; the main queue by default, which a program must then serve.
    ///   - progressHandler: gets snapshots of the transfer's progress, on `queue`.
    ///   - cacheHandler: gets what the cache had to say, where the request asks it; a miss is a failure.
    ///   - completionHandler: gets the network's answer once, unless a cached one took its place.
    /// - Returns: the transfer under way; nil when there is none, because the cache sufficed, a plugin stopped the
    ///   request (then nothing is called at all), or it could not be sent.
    @discardableResult
    public static func sendRequest<T: APIRequest>(
        _ request: T,
        plugins: [any APIPlugin] = [],
        queue: DispatchQueue = .main,
        progressHandler: APIProgressHandler? = nil,
        cacheHandler: APICacheCompletionHandler<T.Response>? = nil,
        completionHandler: APICompletionHandler<T.Response>?
    ) -> (any APIRequestTask)? {
        `default`.sendRequest(
            request,
            plugins: plugins,
            queue: queue,
            progressHandler: progressHandler,
            cacheHandler: cacheHandler,
            completionHandler: completionHandler
        )
    }

    /// Sends a request through ``default``; one handler gets both the cache's outcome and the network's answer.
    /// - Parameters:
    ///   - request: what to send.
    ///   - plugins: see the request after those of ``APIConfig/defaultPlugins``.
    ///   - queue: where all callbacks run; the main queue by default, which a program must then serve.
    ///   - progressHandler: gets snapshots of the transfer's progress, on `queue`.
    ///   - completionHandler: gets answers with where they came from. A miss of the cache is a failure from there.
    /// - Returns: the transfer under way, or nil when there is none.
    @discardableResult
    public static func sendRequest<T: APIRequest>(
        _ request: T,
        plugins: [any APIPlugin] = [],
        queue: DispatchQueue = .main,
        progressHandler: APIProgressHandler? = nil,
        completionHandler: APICompletionSourceHandler<T.Response>?
    ) -> (any APIRequestTask)? {
        `default`.sendTagged(
            request,
            plugins: plugins,
            queue: queue,
            progressHandler: progressHandler,
            completionHandler: completionHandler
        )
    }

    package func sendTagged<T: APIRequest>(
        _ request: T,
        plugins: [any APIPlugin] = [],
        queue: DispatchQueue,
        progressHandler: APIProgressHandler? = nil,
        completionHandler: APICompletionSourceHandler<T.Response>?
    ) -> (any APIRequestTask)? {
        sendRequest(
            request,
            plugins: plugins,
            queue: queue,
            progressHandler: progressHandler,
            cacheHandler: { completionHandler?($0, .cache) },
            completionHandler: { completionHandler?($0, .network) }
        )
    }

    /// Sends a request through this service, which lives until the completion has been called.
    /// - Parameters:
    ///   - request: what to send.
    ///   - plugins: see the request after those of ``APIConfig/defaultPlugins``.
    ///   - queue: where all callbacks run; the main queue by default, which a program must then serve.
    ///   - progressHandler: gets snapshots of the transfer's progress, on `queue`.
    ///   - cacheHandler: gets what the cache had to say, where the request asks it; a miss is a failure.
    ///   - completionHandler: gets the network's answer once, unless a cached one took its place.
    /// - Returns: the transfer under way, or nil when there is none.
    @discardableResult
    public func sendRequest<T: APIRequest>(
        _ request: T,
        plugins: [any APIPlugin] = [],
        queue: DispatchQueue = .main,
        progressHandler: APIProgressHandler? = nil,
        cacheHandler: APICacheCompletionHandler<T.Response>? = nil,
        completionHandler: APICompletionHandler<T.Response>?
    ) -> (any APIRequestTask)? {
        start(
            request,
            plugins: plugins,
            queue: queue,
            progress: progressHandler,
            observer: SendObserver(
                cache: cacheHandler.map { handler in { response, _ in handler(response) } },
                network: completionHandler
            )
        )
    }
}
