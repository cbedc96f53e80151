import Dispatch
public import Foundation

// An application may have methods of these names of its own: they are not to become ambiguous, so these are disfavored.
extension APIService {
    /// Sends a request through ``default`` and returns the model.
    ///
    /// ```swift
    /// let volume = try await APIService.send(FindVolume(isbn: "978-0"))
    /// ```
    /// No queue takes part: plugins and the request's interceptor run in the calling task.
    /// - Parameters:
    ///   - request: what to send. Its cache is used as
    ///     ``sendRequestAsync(_:plugins:queue:progressHandler:)-type.method`` says.
    ///   - plugins: see the request after those of ``APIConfig/defaultPlugins``.
    ///   - progressHandler: gets snapshots of the transfer's progress, of an upload those of what was sent: one at a
    ///     time, on a queue of this call's, and none after its answer.
    /// - Returns: what the answer was read as.
    /// - Throws: ``APIServiceValues/APIError`` when the request fails, with ``APISendFailure`` inside when a plugin
    ///   stops it; `CancellationError` when the task is cancelled, which cancels the transfer.
    @_disfavoredOverload
    nonisolated(nonsending) public static func send<T: APIRequest>(
        _ request: T,
        plugins: [any APIPlugin] = [],
        progressHandler: (@Sendable (Progress) -> Void)? = nil
    ) async throws -> T.Response {
        try await `default`.send(request, plugins: plugins, progressHandler: progressHandler)
    }

    /// Sends a request through this service and returns the model; see the static method.
    @_disfavoredOverload
    nonisolated(nonsending) public func send<T: APIRequest>(
        _ request: T,
        plugins: [any APIPlugin] = [],
        progressHandler: (@Sendable (Progress) -> Void)? = nil
    ) async throws -> T.Response {
        let response = try await response(to: request, plugins: plugins, progressHandler: progressHandler)
        switch response.result {
        case .success(let value): return value
        case .failure(let error): throw error
        }
    }

    /// Sends a request through ``default`` and returns the whole answer, also of a request that failed.
    /// - Throws: `CancellationError` when the task is cancelled, and ``APIServiceValues/APIError`` when a plugin stops
    ///   the request. All other failures are in the answer.
    @_disfavoredOverload
    nonisolated(nonsending) public static func response<T: APIRequest>(
        to request: T,
        plugins: [any APIPlugin] = [],
        progressHandler: (@Sendable (Progress) -> Void)? = nil
    ) async throws -> APIResponse<T.Response> {
        try await `default`.response(to: request, plugins: plugins, progressHandler: progressHandler)
    }

    /// Sends a request through this service and returns the whole answer, also of a request that failed; see the
    /// static method.
    @_disfavoredOverload
    nonisolated(nonsending) public func response<T: APIRequest>(
        to request: T,
        plugins: [any APIPlugin] = [],
        progressHandler: (@Sendable (Progress) -> Void)? = nil
    ) async throws -> APIResponse<T.Response> {
        try Task.checkCancellation()
        let flow: SendFlow<T>
        do {
            flow = try SendFlow(request, plugins: plugins)
        } catch {
            DebugUtils.log("no request could be made: \(error)")
            return SendFlow<T>.invalidRequestResponse
        }
        if flow.plan.readsCache, case .hit(let cached) = flow.readCache() {
            let next = flow.plan.continuation(after: .hit)
            if !next.completes {
                if next.usesNetwork { refreshCache(flow) }
                return cached
            }
        }
        switch flow.departure(reachability: reachability) {
        case .vetoed:
            throw SendEnd.vetoed.failure
        case .unreachable:
            return flow.tellUnreachable()
        case .leaves:
            let response = await receive(flow, progressHandler)
            flow.writeCache(response)
            flow.willReceive(response)
            return try await pass(response, of: flow)
        }
    }

    /// The network's part of a request whose cached answer was enough for its caller.
    private func refreshCache<T: APIRequest>(_ flow: SendFlow<T>) {
        switch flow.departure(reachability: reachability) {
        case .vetoed: break
        case .unreachable: flow.tellUnreachable()
        case .leaves: _ = transfer(flow, queue: .global(), progress: nil, observer: SendObserver())
        }
    }

    // MARK: The transfer

    /// Waits for the transfer.
    ///
    /// A client that can be awaited is; for others a task is started and tied to this one.
    nonisolated(nonsending) private func receive<T: APIRequest>(
        _ flow: SendFlow<T>,
        _ progress: (@Sendable (Progress) -> Void)?
    ) async -> APIResponse<T.Response> {
        if progress == nil, case .request = flow.task, let client = awaitableClient {
            return flow.response(to: await client.dataResponse(to: flow.urlRequest))
        }
        let promise = Promise<APIResponse<T.Response>>()
        let link = TaskLink()
        // Reports come in their order, and the answer behind them.
        let queue = progress == nil ? DispatchQueue.global() : DispatchQueue(label: "APIService.send")
        let task = makeTask(flow, queue: queue, progress: progress) { promise.fill(.success($0)) }
        link.attach(task.resume())
        do {
            // A client need not report a cancelled transfer for its caller to go on.
            return try await promise.value(cancelling: link)
        } catch {
            return flow.cancelledResponse
        }
    }

    // MARK: The interceptor

    /// Waits for what the request's interceptor makes of an answer; then the plugins hear of the answer as it was.
    nonisolated(nonsending) private func pass<T: APIRequest>(
        _ response: consuming APIResponse<T.Response>,
        of flow: SendFlow<T>
    ) async throws -> APIResponse<T.Response> {
        let isCancellation = response.result.error?.isCancellation == true
        let promise: Promise<APIResponse<T.Response>>
        do {
            let passing = AnswerPassing(response, of: flow)
            passing.begin()
            // Mostly the interceptor has answered already, and then there is nothing to wait for.
            if let answer = passing.takeOutcome() {
                if isCancellation, Task.isCancelled { throw CancellationError() }
                return answer
            }
            promise = Self.promise(from: passing)
        }
        let wasCancelled = isCancellation && Task.isCancelled
        let answer = try await promise.uncancelledValue()
        if wasCancelled { throw CancellationError() }
        return answer
    }

    /// Hears of an answer that is still on its way, without keeping it from being dropped.
    private static func promise<T: APIRequest>(from passing: AnswerPassing<T>) -> Promise<APIResponse<T.Response>> {
        let promise = Promise<APIResponse<T.Response>>()
        passing.watch(
            delivered: { promise.fill(.success($0)) },
            dropped: { promise.fill(.failure(SendEnd.dropped.failure)) }
        )
        return promise
    }
}

/// A client whose answer a task can wait for without a queue in between.
protocol AwaitableClient: APIClient {
    /// Transfers the request; cancelling the task ends it with ``AFError/explicitlyCancelled``.
    nonisolated(nonsending) func dataResponse(to request: URLRequest) async -> APIDataResponse<Data>
}

extension APIError {
    fileprivate var isCancellation: Bool {
        guard case .connectionError(let error) = self else { return false }
        return error.asAFError?.isExplicitlyCancelledError ?? false
    }
}
