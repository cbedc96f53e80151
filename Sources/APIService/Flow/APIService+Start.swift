import Dispatch
import Foundation

extension APIService {
    /// The driver with a callback queue: runs the steps up to the transfer on the caller's thread, and the rest on
    /// `queue` when the client reports.
    func start<Request: APIRequest>(
        _ request: Request,
        plugins: [any APIPlugin],
        queue: DispatchQueue,
        progress: APIProgressHandler?,
        observer: SendObserver<Request.Response>
    ) -> (any APIRequestTask)? {
        let flow: SendFlow<Request>
        do {
            flow = try SendFlow(request, plugins: plugins)
        } catch {
            DebugUtils.log("no request could be made: \(error)")
            queue.handOver {
                observer.network?(SendFlow<Request>.invalidRequestResponse)
                observer.ended?(.answered)
            }
            return nil
        }
        guard flow.plan.readsCache else { return depart(flow, queue: queue, progress: progress, observer: observer) }
        let reading = flow.readCache()
        let next = flow.plan.continuation(after: reading.outcome)
        if next.reportsCache, let response = reading.response, let report = observer.cache {
            if observer.hearsCacheAtOnce {
                report(response, !next.completes)
            } else {
                queue.handOver { report(response, !next.completes) }
            }
        }
        guard next.usesNetwork else { return nil }
        let remaining = next.completes ? observer : observer.withoutNetwork
        return depart(flow, queue: queue, progress: progress, observer: remaining)
    }

    private func depart<Request: APIRequest>(
        _ flow: SendFlow<Request>,
        queue: DispatchQueue,
        progress: APIProgressHandler?,
        observer: SendObserver<Request.Response>
    ) -> (any APIRequestTask)? {
        switch flow.departure(reachability: reachability) {
        case .vetoed:
            observer.ended?(.vetoed)
            return nil
        case .unreachable:
            queue.handOver {
                let response = flow.unreachableResponse
                flow.willReceive(response)
                observer.network?(response)
                observer.ended?(.answered)
                flow.didReceive(response)
            }
            return nil
        case .leaves:
            return transfer(flow, queue: queue, progress: progress, observer: observer)
        }
    }

    /// Starts the transfer.
    ///
    /// The completion holds this service, so that it lives until it has been called.
    func transfer<Request: APIRequest>(
        _ flow: SendFlow<Request>,
        queue: DispatchQueue,
        progress: APIProgressHandler?,
        observer: SendObserver<Request.Response>
    ) -> any APIRequestTask {
        let finish = { [self] (response: APIResponse<Request.Response>) in
            withExtendedLifetime(self) { Self.finish(flow, response, observer) }
        }
        return makeTask(flow, queue: queue, progress: progress, completion: finish).resume()
    }

    /// The client's task for what the request is for; it waits to be resumed.
    func makeTask<Request: APIRequest>(
        _ flow: SendFlow<Request>,
        queue: DispatchQueue,
        progress: APIProgressHandler?,
        completion: @escaping (APIResponse<Request.Response>) -> Void
    ) -> any APIRequestTask {
        switch flow.task {
        case .request:
            client.createDataRequest(request: flow.urlRequest, queue: queue, progressHandler: progress) {
                completion(flow.response(to: $0))
            }
        case .download(let destination):
            client.createDownloadRequest(
                request: flow.urlRequest,
                to: destination,
                queue: queue,
                progressHandler: progress
            ) { completion(flow.response(to: $0)) }
        case .upload(let file):
            client.upload(file, with: flow.urlRequest, queue: queue, progress: progress) {
                completion(flow.response(to: $0))
            }
        }
    }

    private static func finish<Request: APIRequest>(
        _ flow: SendFlow<Request>,
        _ response: APIResponse<Request.Response>,
        _ observer: SendObserver<Request.Response>
    ) {
        flow.writeCache(response)
        flow.willReceive(response)
        let passing = AnswerPassing(response, of: flow)
        passing.watch {
            observer.network?($0)
            observer.ended?(.answered)
        } dropped: {
            observer.ended?(.dropped)
        }
        passing.begin()
    }
}

extension SendFlow {
    /// The answer when there is no request.
    ///
    /// The cause went to the debug log.
    static var invalidRequestResponse: Response {
        Response(
            request: nil,
            response: nil,
            data: nil,
            result: .failure(.requestError(APIRequestError.invalidURLRequest))
        )
    }
}

extension DispatchQueue {
    /// Runs work of the application's on this queue.
    func handOver(_ work: @escaping () -> Void) {
        let work = UncheckedSendable(work)
        async { work.value() }
    }
}
