public import Dispatch
import Foundation

/// A client over Foundation's `URLSession`, for comparison and for who needs what only that can do.
///
/// It costs several times what ``NativeAPIClient`` does, measures nothing, and its failures carry Foundation's errors.
/// Validation, serialization and downloads are the same.
public final class URLSessionAPIClient: APIClient, Sendable {
    private let source: URLSessionSource
    private let front: TransferFront

    /// Makes a client with a session of its own, which ends with the client once its transfers have ended.
    public init(configuration: URLSessionConfiguration = .default) {
        source = URLSessionSource(configuration)
        front = TransferFront(source)
    }

    deinit {
        source.finish()
    }

    /// Makes a task whose answer is held in memory.
    public func createDataRequest(
        request: URLRequest,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        front.dataTask(request, queue: queue, progress: progressHandler, completion: completionHandler)
    }

    /// Makes a task whose answer goes to a file.
    public func createDownloadRequest(
        request: URLRequest,
        to: @escaping APIDownloadDestination,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDownloadResponseCompletionHandler
    ) -> any APIRequestTask {
        front.downloadTask(request, to: to, queue: queue, progress: progressHandler, completion: completionHandler)
    }

    /// Makes a task that sends a file as a form.
    public func createUploadRequest(
        request: URLRequest,
        file: APIFile,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        front.uploadTask(request, file, queue: queue, progress: progressHandler, completion: completionHandler)
    }
}
