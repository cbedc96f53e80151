import Foundation

/// The interceptors around a client, asked in their order, whatever kind of answer the client gives.
struct InterceptorChain: Sendable {
    let interceptors: [any APIInterceptor]
    let now: @Sendable () -> ContinuousClock.Instant
    let sleep: @Sendable (Duration) async throws -> Void

    /// Tells them that a request begins, and says how many recoveries each has had: none.
    func begin() -> [Int] {
        for interceptor in interceptors { interceptor.requestBegins() }
        return interceptors.map { _ in 0 }
    }

    func adapt(_ request: URLRequest) async throws -> URLRequest {
        var request = request
        for interceptor in interceptors { request = try await interceptor.adapt(request) }
        return request
    }

    /// Waits until the request may be sent once more; false when it may not.
    func wait(after attempt: APIAttempt, _ recoveries: inout [Int]) async -> Bool {
        guard let delay = await delay(after: attempt, &recoveries) else { return false }
        guard delay > .zero else { return !Task.isCancelled }
        do {
            try await sleep(delay.clamped)
            return true
        } catch {
            return false
        }
    }

    /// How long to wait for another attempt; nil when there is none.
    private func delay(after attempt: APIAttempt, _ recoveries: inout [Int]) async -> Duration? {
        var attempt = attempt
        for (index, interceptor) in interceptors.enumerated() {
            attempt.recoveries = recoveries[index]
            if case .retry(let delay) = await interceptor.recover(from: attempt) {
                recoveries[index] += 1
                return delay
            }
        }
        return nil
    }
}
