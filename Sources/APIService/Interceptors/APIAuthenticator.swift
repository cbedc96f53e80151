import Foundation

/// Knows how a service's credential is put into requests, renewed and refused.
///
/// ```swift
/// struct BearerAuthenticator: APIAuthenticator {
///     func apply(_ token: Token, to request: inout URLRequest) {
///         request.setValue("Bearer \(token.access)", forHTTPHeaderField: "Authorization")
///     }
///     func refresh(_ token: Token) async throws -> Token {
///         try await APIService.send(RefreshToken(token.refresh))
///     }
///     func needsRefresh(_ token: Token) -> Bool { token.expiry.timeIntervalSinceNow < 5 }
/// }
/// let auth = APIAuthenticationInterceptor(BearerAuthenticator(), credential: token)
/// ```
public protocol APIAuthenticator: Sendable {
    /// What requests are authenticated with, such as an access token with the refresh token for it.
    associatedtype Credential: Sendable

    /// Puts the credential into a request, in the place of an older one.
    func apply(_ credential: Credential, to request: inout URLRequest)

    /// Obtains a new credential. Only one call of it runs at a time, and it has to end by itself.
    ///
    /// Requests that it sends through the same interceptor from its own task, or from a `Task` or child task made in
    /// it, go out without a credential and are neither held back nor repeated. Those that it sends from elsewhere, a
    /// dispatch queue, a thread or a detached task, cannot be told from any other request: they may come to wait for
    /// the renewal that they are part of, until their `timeoutInterval` ends them. Send these within
    /// `withoutAuthentication`.
    /// - Throws: any error, when there is none to be had. The requests that wait for it then fail: refused ones with
    ///   their refusal, those that were not sent yet with ``APIServiceValues/AFError/requestAdaptationFailed(error:)``.
    func refresh(_ credential: Credential) async throws -> Credential

    /// Whether the credential should be renewed before it is used; false by default.
    func needsRefresh(_ credential: Credential) -> Bool

    /// Whether an attempt failed because its credential was refused; by default when the status is 401.
    func isRefusal(_ attempt: APIAttempt) -> Bool

    /// Whether a request carries this credential; by default, whether putting it in again changes nothing.
    ///
    /// Asked only about attempts that no ``InterceptingAPIClient`` made: that one remembers what it put in.
    func carries(_ credential: Credential, _ request: URLRequest) -> Bool
}

extension APIAuthenticator {
    /// A credential is used until it is refused.
    public func needsRefresh(_ credential: Credential) -> Bool { false }

    /// A 401 (RFC 9110 15.5.2) is a refusal.
    public func isRefusal(_ attempt: APIAttempt) -> Bool { attempt.status == 401 }

    /// Puts the credential in again and compares what a credential may be put into: the fields, the URL and the body.
    public func carries(_ credential: Credential, _ request: URLRequest) -> Bool {
        var copy = request
        apply(credential, to: &copy)
        // Not by `==`: Foundation's on Linux passes over the fields.
        return copy.allHTTPHeaderFields == request.allHTTPHeaderFields && copy.url == request.url
            && copy.httpBody == request.httpBody
    }
}

extension APIAuthenticator {
    /// Sends requests that authentication leaves alone: they get no credential, wait for none and are not repeated.
    ///
    /// ```swift
    /// func refresh(_ token: Token) async throws -> Token {
    ///     try await withCheckedThrowingContinuation { continuation in
    ///         queue.async {
    ///             Self.withoutAuthentication { service.sendRequest(RefreshToken(token.refresh)) { … } }
    ///         }
    ///     }
    /// }
    /// ```
    /// - Parameter body: sends the requests; they count as sent within it however long they take.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    public static func withoutAuthentication<Result>(_ body: () throws -> Result) rethrows -> Result {
        try AuthenticationScope.$isLeft.withValue(true) { try body() }
    }

    /// The same for requests that are awaited, such as a sign-in.
    /// - Parameter body: sends the requests.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    nonisolated(nonsending) public static func withoutAuthentication<Result>(
        _ body: nonisolated(nonsending) () async throws -> Result
    ) async rethrows -> Result {
        try await AuthenticationScope.$isLeft.withValue(true) { try await body() }
    }
}
