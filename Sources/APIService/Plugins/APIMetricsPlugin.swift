public import Foundation

/// What one request cost and how it ended, without anything it carried.
public struct APITransaction: Sendable, Hashable {
    /// The type of the request, such as `FindVolume`.
    public var request: String
    /// The method.
    public var method: String
    /// The host asked.
    public var host: String?
    /// The path asked, without the query.
    public var path: String?
    /// The status, nil when there was no answer.
    public var status: Int?
    /// Whether the request succeeded.
    public var isSuccess: Bool
    /// The transport's failure in Foundation's terms, nil when it did not fail.
    public var failure: URLError.Code?
    /// Times and sizes, nil when the client measures none.
    public var metrics: APITransferMetrics?
}

/// Reports what each request cost, for a metrics system.
public struct APIMetricsPlugin: APIPlugin, Sendable {
    private let report: @Sendable (APITransaction) -> Void

    /// Makes a plugin.
    /// - Parameter report: gets each transaction when its answer is there, where callbacks run.
    public init(_ report: @escaping @Sendable (APITransaction) -> Void) {
        self.report = report
    }

    /// Reports the request.
    public func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {
        report(
            APITransaction(
                request: "\(T.self)",
                method: result.request?.httpMethod ?? targetRequest.method.rawValue,
                host: result.request?.url?.host,
                path: result.request?.url?.path,
                status: result.statusCode,
                isSuccess: result.result.isSuccess,
                failure: result.statusCode == nil ? result.result.error?.urlErrorCode : nil,
                metrics: result.transferMetrics
            )
        )
    }
}
