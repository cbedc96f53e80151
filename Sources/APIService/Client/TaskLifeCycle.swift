/// The states of a client's task: initialized → resumed ⇄ suspended → cancelled or finished.
///
/// Forbidden transitions are silently nothing, and whatever the order of calls exactly one answer comes out.
package struct TaskLifeCycle: Equatable, Sendable {
    package enum State: Sendable { case initialized, resumed, suspended, cancelled, finished }

    package enum ResumeAction: Sendable { case nothing, start, goOn, deliverHeld }
    package enum SuspendAction: Sendable { case nothing, pause }
    package enum CancelAction: Sendable { case nothing, answer, cancelAndAnswer }
    package enum FinishAction: Sendable { case drop, hold, deliver }

    package private(set) var state = State.initialized
    private var isStarted = false
    private var isHolding = false

    package init() {}

    package mutating func resume() -> ResumeAction {
        guard state == .initialized || state == .suspended else { return .nothing }
        if isHolding {
            isHolding = false
            state = .finished
            return .deliverHeld
        }
        state = .resumed
        if isStarted { return .goOn }
        isStarted = true
        return .start
    }

    package mutating func suspend() -> SuspendAction {
        guard state == .initialized || state == .resumed else { return .nothing }
        state = .suspended
        return isStarted ? .pause : .nothing
    }

    package mutating func cancel() -> CancelAction {
        switch state {
        case .cancelled, .finished:
            return .nothing
        case .initialized, .resumed, .suspended:
            state = .cancelled
            return isStarted && !isHolding ? .cancelAndAnswer : .answer
        }
    }

    /// The transfer has ended.
    package mutating func finish() -> FinishAction {
        switch state {
        case .resumed:
            state = .finished
            return .deliver
        case .suspended where isStarted && !isHolding:
            isHolding = true
            return .hold
        case .initialized, .suspended, .cancelled, .finished:
            return .drop
        }
    }
}
