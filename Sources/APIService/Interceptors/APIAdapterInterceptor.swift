import Foundation

/// Lets an ``APIServiceValues/APIRequestAdapter`` take part as an interceptor.
public struct APIAdapterInterceptor: APIInterceptor {
    // SAFETY: adapters were made to be called from a session's own threads; they are called one at a time per request.
    private let adapter: UncheckedSendable<any APIRequestAdapter>
    private let session: UncheckedSendable<APISession>

    /// Makes an interceptor of an adapter.
    /// - Parameters:
    ///   - adapter: changes each request before each attempt.
    ///   - session: what the adapter is told it adapts for.
    public init(_ adapter: any APIRequestAdapter, session: APISession = APISession()) {
        self.adapter = UncheckedSendable(adapter)
        self.session = UncheckedSendable(session)
    }

    /// Asks the adapter, and waits for what it hands back.
    public func adapt(_ request: URLRequest) async throws -> URLRequest {
        let promise = Promise<URLRequest>()
        adapter.value.adapt(request, for: session.value) { promise.fill($0) }
        return try await promise.value(cancelling: TaskLink())
    }
}
