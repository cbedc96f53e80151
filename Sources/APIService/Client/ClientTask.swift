import Dispatch
import Synchronization

/// The task of our own clients: the life cycle's lock, with the transfer behind it.
///
/// It keeps the transfer alive until the answer is out, and answers exactly once whatever is called on it.
final class ClientTask: APISuspendableTask, Sendable {
    /// Begins the transfer and says how to stop it.
    ///
    /// The transfer ends by `finish`.
    typealias Start = @Sendable (ClientTask) -> TransferControl

    private struct Shared {
        var life = TaskLifeCycle()
        var pace = TransferPace()
        var start: Start?
        var answer: (@Sendable (AFError) -> Void)?
        var transfer: TransferControl?
        var held: (deliver: @Sendable () -> Void, discard: @Sendable () -> Void)?

        mutating func forget() {
            (start, answer, transfer, held) = (nil, nil, nil, nil)
        }

        /// What the transfer is to be told next.
        mutating func step() -> (@Sendable () -> Void)? {
            switch pace.next(for: life.state) {
            case .pause: transfer?.pause
            case .goOn: transfer?.resume
            case nil: nil
            }
        }
    }

    private let shared: Mutex<Shared>

    /// Makes a task that has not started; `answer` reports the error with which it was ended before its transfer was.
    init(start: @escaping Start, answer: @escaping @Sendable (AFError) -> Void) {
        shared = Mutex(Shared(start: start, answer: answer))
    }

    var state: TaskLifeCycle.State { shared.withLock { $0.life.state } }

    @discardableResult
    func resume() -> Self {
        let next: (@Sendable () -> Void)? = shared.withLock { shared in
            switch shared.life.resume() {
            case .nothing:
                return nil
            case .start:
                guard let start = shared.start else { return nil }
                shared.start = nil
                return { self.remember(start(self)) }
            case .goOn:
                return { self.align() }
            case .deliverHeld:
                defer { shared.forget() }
                return shared.held?.deliver
            }
        }
        next?()
        return self
    }

    @discardableResult
    func suspend() -> Self {
        if shared.withLock({ $0.life.suspend() }) == .pause { align() }
        return self
    }

    @discardableResult
    func cancel() -> Self {
        end(with: .explicitlyCancelled)
        return self
    }

    /// Stops the transfer, if there is one, and reports the error; nothing when the task has ended.
    func end(with error: AFError) {
        let ending: Shared? = shared.withLock { shared in
            switch shared.life.cancel() {
            case .nothing:
                return nil
            case .answer, .cancelAndAnswer:
                defer { shared.forget() }
                return shared
            }
        }
        guard let ending else { return }
        ending.transfer?.stop()
        ending.held?.discard()
        ending.answer?(error)
    }

    /// The transfer's end, told on `queue`.
    ///
    /// Exactly one of the two closures is called there: at once, or when a suspended task is resumed or cancelled.
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

    /// Keeps the hold on a transfer that has just begun, and makes up for what was asked meanwhile.
    private func remember(_ transfer: TransferControl) {
        let state = shared.withLock { shared in
            switch shared.life.state {
            case .initialized, .resumed, .suspended: shared.transfer = transfer
            case .cancelled, .finished: break
            }
            return shared.life.state
        }
        switch state {
        case .suspended: align()
        case .cancelled: transfer.stop()
        case .initialized, .resumed, .finished: break
        }
    }

    /// Lets the transfer rest or go on as the state says, which may change again meanwhile.
    private func align() {
        let isOurs = shared.withLock { shared in
            guard shared.transfer != nil else { return false }
            return shared.pace.claim()
        }
        guard isOurs else { return }
        while let tell = shared.withLock({ $0.step() }) { tell() }
    }
}
