public import Foundation

/// Hears of a transfer's progress.
public typealias APIProgressHandler = (Progress) -> Void
/// Gets the answer to a request.
public typealias APICompletionHandler<T> = (APIResponse<T>) -> Void
/// Gets the answer to a request and where it came from.
public typealias APICompletionSourceHandler<T> = (APIResponse<T>, APICompletionHandlerSourceType) -> Void
/// Gets what the cache had to say.
public typealias APICacheCompletionHandler<T> = (APIResponse<T>) -> Void
/// Gets what a client received in memory.
public typealias APIDataResponseCompletionHandler = (APIDataResponse<Data>) -> Void
/// Gets what a client received into a file.
public typealias APIDownloadResponseCompletionHandler = (APIDownloadResponse<Data>) -> Void
/// Writes one line of the debug log.
public typealias LoggingFunctionType = (String) -> Void

/// What a client received in memory, or how it failed.
public typealias APIDataResponse<Success> = DataResponse<Success, AFError>
/// What a client received into a file, or how it failed.
public typealias APIDownloadResponse<Success> = DownloadResponse<Success, AFError>
/// Says where a downloaded file goes.
public typealias APIDownloadDestination = DownloadRequest.Destination

/// Where an answer came from.
public enum APICompletionHandlerSourceType: Sendable {
    /// From the server.
    case network
    /// From the cache.
    case cache
}

/// What is known of the way to the network.
public enum NetworkStatus: Sendable {
    /// Nothing is known.
    case unknown
    /// There is no way.
    case notReachable
    /// By cable or wireless LAN.
    case wifi
    /// By a mobile network.
    case wwan
}
