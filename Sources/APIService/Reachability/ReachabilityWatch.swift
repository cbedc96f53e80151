internal import APIWire
package import Dispatch
import Foundation
import Synchronization

/// Looks at the routes when the kernel says that something changed, and reports when what they mean has changed.
package final class ReachabilityWatch: Sendable {
    package typealias Status = APINetworkReachabilityManager.NetworkReachabilityStatus

    /// Where there is no news to be had, the routes are looked at again and again.
    private static let interval = DispatchTimeInterval.seconds(2)

    private struct State {
        var reported: Status?
        var isStopped = false
        var source: Source?
    }

    /// What makes the watch look again.
    private enum Source {
        case news(RouteWatch)
        case timer(UncheckedSendable<any DispatchSourceTimer>)

        func stop() {
            switch self {
            case .news(let watch): watch.stop()
            case .timer(let timer): timer.value.cancel()
            }
        }
    }

    private let state = Mutex(State())
    private let status: @Sendable () -> Status
    private let queue: DispatchQueue
    private let listener: UncheckedSendable<APINetworkReachabilityManager.Listener>

    /// Makes a watch that looks only when told to.
    ///
    /// - Parameters:
    ///   - status: says what there is to see.
    ///   - queue: where the listener is called.
    ///   - listener: hears of the status.
    package init(
        status: @escaping @Sendable () -> Status,
        reportsOn queue: DispatchQueue,
        to listener: @escaping APINetworkReachabilityManager.Listener
    ) {
        self.status = status
        self.queue = queue
        self.listener = UncheckedSendable(listener)
    }

    deinit {
        state.withLock { $0.source }?.stop()
    }

    /// Looks now, and from now on whenever something changes, on `looking`.
    package func start(lookingOn looking: DispatchQueue) {
        let source: Source
        do {
            source = .news(
                try RouteWatch { [weak self] in
                    guard let self else { return }
                    looking.async { self.look() }
                }
            )
        } catch {
            DebugUtils.log(
                "the system tells no news of routes (error \(error.systemError)): they are looked at in turns"
            )
            source = .timer(UncheckedSendable(timer(on: looking)))
        }
        let isStopped = state.withLock { state in
            if !state.isStopped { state.source = source }
            return state.isStopped
        }
        if isStopped { source.stop() }
        look()
    }

    // SAFETY: dispatch sources may be used on any thread.
    private func timer(on looking: DispatchQueue) -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: looking)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(500))
        timer.setEventHandler { [weak self] in self?.look() }
        timer.resume()
        return timer
    }

    /// Ends the watch: its listener is not called any more.
    package func stop() {
        let source = state.withLock { state in
            state.isStopped = true
            defer { state.source = nil }
            return state.source
        }
        source?.stop()
    }

    /// Reports the status if it differs from the last one that was reported.
    package func look() {
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
