import Dispatch
import Foundation
import Synchronization

/// Moves bytes with Foundation's session.
final class URLSessionSource: TransferSource {
    private let session: URLSession
    private let delegate = SessionDelegate()

    init(_ configuration: URLSessionConfiguration) {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        // With a cache of its own, Foundation looks a request up on another thread before it loads it, and traps when
        // the task is cancelled meanwhile.
        let uncached = configuration.copy() as? URLSessionConfiguration ?? configuration
        uncached.urlCache = nil
        session = URLSession(configuration: uncached, delegate: delegate, delegateQueue: queue)
    }

    /// Lets the session go when its transfers have ended; it would keep its delegate for ever.
    ///
    /// Not before: tasks that have not started yet hold this, since a session that was let go traps when asked for one.
    deinit {
        session.finishTasksAndInvalidate()
    }

    func begin(
        _ order: TransferOrder,
        completion: @escaping @Sendable (Result<Transferred, AFError>) -> Void
    ) -> TransferControl {
        var transfer = SessionTransfer(order, completion)
        let task: URLSessionTask
        if let form = order.request.multipartBody {
            do throws(AFError) {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).form")
                let file = try form.write(intoNew: folder)
                transfer.form = folder
                task = session.uploadTask(with: order.request.withoutStream, fromFile: file)
            } catch {
                order.queue.async { completion(.failure(error)) }
                return TransferControl()
            }
        } else {
            task = session.dataTask(with: order.request)
        }
        delegate.add(transfer, for: task.taskIdentifier)
        task.resume()
        // Foundation's own suspension is left alone: it traps when bytes come for a task that rests. They are taken, and
        // the completion is held back until the task goes on.
        return TransferControl(stop: { task.cancel() })
    }
}

extension URLRequest {
    fileprivate var withoutStream: URLRequest {
        var request = self
        request.httpBodyStream = nil
        return request
    }
}

/// One transfer as the session reports it.
private struct SessionTransfer: Sendable {
    let order: TransferOrder
    let completion: @Sendable (Result<Transferred, AFError>) -> Void
    var response: HTTPURLResponse?
    var body = Data()
    var received: Int64 = 0
    var file: FileHandle?
    var failure: AFError?
    /// The folder where a form lies while it is sent.
    var form: URL?

    init(_ order: TransferOrder, _ completion: @escaping @Sendable (Result<Transferred, AFError>) -> Void) {
        self.order = order
        self.completion = completion
    }

    mutating func append(_ data: Data) {
        received += Int64(data.count)
        guard let url = order.file else {
            body.append(data)
            return
        }
        do {
            if file == nil {
                try Data().write(to: url)
                file = try FileHandle(forWritingTo: url)
            }
            try file?.write(contentsOf: data)
        } catch {
            failure = .sessionTaskFailed(error: error)
        }
    }

    /// What came of it when the session says that it is over.
    func result(_ error: (any Error)?) -> Result<Transferred, AFError> {
        if let failure { return .failure(failure) }
        if let error {
            return .failure(
                (error as NSError).code == NSURLErrorCancelled ? .explicitlyCancelled : .sessionTaskFailed(error: error)
            )
        }
        guard let response else { return .failure(.sessionTaskFailed(error: URLError(.badServerResponse))) }
        if let url = order.file, file == nil {
            do {
                try Data().write(to: url)
            } catch {
                return .failure(.sessionTaskFailed(error: error))
            }
        }
        let deferred = DeferredResponse(statusCode: response.statusCode) { Self.named(response) }
        return .success(
            Transferred(
                response: deferred,
                contentType: { response.value(forHTTPHeaderField: "Content-Type") },
                body: body,
                fileSize: order.file == nil ? 0 : received
            )
        )
    }

    /// The same response with the file name that the server meant.
    private static func named(_ response: HTTPURLResponse) -> HTTPURLResponse? {
        guard let url = response.url else { return response }
        let fields = response.headers.map { (name: $0.name, value: $0.value) }
        return APIHTTPResponse.make(url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1", fields: fields)
    }
}

// SAFETY: all state is behind one lock.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let transfers = Mutex<[Int: SessionTransfer]>([:])

    func add(_ transfer: SessionTransfer, for identifier: Int) {
        transfers.withLock { $0[identifier] = transfer }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        transfers.withLock { $0[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let transfer = transfers.withLock { transfers in
            transfers[dataTask.taskIdentifier]?.append(data)
            return transfers[dataTask.taskIdentifier]
        }
        guard let transfer else { return }
        if transfer.failure != nil { dataTask.cancel() }
        let expected = dataTask.countOfBytesExpectedToReceive
        transfer.order.received?(transfer.received, expected > 0 ? expected : nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        let order = transfers.withLock { $0[task.taskIdentifier]?.order }
        order?.sent?(totalBytesSent, totalBytesExpectedToSend > 0 ? totalBytesExpectedToSend : nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = transfers.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        try? transfer.file?.close()
        if let form = transfer.form { try? FileManager.default.removeItem(at: form) }
        let result = transfer.result(error)
        transfer.order.queue.async { transfer.completion(result) }
    }
}
