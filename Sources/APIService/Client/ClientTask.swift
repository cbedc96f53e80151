import Dispatch
import Synchronization

/// The task of our own clients: the life cycle's lock, with the transfer behind it.
///
/// It keeps the transfer alive until the answer is out, and answers exactly once whatever is called on it.
final class ClientTask: APIRequestTask, Sendable {
    /// Begins the transfer and says how to stop it. The transfer ends by `finish`.
    typealias Start = @Sendable (ClientTask) -> @Sendable () -> Void

    private struct Shared {
        var life = TaskLifeCycle()
        var start: Start?
        var answerCancelled: (@Sendable () -> Void)?
        var stop: (@Sendable () -> Void)?
        var held: (deliver: @Sendable () -> Void, discard: @Sendable () -> Void)?

        mutating func forget() {
            (start, answerCancelled, stop, held) = (nil, nil, nil, nil)
        }
    }

    private let shared: Mutex<Shared>

    init(start: @escaping Start, answerCancelled: @escaping @Sendable () -> Void) {
        shared = Mutex(Shared(start: start, answerCancelled: answerCancelled))
    }

    var state: TaskLifeCycle.State { shared.withLock { $0.life.state } }

    @discardableResult
    func resume() -> Self {
        let next: (start: Start?, deliver: (@Sendable () -> Void)?) = shared.withLock { shared in
            switch shared.life.resume() {
            case .nothing:
                return (nil, nil)
            case .start:
                defer { shared.start = nil }
                return (shared.start, nil)
            case .deliverHeld:
                defer { shared.forget() }
                return (nil, shared.held?.deliver)
            }
        }
        if let start = next.start { remember(stop: start(self)) }
        next.deliver?()
        return self
    }

    @discardableResult
    func suspend() -> Self {
        shared.withLock { $0.life.suspend() }
        return self
    }

    @discardableResult
    func cancel() -> Self {
        let actions: [(@Sendable () -> Void)?] = shared.withLock { shared in
            switch shared.life.cancel() {
            case .nothing:
                return []
            case .answer, .cancelAndAnswer:
                defer { shared.forget() }
                return [shared.stop, shared.held?.discard, shared.answerCancelled]
            }
        }
        for action in actions { action?() }
        return self
    }

    /// The transfer's end, told on `queue`. Exactly one of the two closures is called there: at once, or when a
    /// suspended task is resumed or cancelled.
    func finish(
        on queue: DispatchQueue,
        deliver: @escaping @Sendable () -> Void,
        discard: @escaping @Sendable () -> Void = {}
    ) {
        let action: (@Sendable () -> Void)? = shared.withLock { shared in
            switch shared.life.finish() {
            case .drop:
                return discard
            case .hold:
                shared.held = ({ queue.async(execute: deliver) }, { queue.async(execute: discard) })
                return nil
            case .deliver:
                shared.forget()
                return deliver
            }
        }
        action?()
    }

    private func remember(stop: @escaping @Sendable () -> Void) {
        let isCancelled = shared.withLock { shared in
            switch shared.life.state {
            case .initialized, .resumed, .suspended: shared.stop = stop
            case .cancelled, .finished: break
            }
            return shared.life.state == .cancelled
        }
        if isCancelled { stop() }
    }
}
