import Dispatch
import Foundation
import Synchronization

/// Looks at the routes again and again, and reports when what they mean has changed.
final class ReachabilityWatch: Sendable {
    typealias Status = APINetworkReachabilityManager.NetworkReachabilityStatus

    private static let interval = DispatchTimeInterval.seconds(2)

    private struct State {
        var reported: Status?
        var isStopped = false
    }

    private let state = Mutex(State())
    private let status: @Sendable () -> Status
    private let queue: DispatchQueue
    private let listener: UncheckedSendable<APINetworkReachabilityManager.Listener>
    private let timer: UncheckedSendable<any DispatchSourceTimer>

    init(
        status: @escaping @Sendable () -> Status,
        looksOn looking: DispatchQueue,
        reportsOn queue: DispatchQueue,
        to listener: @escaping APINetworkReachabilityManager.Listener
    ) {
        self.status = status
        self.queue = queue
        self.listener = UncheckedSendable(listener)
        let timer = DispatchSource.makeTimerSource(queue: looking)
        // SAFETY: dispatch sources may be used on any thread.
        self.timer = UncheckedSendable(timer)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(500))
        timer.setEventHandler { [weak self] in self?.look() }
        timer.resume()
    }

    deinit {
        timer.value.cancel()
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        timer.value.cancel()
    }

    /// Reports the status if it differs from the last one that was reported.
    func look() {
        let status = status()
        let isNews = state.withLock { state in
            guard !state.isStopped, state.reported != status else { return false }
            state.reported = status
            return true
        }
        guard isNews else { return }
        queue.async { [self] in
            guard !state.withLock({ $0.isStopped }) else { return }
            listener.value(status)
        }
    }
}
