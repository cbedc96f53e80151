public import Dispatch
import Foundation

extension APIService {
    /// Sends a request through ``default`` and waits for its answer.
    ///
    /// Where the request uses the cache, a cached answer is returned for the modes in which it may stand alone
    /// (`.cancelNetwork`, and `.alsoNetwork`, which then refreshes the cache in the background); a miss waits for the
    /// network. `.alsoNetworkWithCallback` waits for the network's answer.
    /// - Parameters:
    ///   - request: what to send.
    ///   - plugins: see the request after those of ``APIConfig/defaultPlugins``.
    ///   - queue: where plugins and handlers run; the main queue by default, which a program must then serve.
    ///   - progressHandler: gets snapshots of the transfer's progress, on `queue`.
    /// - Returns: the answer, which is a success.
    /// - Throws: ``APIServiceValues/APIError`` when the request fails, with ``APISendFailure`` inside when a plugin
    ///   stops it; `CancellationError` when the task is cancelled, which cancels the transfer.
    nonisolated(nonsending) public static func sendRequestAsync<T: APIRequest>(
        _ request: T,
        plugins: [any APIPlugin] = [],
        queue: DispatchQueue = .main,
        progressHandler: APIProgressHandler? = nil
    ) async throws -> APIResponse<T.Response> {
        try await `default`.sendRequestAsync(request, plugins: plugins, queue: queue, progressHandler: progressHandler)
    }

    /// Sends a request through this service and waits for its answer; see the static method.
    nonisolated(nonsending) public func sendRequestAsync<T: APIRequest>(
        _ request: T,
        plugins: [any APIPlugin] = [],
        queue: DispatchQueue = .main,
        progressHandler: APIProgressHandler? = nil
    ) async throws -> APIResponse<T.Response> {
        try Task.checkCancellation()
        let promise = Promise<APIResponse<T.Response>>()
        let link = TaskLink()
        let observer = SendObserver<T.Response>(
            cache: { response, isLast in if isLast { promise.fill(.success(response)) } },
            network: { response in
                if let error = response.result.error {
                    promise.fill(.failure(error))
                } else {
                    promise.fill(.success(response))
                }
            },
            ended: { promise.fill(.failure($0.failure)) }
        )
        let task = start(request, plugins: plugins, queue: queue, progress: progressHandler, observer: observer)
        if let task { link.attach(task) }
        return try await promise.value(cancelling: link)
    }

    /// Sends a request through ``default`` once for every iteration, and hands out the answers of cache and network.
    /// - Parameters:
    ///   - request: what to send.
    ///   - plugins: see the request after those of ``APIConfig/defaultPlugins``.
    ///   - queue: where plugins and handlers run; the main queue by default, which a program must then serve.
    ///   - progressHandler: gets snapshots of the transfer's progress, on `queue`.
    /// - Returns: the answers as they come, failures among them; it ends by itself.
    public static func sendRequestSequence<T: APIRequest>(
        _ request: T,
        plugins: [any APIPlugin] = [],
        queue: DispatchQueue = .main,
        progressHandler: APIProgressHandler? = nil
    ) -> APIResponseAsyncSequence<T.Response> {
        `default`.sendRequestSequence(request, plugins: plugins, queue: queue, progressHandler: progressHandler)
    }

    /// Sends a request through this service once for every iteration; see the static method.
    public func sendRequestSequence<T: APIRequest>(
        _ request: T,
        plugins: [any APIPlugin] = [],
        queue: DispatchQueue = .main,
        progressHandler: APIProgressHandler? = nil
    ) -> APIResponseAsyncSequence<T.Response> {
        APIResponseAsyncSequence { observer in
            self.start(request, plugins: plugins, queue: queue, progress: progressHandler, observer: observer)
        }
    }
}
