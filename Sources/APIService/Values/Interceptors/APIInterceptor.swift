import Foundation

/// Stands between a service and its client: changes requests before each attempt, and decides what follows a failure.
///
/// ```swift
/// struct Trace: APIInterceptor {
///     func adapt(_ request: URLRequest) async throws -> URLRequest {
///         var request = request
///         request.setValue(UUID().uuidString, forHTTPHeaderField: "X-Request-Id")
///         return request
///     }
/// }
/// let service = APIService(client: InterceptingAPIClient(NativeAPIClient(), interceptors: [Trace(), APIRetryPolicy()]))
/// ```
public protocol APIInterceptor: Sendable {
    /// Changes a request before each of its attempts.
    /// - Throws: any error, to end the request with ``AFError/requestAdaptationFailed(error:)``.
    func adapt(_ request: URLRequest) async throws -> URLRequest

    /// Decides what follows an attempt that did not succeed. The first interceptor that wants another one gets it.
    func recover(from attempt: APIAttempt) async -> APIRecovery

    /// Hears that a new request begins, before its first attempt.
    func requestBegins()
}

extension APIInterceptor {
    /// The request unchanged.
    public func adapt(_ request: URLRequest) async throws -> URLRequest { request }

    /// No further attempt.
    public func recover(from attempt: APIAttempt) async -> APIRecovery { .giveUp }

    /// Nothing is done.
    public func requestBegins() {}
}

/// An attempt that did not succeed.
public struct APIAttempt: Sendable {
    /// The request as it was sent, after all interceptors.
    public let request: URLRequest
    /// The answer, nil when none arrived.
    public let response: HTTPURLResponse?
    /// Why the attempt failed.
    public let error: AFError
    /// Which attempt it was; the first is 1.
    public let number: Int
    /// How long ago the first attempt began.
    public let elapsed: Duration
    /// How often the interceptor that is asked has already had this request sent again.
    public package(set) var recoveries: Int

    /// An attempt from its parts.
    public init(
        request: URLRequest,
        response: HTTPURLResponse?,
        error: AFError,
        number: Int = 1,
        elapsed: Duration = .zero,
        recoveries: Int = 0
    ) {
        self.request = request
        self.response = response
        self.error = error
        self.number = number
        self.elapsed = elapsed
        self.recoveries = recoveries
    }

    /// The answer's status, nil when none arrived.
    public var status: Int? { response?.statusCode }
}

/// What follows a failed attempt.
public enum APIRecovery: Sendable, Equatable {
    /// The failure is reported.
    case giveUp
    /// The request is sent again after the delay.
    case retry(after: Duration)
}
