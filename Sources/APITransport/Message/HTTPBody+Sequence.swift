import Synchronization

extension HTTPBody {
    /// What an asynchronous sequence gives, piece by piece.
    ///
    /// ```swift
    /// request.body = .sequence(pieces)  // an AsyncStream<[UInt8]>, say
    /// ```
    /// The next piece is asked for when the last has been sent, so that no more than one is held in memory. An error that
    /// the sequence throws ends the request with one of kind ``TransportError/Kind/file``. When the request ends before the
    /// sequence does, the task that reads it is cancelled.
    ///
    /// - Parameters:
    ///   - sequence: the pieces; empty ones are passed over.
    ///   - length: how many bytes there will be in all. Nil sends them in chunks (RFC 9112 7.1).
    ///   - replayable: whether the sequence may be gone through again when a redirect or a broken connection asks for it.
    /// - Returns: the body.
    public static func sequence<Pieces: AsyncSequence & Sendable>(
        _ sequence: Pieces,
        length: Int64? = nil,
        replayable: Bool = false
    ) -> HTTPBody where Pieces.Element: Sequence<UInt8> {
        .stream(length: length, replayable: replayable) { SequenceSource(sequence) }
    }
}

/// Reads a sequence in a task of its own.
private final class SequenceSource: HTTPBodySource {
    private let handover = Handover()
    private let task: Task<Void, Never>

    init<Pieces: AsyncSequence & Sendable>(_ sequence: Pieces) where Pieces.Element: Sequence<UInt8> {
        task = Task { [handover] in
            do {
                for try await piece in sequence {
                    guard await handover.give([UInt8](piece)) else { return }
                }
                handover.end(nil)
            } catch {
                handover.end(error)
            }
        }
    }

    deinit {
        task.cancel()
        handover.close()
    }

    func read(into buffer: inout [UInt8], limit: Int) throws -> HTTPBodyProgress {
        try handover.take(into: &buffer, limit: limit)
    }
}

/// Hands one piece at a time from the task that makes them to the engine.
private final class Handover: Sendable {
    private struct State {
        var piece: ArraySlice<UInt8> = []
        var hasEnded = false
        var failure: (any Error)?
        /// Nobody takes any more.
        var isClosed = false
        /// Whoever gave the piece waits until it is taken.
        var giver: CheckedContinuation<Bool, Never>?
        /// To be called when there is something to take.
        var resume: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())

    /// Returns when all of the piece was taken; false: nobody wants any more.
    func give(_ piece: [UInt8]) async -> Bool {
        if piece.isEmpty { return true }
        return await withCheckedContinuation { continuation in
            let (isClosed, resume) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
                if state.isClosed { return (true, nil) }
                state.piece = piece[...]
                state.giver = continuation
                return (false, state.resume.take())
            }
            if isClosed { continuation.resume(returning: false) }
            resume?()
        }
    }

    func end(_ failure: (any Error)?) {
        let resume = state.withLock { state in
            state.hasEnded = true
            state.failure = failure
            return state.resume.take()
        }
        resume?()
    }

    func close() {
        let giver = state.withLock { state in
            state.isClosed = true
            state.resume = nil
            return state.giver.take()
        }
        giver?.resume(returning: false)
    }

    func take(into buffer: inout [UInt8], limit: Int) throws -> HTTPBodyProgress {
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
        giver?.resume(returning: true)
        return progress
    }

    private func call(_ resume: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            let isReady = !state.piece.isEmpty || state.hasEnded
            state.resume = isReady ? nil : resume
            return isReady
        }
        if isReady { resume() }
    }
}
