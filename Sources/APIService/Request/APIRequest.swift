public import Foundation

/// A request to a service: where it goes, what it carries, and as what its answer is read.
///
/// ```swift
/// struct FindVolume: APIRequest {
///     typealias Response = Volume                 // struct Volume: APIDefaultJSONParsable
///     var baseURL: URL { catalogue }
///     var path: String { "/volumes" }
///     var method: APIRequestMethod { .get }
///     var parameters: [String: Any]? { ["isbn": isbn] }
///     var headers: APIRequestHeaders? { nil }
///     var taskType: APIRequestTaskType { .request }
///     var encoding: APIParameterEncoding { APIURLEncoding.default }
///     let isbn: String
/// }
/// ```
///
/// The members with defaults are bound where the conformance is declared. A base class that wants its subclasses to
/// override `cache`, `cacheFilterParameters`, `url` or one of the `intercept` methods must declare them itself.
public protocol APIRequest {
    /// As what the answer is read.
    associatedtype Response: APIParsable

    /// The address of the service.
    var baseURL: URL { get }
    /// The path below ``baseURL``.
    ///
    /// A `?` in it is escaped: queries belong into ``parameters``.
    var path: String { get }
    /// A complete address to use instead of ``baseURL`` and ``path``; nil by default.
    var url: URL? { get }
    /// The method.
    var method: APIRequestMethod { get }
    /// The parameters, put into query or body by ``encoding``; they are asked for once per send.
    var parameters: [String: Any]? { get }
    /// The header fields.
    var headers: APIRequestHeaders? { get }
    /// Whether the answer goes to memory or to a file, or a file is sent.
    var taskType: APIRequestTaskType { get }
    /// How ``parameters`` are written.
    var encoding: any APIParameterEncoding { get }
    /// Whether and how answers are cached; nil, the default, means not at all.
    ///
    /// Only for ``APIRequestTaskType/request``.
    var cache: APICache? { get }
    /// Decides whether an answer is worth keeping; nil, the default, means yes.
    var cacheShouldWriteHandler: ((APIResponse<Response>) -> Bool)? { get }
    /// Parameters that do not take part in the cache's key, such as a time stamp.
    var cacheFilterParameters: [String] { get }

    /// Changes the parameters before they are encoded.
    ///
    /// Runs on the thread that sends.
    func intercept(parameters: [String: Any]?) -> [String: Any]?
    /// Changes the request after its parameters were encoded and before plugins see it.
    ///
    /// Runs on the thread that sends.
    /// - Throws: any error, to end the request with ``APIServiceValues/APIRequestError/invalidURLRequest``.
    func intercept(urlRequest: URLRequest) throws -> URLRequest
    /// Changes the answer, or sends again and answers with what came then.
    ///
    /// Runs on the callback queue; must call `replaceResponseHandler` in the end, on any thread. Only its first call
    /// counts.
    func intercept<U: APIRequest>(
        request: U,
        response: APIResponse<Response>,
        replaceResponseHandler: @escaping APICompletionHandler<Response>
    )
}

extension APIRequest {
    /// No address of its own: ``baseURL`` and ``path`` make it.
    public var url: URL? { nil }

    /// No caching.
    public var cache: APICache? { nil }

    /// Every answer is worth keeping.
    public var cacheShouldWriteHandler: ((APIResponse<Response>) -> Bool)? { nil }

    /// All parameters take part in the cache's key.
    public var cacheFilterParameters: [String] { [] }

    /// The parameters unchanged.
    public func intercept(parameters: [String: Any]?) -> [String: Any]? { parameters }

    /// The request unchanged.
    public func intercept(urlRequest: URLRequest) throws -> URLRequest { urlRequest }

    /// The answer unchanged.
    public func intercept<U: APIRequest>(
        request: U,
        response: APIResponse<Response>,
        replaceResponseHandler: @escaping APICompletionHandler<Response>
    ) {
        replaceResponseHandler(response)
    }

    /// The address the request goes to, without encoded parameters: ``url`` if there is one, else ``baseURL`` with
    /// ``path`` appended as a path.
    ///
    /// A leading `/` of the path is absorbed, a `?` in it becomes `%3F`, and a query of the base address is kept.
    public var completeURL: URL {
        if let url { return url }
        let path = path
        guard !path.isEmpty else { return baseURL }
        if path.utf8.contains(UInt8(ascii: "?")) { PathQueryNotice.logOnce() }
        return baseURL.appendingPathComponent(path)
    }
}

/// Tells, once in a process, that a `?` in a path does not begin a query.
enum PathQueryNotice {
    private static let notice = Once()

    static func logOnce() {
        guard DebugUtils.isEnabled, notice.claim() else { return }
        DebugUtils.log("a '?' in a request's path is escaped as %3F; put queries into its parameters")
    }
}
