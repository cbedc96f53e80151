public import Dispatch

/// Does the transfers for an ``APIService``.
///
/// An application can put its own in the place of the default one.
///
/// Each method makes a task that waits for ``APIRequestTask/resume()`` and calls its completion exactly once, on `queue`.
public protocol APIClient {
    /// Makes a task whose answer is held in memory.
    func createDataRequest(
        request: URLRequest,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask

    /// Makes a task whose answer goes to a file; `to` says where.
    func createDownloadRequest(
        request: URLRequest,
        to: @escaping APIDownloadDestination,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDownloadResponseCompletionHandler
    ) -> any APIRequestTask

    /// Makes a task that sends a file as a form and holds the answer in memory.
    ///
    /// Clients that do not have it get one that encodes the form and calls `createDataRequest`.
    func createUploadRequest(
        request: URLRequest,
        file: APIFile,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask
}

extension APIClient {
    /// Encodes the file as `multipart/form-data` and sends it with `createDataRequest`.
    ///
    /// The form is held in memory, whatever the file. A form body that parameters have left in the request becomes
    /// fields before the file. A form that cannot be sent is reported when the task is resumed.
    public func createUploadRequest(
        request: URLRequest,
        file: APIFile,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        do throws(AFError) {
            return createDataRequest(
                request: try UploadForm.encoded(request, file: file),
                queue: queue,
                progressHandler: progressHandler,
                completionHandler: completionHandler
            )
        } catch {
            return FailedTask(error, request: request, queue: queue, completion: completionHandler)
        }
    }
}
