public import Foundation

/// The answer to a request: what was sent, what came back, and what was made of it.
public struct APIResponse<T> {
    /// The request as it was sent, or nil when none could be made.
    public var request: URLRequest?
    /// The body as it came, also when the request failed; nil when there is none.
    public var data: Data?
    /// The value, or how it failed.
    public var result: APIResult<T>
    /// What the transfer cost, where the client measures it.
    public var transferMetrics: APITransferMetrics? {
        get { metricsSource?() }
        set { metricsSource = { newValue } }
    }
    var metricsSource: MetricsSource?
    private var slot: ResponseSlot

    /// The server's response, or nil when there was none.
    ///
    /// A cached answer has none.
    public var response: HTTPURLResponse? {
        get { slot.value }
        set { slot = ResponseSlot(newValue) }
    }

    /// Makes an answer of its parts.
    public init(request: URLRequest?, response: HTTPURLResponse?, data: Data?, result: APIResult<T>) {
        self.request = request
        self.slot = ResponseSlot(response)
        self.data = data
        self.result = result
    }

    /// Takes over what a client received in memory.
    package init(_ received: APIDataResponse<Data>, result: APIResult<T>) {
        request = received.request
        slot = received.slot
        data = received.data
        metricsSource = received.metricsSource
        self.result = result
    }

    /// Takes over what a client received into a file.
    package init(_ received: APIDownloadResponse<Data>, result: APIResult<T>) {
        request = received.request
        slot = received.slot
        data = received.value
        metricsSource = received.metricsSource
        self.result = result
    }
}

extension APIResponse {
    /// The same answer with another result.
    func replacing<NewValue>(with result: APIResult<NewValue>) -> APIResponse<NewValue> {
        var copy = APIResponse<NewValue>(request: request, response: nil, data: data, result: result)
        copy.slot = slot
        copy.metricsSource = metricsSource
        return copy
    }
}

extension APIResponse: Sendable where T: Sendable {}

extension APIResponse {
    /// The status code, or nil when there was no response.
    public var statusCode: Int? { slot.statusCode }
}
