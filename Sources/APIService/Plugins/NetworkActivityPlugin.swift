/// Whether a request begins or ends.
public enum NetworkActivityChangeType: Sendable {
    /// A request is about to be sent.
    case began
    /// A request has been answered or was stopped.
    case ended
}

/// Reports that requests begin and end, for an activity indicator.
///
/// For every `began` there is exactly one `ended`, also when the request fails or another plugin stops it. Requests
/// overlap, so an indicator counts.
public struct NetworkActivityPlugin {
    /// Hears of a change: `began` on the thread that sends, `ended` on the callback queue.
    public typealias NetworkActivityClosure = (_ change: NetworkActivityChangeType) -> Void

    private let report: NetworkActivityClosure

    /// Makes a plugin that reports to a closure.
    public init(networkActivityClosure: @escaping NetworkActivityClosure) {
        report = networkActivityClosure
    }
}

extension NetworkActivityPlugin: APIPlugin {
    /// Reports `began`.
    public func willSend<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> Bool {
        report(.began)
        return true
    }

    /// Reports `ended`.
    public func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {
        report(.ended)
    }

    /// Reports `ended`.
    public func didStop<T: APIRequest>(_ request: URLRequest, targetRequest: T) {
        report(.ended)
    }
}
