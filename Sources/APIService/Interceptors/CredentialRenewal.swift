import Foundation
import Synchronization

/// One renewal of a credential, and all who wait for it.
final class CredentialRenewal: Sendable {
    private struct State {
        var outcome: Result<Void, any Error>?
        var waiting: [UUID: Promise<Void>] = [:]
    }

    private let state = Mutex(State())

    /// Lets everybody who waits go on; the first end counts.
    func end(_ outcome: Result<Void, any Error>) {
        let waiting = state.withLock { state -> [Promise<Void>] in
            guard state.outcome == nil else { return [] }
            state.outcome = outcome
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for promise in waiting { promise.fill(outcome) }
    }

    /// Waits for the end, or until the time is over or the waiting task is cancelled.
    /// - Throws: what the renewal ended with; `URLError.timedOut`; `CancellationError`.
    nonisolated(nonsending) func wait(atMost limit: Duration) async throws {
        let promise = Promise<Void>()
        let key = UUID()
        let outcome = state.withLock { state in
            if state.outcome == nil { state.waiting[key] = promise }
            return state.outcome
        }
        if let outcome { return try outcome.get() }
        let clock = Task {
            try await Task.sleep(for: limit.clamped)
            promise.fill(.failure(Self.tookTooLong))
        }
        defer {
            clock.cancel()
            state.withLock { $0.waiting[key] = nil }
        }
        try await promise.value()
    }

    private static var tookTooLong: URLError {
        let text = APILanguage.current.text("The credential was not renewed in time.", "凭证未能及时更新")
        return URLError(.timedOut, userInfo: [NSLocalizedDescriptionKey: text])
    }
}

/// Which requests authentication leaves alone.
enum AuthenticationScope {
    /// The interceptors whose renewals the task is part of: a renewal that waited for itself would never end.
    @TaskLocal static var renewing: Set<UUID> = []
    /// Whether the application said that requests go out without a credential.
    @TaskLocal static var isLeft = false
}
