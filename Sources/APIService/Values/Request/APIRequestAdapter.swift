/// Changes requests before a session sends them.
public protocol APIRequestAdapter {
    /// Hands back, through `completion` and once, the request to send instead of `urlRequest`, or the error that stops it.
    func adapt(
        _ urlRequest: URLRequest,
        for session: APISession,
        completion: @escaping (Result<URLRequest, any Error>) -> Void
    )
}

/// A handle that tells an ``APIRequestAdapter`` for which configuration it adapts.
open class APISession {
    /// The configuration.
    public let configuration: URLSessionConfiguration

    /// Makes a handle for a configuration.
    public init(configuration: URLSessionConfiguration = .default) {
        self.configuration = configuration
    }
}
