import Foundation

// SAFETY: nothing of a service changes after it was made, and its client may be used from any thread. `reachability` can
// be set only inside the package, where tests do so before the first send.
/// A service that may be kept where every thread and actor sees it, as Swift 6 wants it.
///
/// ```swift
/// enum Backend {
///     static let service = APISharedService(configuration: .default, interceptors: [APIRetryPolicy()])
/// }
/// ```
/// An ``APIService`` itself is not `Sendable`: applications may subclass it, and keep state of theirs in it.
public final class APISharedService: APIService, @unchecked Sendable {
    /// Makes a service that sends through a client; those of this package may all be shared.
    public init(client: any APIClient & Sendable) {
        super.init(client: client)
    }

    /// Makes a service with a client of its own.
    /// - Parameters:
    ///   - configuration: timeouts, header fields, connections and cookies of the client.
    ///   - interceptors: change requests before each attempt and decide about further ones, in this order.
    public convenience init(configuration: URLSessionConfiguration, interceptors: [any APIInterceptor] = []) {
        let native = NativeAPIClient(configuration: configuration)
        self.init(client: interceptors.isEmpty ? native : InterceptingAPIClient(native, interceptors: interceptors))
    }
}
