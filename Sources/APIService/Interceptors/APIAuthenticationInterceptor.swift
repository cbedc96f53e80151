import Foundation
import Synchronization

/// Puts a credential into every request, and renews it when it is about to expire or was refused.
///
/// However many requests need it, one renewal runs at a time and serves them all. A refused request is repeated once with
/// the new credential; when that is refused too, or the renewal fails, the refusal is reported. Without a credential
/// requests go out as they are.
public final class APIAuthenticationInterceptor<Authenticator: APIAuthenticator>: APIInterceptor {
    /// What the authenticator calls a credential.
    public typealias Credential = Authenticator.Credential

    private struct State {
        var credential: Credential?
        var renewal: Task<Credential, any Error>?
        /// Counts renewals and changes, so that an old renewal cannot undo a newer change.
        var generation = 0
    }

    private let authenticator: Authenticator
    private let state: Mutex<State>
    private let identity = UUID()

    /// Makes an interceptor.
    /// - Parameters:
    ///   - authenticator: how credentials are applied, renewed and refused.
    ///   - credential: the first one, nil before a user has signed in.
    public init(_ authenticator: Authenticator, credential: Credential? = nil) {
        self.authenticator = authenticator
        state = Mutex(State(credential: credential))
    }

    /// The credential as it is now.
    ///
    /// Setting it, at sign-in and sign-out, takes the place of a renewal under way.
    public var credential: Credential? {
        get { state.withLock { $0.credential } }
        set {
            state.withLock { state in
                state.credential = newValue
                state.renewal = nil
                state.generation += 1
            }
        }
    }

    /// Puts the credential in; first waits for its renewal when there is one, or it is due.
    public func adapt(_ request: URLRequest) async throws -> URLRequest {
        guard !isInOwnRenewal else { return request }
        guard let seen = current else { return request }
        let credential =
            authenticator.needsRefresh(seen.credential) ? try await renewed(from: seen) : seen.credential
        var request = request
        authenticator.apply(credential, to: &request)
        return request
    }

    /// After a refusal: repeats with the new credential, once.
    public func recover(from attempt: APIAttempt) async -> APIRecovery {
        guard authenticator.isRefusal(attempt), attempt.recoveries == 0, !isInOwnRenewal, let seen = current
        else {
            return .giveUp
        }
        // Somebody else's renewal may have come in between; then the new credential has not been tried yet.
        guard authenticator.carries(seen.credential, attempt.request) else { return .retry(after: .zero) }
        do {
            _ = try await renewed(from: seen)
            return .retry(after: .zero)
        } catch {
            DebugUtils.log("a credential could not be renewed: \(type(of: error))")
            return .giveUp
        }
    }

    // MARK: One renewal for all

    /// A credential, and how many renewals and changes there had been when it was looked at.
    private struct Seen {
        let credential: Credential
        let generation: Int
    }

    private var current: Seen? {
        state.withLock { state in
            state.credential.map { Seen(credential: $0, generation: state.generation) }
        }
    }

    private func renewed(from seen: Seen) async throws -> Credential {
        let (known, renewal) = state.withLock { state -> (Credential?, Task<Credential, any Error>?) in
            if let renewal = state.renewal { return (nil, renewal) }
            // A renewal that ended since then has done it: a second one would use a refresh token twice.
            if state.generation != seen.generation, let credential = state.credential { return (credential, nil) }
            let renewal = makeRenewal(of: seen.credential, generation: state.generation)
            state.renewal = renewal
            return (nil, renewal)
        }
        if let known { return known }
        guard let renewal else { return seen.credential }
        return try await renewal.value
    }

    private func makeRenewal(of old: Credential, generation: Int) -> Task<Credential, any Error> {
        Task { [authenticator] in
            do {
                let new = try await RenewalContext.$renewing.withValue(RenewalContext.renewing.union([identity])) {
                    try await authenticator.refresh(old)
                }
                finish(generation) { $0.credential = new }
                return new
            } catch {
                finish(generation) { _ in }
                throw error
            }
        }
    }

    private func finish(_ generation: Int, _ change: (inout State) -> Void) {
        state.withLock { state in
            guard state.generation == generation else { return }
            state.renewal = nil
            state.generation += 1
            change(&state)
        }
    }

    private var isInOwnRenewal: Bool { RenewalContext.renewing.contains(identity) }
}

/// Which interceptors' renewals a task is part of: a renewal that waited for itself would never end.
private enum RenewalContext {
    @TaskLocal static var renewing: Set<UUID> = []
}
