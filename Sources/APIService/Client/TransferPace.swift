/// What a transfer has to be told to rest and to go on with its task.
///
/// It is told nothing twice, and by one thread at a time: Foundation counts how often it was told to rest, and would
/// have to be told to go on as often.
package struct TransferPace: Equatable, Sendable {
    package enum Order: Sendable { case pause, goOn }

    /// What it was told last; a transfer that was told nothing yet, nil, has not begun.
    private var isPaused: Bool? = false
    private var isClaimed = false

    package init() {}

    /// Another transfer takes the place of the last, and has not begun.
    package mutating func restart() { isPaused = nil }

    /// Takes on the telling; false while another thread has it, which will then hear of the new state too.
    package mutating func claim() -> Bool {
        defer { isClaimed = true }
        return !isClaimed
    }

    /// What is to be told next; nil, which gives up the telling, when the transfer does what its task does.
    package mutating func next(for state: TaskLifeCycle.State) -> Order? {
        switch state {
        case .suspended where isPaused != true:
            isPaused = true
            return .pause
        case .resumed where isPaused != false:
            isPaused = false
            return .goOn
        case .initialized, .resumed, .suspended, .cancelled, .finished:
            isClaimed = false
            return nil
        }
    }
}
