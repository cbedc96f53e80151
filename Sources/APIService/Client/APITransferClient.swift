public import Dispatch
import Foundation

// SAFETY: nothing of it changes after it was made; its subclasses are final, in this module, and immutable too.
/// What the clients of this module share: tasks, validation, serialization, progress and downloads.
///
/// Completions and progress arrive on the queue that was asked for; destination closures of downloads run on a queue of
/// the client's. A download is validated before its destination is asked for, and an answer that is refused leaves the
/// destination untouched.
public class APITransferClient: APIClient, @unchecked Sendable {
    private let front: TransferFront

    init(_ source: any TransferSource) {
        front = TransferFront(source)
    }

    /// Makes a task whose answer is held in memory.
    public final func createDataRequest(
        request: URLRequest,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        front.dataTask(request, queue: queue, progress: progressHandler, completion: completionHandler)
    }

    /// Makes a task whose answer goes to a file.
    public final func createDownloadRequest(
        request: URLRequest,
        to: @escaping APIDownloadDestination,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDownloadResponseCompletionHandler
    ) -> any APIRequestTask {
        front.downloadTask(request, to: to, queue: queue, progress: progressHandler, completion: completionHandler)
    }

    /// Makes a task that sends a file as a form; progress counts what is sent.
    public final func createUploadRequest(
        request: URLRequest,
        file: APIFile,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        front.uploadTask(request, file, queue: queue, progress: progressHandler, completion: completionHandler)
    }
}
