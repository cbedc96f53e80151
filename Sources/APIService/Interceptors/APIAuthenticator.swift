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

    /// Obtains a new credential. Only one call of it runs at a time; requests that it sends itself through the same
    /// interceptor are neither held back nor repeated.
    /// - Throws: any error, when there is none to be had. The requests that wait for it then fail as they had.
    func refresh(_ credential: Credential) async throws -> Credential

    /// Whether the credential should be renewed before it is used; false by default.
    func needsRefresh(_ credential: Credential) -> Bool

    /// Whether an attempt failed because its credential was refused; by default when the status is 401.
    func isRefusal(_ attempt: APIAttempt) -> Bool

    /// Whether a request carries this credential; by default, whether putting it in again changes nothing.
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
