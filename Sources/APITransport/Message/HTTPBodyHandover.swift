import Synchronization

/// Hands one piece of a body at a time from whoever makes them to the engine.
package final class HTTPBodyHandover: Sendable {
    /// Told when all of a piece was taken; false: nobody takes any more.
    package typealias Giver = @Sendable (_ goesOn: Bool) -> Void

    private struct State {
        var piece: ArraySlice<UInt8> = []
        var hasEnded = false
        var failure: (any Error)?
        /// Nobody takes any more.
        var isClosed = false
        /// Whoever gave the piece.
        var giver: Giver?
        /// To be called when there is something to take.
        var resume: (@Sendable () -> Void)?

        var isReady: Bool { !piece.isEmpty || hasEnded }
    }

    private let state = Mutex(State())

    package init() {}

    /// Gives the next piece, which is not empty, after all of the last one was taken.
    package func give(_ piece: [UInt8], then giver: @escaping Giver) {
        let (isClosed, resume) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            if state.isClosed { return (true, nil) }
            state.piece = piece[...]
            state.giver = giver
            return (false, state.resume.take())
        }
        if isClosed { giver(false) }
        resume?()
    }

    /// Nothing comes any more, because of a failure if there is one.
    package func end(_ failure: (any Error)?) {
        let resume = state.withLock { state in
            state.hasEnded = true
            state.failure = failure
            return state.resume.take()
        }
        resume?()
    }

    /// Nobody takes any more.
    package func close() {
        let giver = state.withLock { state in
            state.isClosed = true
            state.resume = nil
            return state.giver.take()
        }
        giver?(false)
    }

    /// Takes what there is, as the source of a body.
    package func take(into buffer: inout [UInt8], limit: Int) throws -> HTTPBodyProgress {
        let (taken, giver, progress) = try state.withLock { state in
            if let failure = state.failure { throw failure }
            let taken = state.piece.prefix(limit)
            state.piece = state.piece.dropFirst(taken.count)
            let giver = state.piece.isEmpty ? state.giver.take() : nil
            let progress: HTTPBodyProgress =
                if !state.piece.isEmpty || !taken.isEmpty {
                    .more
                } else if state.hasEnded {
                    .finished
                } else {
                    .later { self.call($0) }
                }
            return (taken, giver, progress)
        }
        buffer += taken
        giver?(true)
        return progress
    }

    private func call(_ resume: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            state.resume = state.isReady ? nil : resume
            return state.isReady
        }
        if isReady { resume() }
    }
}
