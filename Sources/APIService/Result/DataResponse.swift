public import Foundation

/// What was received in memory, and what was made of it.
public struct DataResponse<Success, Failure: Error> {
    /// The request as it was first sent; redirects do not show here.
    public let request: URLRequest?
    /// The body as it came, also when validation refused it.
    public let data: Data?
    /// Foundation's metrics, only where its `URLSession` did the transfer.
    public let metrics: URLSessionTaskMetrics?
    /// Seconds spent on making ``result`` of the body.
    public let serializationDuration: TimeInterval
    /// The value, or how it failed.
    public let result: Result<Success, Failure>
    /// What the transfer cost, where the client measures it.
    public var transferMetrics: APITransferMetrics? {
        get { metricsSource?() }
        set { metricsSource = { newValue } }
    }
    var metricsSource: MetricsSource?
    let slot: ResponseSlot

    /// The server's response, or nil when there was none.
    public var response: HTTPURLResponse? { slot.value }

    /// The value, or nil.
    public var value: Success? { try? result.get() }

    /// The error, or nil.
    public var error: Failure? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    /// Makes an answer of its parts.
    public init(
        request: URLRequest?,
        response: HTTPURLResponse?,
        data: Data?,
        metrics: URLSessionTaskMetrics?,
        serializationDuration: TimeInterval,
        result: Result<Success, Failure>
    ) {
        self.init(
            request: request,
            slot: ResponseSlot(response),
            data: data,
            metrics: metrics,
            serializationDuration: serializationDuration,
            result: result
        )
    }

    /// Makes an answer whose response object is made when it is asked for.
    package init(
        request: URLRequest?,
        deferred: DeferredResponse?,
        data: Data?,
        serializationDuration: TimeInterval,
        result: Result<Success, Failure>
    ) {
        self.init(
            request: request,
            slot: ResponseSlot(deferred),
            data: data,
            metrics: nil,
            serializationDuration: serializationDuration,
            result: result
        )
    }

    private init(
        request: URLRequest?,
        slot: ResponseSlot,
        data: Data?,
        metrics: URLSessionTaskMetrics?,
        serializationDuration: TimeInterval,
        result: Result<Success, Failure>
    ) {
        self.request = request
        self.slot = slot
        self.data = data
        self.metrics = metrics
        self.serializationDuration = serializationDuration
        self.result = result
    }

    private func with<NewSuccess, NewFailure>(
        _ result: Result<NewSuccess, NewFailure>
    ) -> DataResponse<NewSuccess, NewFailure> {
        var copy = DataResponse<NewSuccess, NewFailure>(
            request: request,
            slot: slot,
            data: data,
            metrics: metrics,
            serializationDuration: serializationDuration,
            result: result
        )
        copy.metricsSource = metricsSource
        return copy
    }
}

extension DataResponse: Sendable where Success: Sendable {}

extension DataResponse {
    /// The same answer with another value made of the value.
    public func map<NewSuccess>(_ transform: (Success) -> NewSuccess) -> DataResponse<NewSuccess, Failure> {
        with(result.map(transform))
    }

    /// The same answer with another value made of the value; what `transform` throws becomes the error.
    public func tryMap<NewSuccess>(
        _ transform: (Success) throws -> NewSuccess
    ) -> DataResponse<NewSuccess, any Error> {
        with(Result { try transform(result.get()) })
    }

    /// The same answer with another error made of the error.
    public func mapError<NewFailure: Error>(
        _ transform: (Failure) -> NewFailure
    ) -> DataResponse<Success, NewFailure> {
        with(result.mapError(transform))
    }

    /// The same answer with another error made of the error; what `transform` throws becomes the error.
    public func tryMapError<NewFailure: Error>(
        _ transform: (Failure) throws -> NewFailure
    ) -> DataResponse<Success, any Error> {
        with(ResponseText.replacingError(of: result, transform))
    }
}

extension DataResponse: CustomStringConvertible, CustomDebugStringConvertible {
    /// The result as text.
    public var description: String { "\(result)" }

    /// Request line, status, sizes and durations, and the result.
    ///
    /// Header values and bodies are left out.
    public var debugDescription: String {
        ResponseText.describe(
            request: request,
            response: response,
            details: ["Data: \(data.map { "\($0.count) bytes" } ?? "none")"],
            serializationDuration: serializationDuration,
            transferMetrics: transferMetrics,
            result: description
        )
    }
}
