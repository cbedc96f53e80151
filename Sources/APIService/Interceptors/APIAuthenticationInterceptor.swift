import Foundation
import Synchronization

/// Puts a credential into every request, and renews it when it is about to expire or was refused.
///
/// However many requests need it, one renewal runs at a time and serves them all. A refused request is repeated once with
/// the new credential; when that is refused too, or the renewal fails, the refusal is reported. A renewal that failed
/// has failed for all requests that were sent before its end: the next one is tried for a request that begins later, or
/// after the credential was set. Without a credential requests go out as they are.
///
/// A request waits for a renewal no longer than its `timeoutInterval`, 60 seconds unless it is set.
public final class APIAuthenticationInterceptor<Authenticator: APIAuthenticator>: APIInterceptor {
    /// What the authenticator calls a credential.
    public typealias Credential = Authenticator.Credential

    private struct State {
        var credential: Credential?
        var mark = CredentialMark()
        var renewal: CredentialRenewal?
        /// Why the last renewal of this credential failed.
        var failure: (any Error)?

        mutating func change(to new: Credential?) {
            credential = new
            mark.generation += 1
            failure = nil
            renewal = nil
        }
    }

    /// What a request that needs another credential does.
    private enum Step {
        /// There is another one already, or none any more.
        case goOn
        case fail(any Error)
        case wait(CredentialRenewal)
        case begin(CredentialRenewal, of: Credential, CredentialMark)
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
    /// Setting it, at sign-in and sign-out, takes the place of a renewal under way: requests that waited for that go on
    /// with what was set.
    public var credential: Credential? {
        get { state.withLock { $0.credential } }
        set {
            let replaced = state.withLock { state in
                defer { state.change(to: newValue) }
                return state.renewal
            }
            replaced?.end(.success(()))
        }
    }

    /// Puts the credential in; when its renewal is due, first waits for that.
    public func adapt(_ request: URLRequest) async throws -> URLRequest {
        guard !isLeftAlone else { return request }
        var seen = current
        if let credential = seen.credential, authenticator.needsRefresh(credential) {
            seen = try await renewed(since: seen.mark, for: request)
        }
        AttemptMemory.current?[identity] = seen.mark
        guard let credential = seen.credential else { return request }
        var request = request
        authenticator.apply(credential, to: &request)
        return request
    }

    /// After a refusal: repeats with the new credential, once.
    public func recover(from attempt: APIAttempt) async -> APIRecovery {
        guard authenticator.isRefusal(attempt), attempt.recoveries == 0, !isLeftAlone else { return .giveUp }
        let now = current
        guard let credential = now.credential else { return .giveUp }
        let mark =
            AttemptMemory.current.map { $0[identity] }
            ?? (authenticator.carries(credential, attempt.request) ? now.mark : nil)
        // Somebody else's renewal may have come in between; then the new credential has not been tried yet.
        guard let mark, mark.generation == now.mark.generation else { return .retry(after: .zero) }
        do {
            let renewed = try await renewed(since: mark, for: attempt.request)
            return renewed.credential == nil ? .giveUp : .retry(after: .zero)
        } catch {
            DebugUtils.log("a credential could not be renewed: \(type(of: error))")
            return .giveUp
        }
    }

    // MARK: One renewal for all

    private var current: (credential: Credential?, mark: CredentialMark) {
        state.withLock { ($0.credential, $0.mark) }
    }

    /// The credential after that of the mark.
    private func renewed(
        since mark: CredentialMark,
        for request: URLRequest
    ) async throws -> (credential: Credential?, mark: CredentialMark) {
        let timeout = request.timeoutInterval
        let limit = Duration(clampedSeconds: timeout > 0 ? timeout : 60)
        switch nextStep(since: mark) {
        case .goOn:
            break
        case .fail(let error):
            throw error
        case .wait(let renewal):
            try await renewal.wait(atMost: limit)
        case .begin(let renewal, let old, let mark):
            begin(renewal, of: old, mark)
            try await renewal.wait(atMost: limit)
        }
        return current
    }

    private func nextStep(since mark: CredentialMark) -> Step {
        state.withLock { state in
            // A renewal that ended since then has done it: a second one would use a refresh token twice.
            guard let credential = state.credential, state.mark.generation == mark.generation else { return .goOn }
            if let renewal = state.renewal { return .wait(renewal) }
            if let failure = state.failure, state.mark.failures != mark.failures { return .fail(failure) }
            let renewal = CredentialRenewal()
            state.renewal = renewal
            return .begin(renewal, of: credential, state.mark)
        }
    }

    private func begin(_ renewal: CredentialRenewal, of old: Credential, _ mark: CredentialMark) {
        Task { [authenticator, identity] in
            let scope = AuthenticationScope.renewing.union([identity])
            do {
                let new = try await AuthenticationScope.$renewing.withValue(scope) {
                    try await authenticator.refresh(old)
                }
                finish(mark) { $0.change(to: new) }
                renewal.end(.success(()))
            } catch {
                finish(mark) { state in
                    state.mark.failures += 1
                    state.failure = error
                    state.renewal = nil
                }
                renewal.end(.failure(error))
            }
        }
    }

    /// Changes the state unless the credential was set while the renewal ran.
    private func finish(_ mark: CredentialMark, _ change: (inout State) -> Void) {
        state.withLock { state in
            if state.mark.generation == mark.generation { change(&state) }
        }
    }

    private var isLeftAlone: Bool {
        AuthenticationScope.isLeft || AuthenticationScope.renewing.contains(identity)
    }
}
