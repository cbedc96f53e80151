import Foundation

// SAFETY: immutable, as what it inherits from.
/// The default client: transfers with this package's own engine.
///
/// Of a `URLSessionConfiguration` it honours `timeoutIntervalForRequest` (without a byte moving),
/// `timeoutIntervalForResource` (the whole request), `httpAdditionalHeaders`, `httpMaximumConnectionsPerHost`,
/// `httpShouldSetCookies`, `httpCookieAcceptPolicy` and `requestCachePolicy`. The others are named in the debug log,
/// once, when they are set to something else than their default.
///
/// Cookies stay with the client, in memory: it neither reads nor writes a `HTTPCookieStorage`. Those of a client over
/// an `HTTPClient` of one's own are in that one's configuration.
///
/// Completions arrive on the queue that was asked for; destination closures of downloads run on a queue of the
/// client's.
public final class NativeAPIClient: APITransferClient, @unchecked Sendable {
    private let source: any EngineSource

    /// Makes a client.
    /// - Parameter configuration: read now; later changes have no effect.
    public convenience init(configuration: URLSessionConfiguration = .default) {
        self.init(EngineLink.source(configuration))
    }

    package init(_ source: any EngineSource) {
        self.source = source
        super.init(source)
    }

    /// Ends all requests with ``APIServiceValues/AFError/sessionInvalidated(error:)``; new ones end the same way.
    public func shutDown() {
        source.shutDown()
    }
}

extension NativeAPIClient: AwaitableClient {
    nonisolated(nonsending) func dataResponse(to request: URLRequest) async -> APIDataResponse<Data> {
        do throws(AFError) {
            try ResponseValidation.check(request)
        } catch {
            return .failure(error, request: nil)
        }
        return APIDataResponse(await source.transfer(request), for: request)
    }
}
