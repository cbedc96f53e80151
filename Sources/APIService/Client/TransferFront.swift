import Dispatch
import Foundation

/// What all our clients share: tasks, validation, serialization, progress and the placing of downloads, over a source
/// that only moves bytes.
struct TransferFront: Sendable {
    let source: any TransferSource
    /// Where files are put in place and destination closures are called.
    private let files = DispatchQueue(label: "APIService.client.files", qos: .utility)

    init(_ source: any TransferSource) {
        self.source = source
    }

    // MARK: Answers in memory

    func dataTask(
        _ request: URLRequest,
        queue: DispatchQueue,
        progress: APIProgressHandler?,
        completion: @escaping APIDataResponseCompletionHandler,
        reportsUpload: Bool = false
    ) -> ClientTask {
        let completion = UncheckedSendable(completion)
        let report = Self.report(to: progress, queue: queue)
        return ClientTask { [source] task in
            do throws(AFError) {
                try ResponseValidation.check(request)
            } catch {
                queue.async { task.finish(on: queue) { completion.value(.failure(error, request: nil)) } }
                return TransferControl()
            }
            var order = TransferOrder(request: request, queue: queue)
            if reportsUpload { order.sent = report } else { order.received = report }
            return source.begin(order) { result in
                task.finish(on: queue) { completion.value(APIDataResponse(result, for: request)) }
            }
        } answer: { error in
            queue.async { completion.value(.failure(error, request: request)) }
        }
    }

    // MARK: Answers in files

    func downloadTask(
        _ request: URLRequest,
        to destination: @escaping APIDownloadDestination,
        queue: DispatchQueue,
        progress: APIProgressHandler?,
        completion: @escaping APIDownloadResponseCompletionHandler
    ) -> ClientTask {
        let completion = UncheckedSendable(completion)
        let destination = UncheckedSendable(destination)
        let report = Self.report(to: progress, queue: queue)
        return ClientTask { [source, files] task in
            do throws(AFError) {
                try ResponseValidation.check(request)
            } catch {
                queue.async { task.finish(on: queue) { completion.value(.failure(error, request: nil)) } }
                return TransferControl()
            }
            let temporary = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).tmp")
            var order = TransferOrder(request: request, file: temporary, queue: files)
            order.received = report
            return source.begin(order) { result in
                task.finish(on: files) {
                    let placed = DownloadPlacement(
                        request: request,
                        temporary: temporary,
                        destination: destination.value
                    )
                    let response = UncheckedSendable(placed.response(to: result))
                    queue.async { completion.value(response.value) }
                } discard: {
                    try? FileManager.default.removeItem(at: temporary)
                }
            }
        } answer: { error in
            queue.async { completion.value(.failure(error, request: request)) }
        }
    }

    // MARK: Progress

    /// Each report is a `Progress` of its own, so that nobody sees it change later.
    private static func report(
        to handler: APIProgressHandler?,
        queue: DispatchQueue
    ) -> (@Sendable (Int64, Int64?) -> Void)? {
        guard let handler = handler.map(UncheckedSendable.init) else { return nil }
        return { done, expected in
            queue.async {
                let snapshot = Progress(totalUnitCount: expected ?? -1)
                snapshot.completedUnitCount = done
                handler.value(snapshot)
            }
        }
    }
}

extension DataResponse where Success == Data, Failure == AFError {
    /// An answer of a source as the client reports it: validated, and its body serialized.
    init(_ result: Result<Transferred, AFError>, for request: URLRequest) {
        switch result {
        case .failure(let error):
            self = .failure(error, request: request)
            metricsSource = { error.failureMetrics }
        case .success(let transferred):
            self.init(
                request: request,
                deferred: transferred.response,
                data: transferred.body.isEmpty ? nil : transferred.body,
                serializationDuration: 0,
                result: Result { () throws(AFError) in try transferred.accepted(for: request) }
            )
            metricsSource = transferred.metrics
        }
    }

    static func failure(_ error: AFError, request: URLRequest?) -> Self {
        Self(request: request, deferred: nil, data: nil, serializationDuration: 0, result: .failure(error))
    }
}

extension DownloadResponse where Success == Data, Failure == AFError {
    static func failure(_ error: AFError, request: URLRequest?) -> Self {
        failure(error, request: request, response: nil)
    }

    static func failure(_ error: AFError, request: URLRequest?, response: HTTPURLResponse?) -> Self {
        Self(
            request: request,
            response: response,
            fileURL: nil,
            resumeData: nil,
            metrics: nil,
            serializationDuration: 0,
            result: .failure(error)
        )
    }
}

extension Transferred {
    /// The body, if status and content type are what the request accepts.
    fileprivate func accepted(for request: URLRequest) throws(AFError) -> Data {
        try ResponseValidation.check(status: response.statusCode)
        try checkContentType(for: request, bodyIsEmpty: body.isEmpty)
        return body.isEmpty
            ? try ResponseValidation.body(body, method: request.httpMethod, status: response.statusCode) : body
    }

    func checkContentType(for request: URLRequest, bodyIsEmpty: Bool) throws(AFError) {
        // Foundation's own look-up makes a new text of each name.
        let field = request.allHTTPHeaderFields?.first { ASCIICase.equal($0.key, "Accept") }
        guard let accept = field?.value else { return }
        try ResponseValidation.check(contentType: contentType(), accept: accept, bodyIsEmpty: bodyIsEmpty)
    }
}

extension TransferFront {
    // MARK: Uploads

    /// A task whose progress counts the body as it is sent.
    func uploadTask(
        _ request: URLRequest,
        _ file: APIFile,
        queue: DispatchQueue,
        progress: APIProgressHandler?,
        completion: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        do throws(AFError) {
            return dataTask(
                try UploadForm.encoded(request, file: file, streams: true),
                queue: queue,
                progress: progress,
                completion: completion,
                reportsUpload: true
            )
        } catch {
            return FailedTask(error, request: request, queue: queue, completion: completion)
        }
    }
}
