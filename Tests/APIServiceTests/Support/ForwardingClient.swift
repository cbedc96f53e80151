import APIService
import Dispatch

/// A client as an application writes it around another: everything but uploads goes on to that one.
protocol ForwardingClient: APIClient {
    associatedtype Base: APIClient
    var base: Base { get }
}

extension ForwardingClient {
    func createDataRequest(
        request: URLRequest,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        base.createDataRequest(
            request: request,
            queue: queue,
            progressHandler: progressHandler,
            completionHandler: completionHandler
        )
    }

    func createDownloadRequest(
        request: URLRequest,
        to: @escaping APIDownloadDestination,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDownloadResponseCompletionHandler
    ) -> any APIRequestTask {
        base.createDownloadRequest(
            request: request,
            to: to,
            queue: queue,
            progressHandler: progressHandler,
            completionHandler: completionHandler
        )
    }
}
