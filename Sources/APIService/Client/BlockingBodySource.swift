internal import APITransport
import Dispatch
import Synchronization

/// Gives the engine a body that is read by calls which may wait, such as those of a stream or a slow disk.
///
/// They are made on a queue of the body's own, so that the engine's other requests go on meanwhile. No more than one
/// piece is held in memory.
final class BlockingBodySource: HTTPBodySource, Sendable {
    /// How much is read at once.
    static let pieceLength = 64 * 1024

    private struct State {
        var piece: ArraySlice<UInt8> = []
        var isReading = false
        /// What the last read came to, when nothing comes after it.
        var end: Result<Void, any Error>?
        /// To be called when there is something to take.
        var resume: (@Sendable () -> Void)?

        var isReady: Bool { !piece.isEmpty || end != nil }
    }

    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "APIService.body")
    private let next: @Sendable () throws -> [UInt8]?

    /// - Parameter next: the next piece, nil at the end; called for one at a time, and not after the end or an error.
    init(_ next: @escaping @Sendable () throws -> [UInt8]?) {
        self.next = next
    }

    func read(into buffer: inout [UInt8], limit: Int) throws -> HTTPBodyProgress {
        let (taken, progress, reads) = try state.withLock { state -> (ArraySlice<UInt8>, HTTPBodyProgress, Bool) in
            let taken = state.piece.prefix(limit)
            state.piece = state.piece.dropFirst(taken.count)
            if !state.piece.isEmpty { return (taken, .more, false) }
            if let end = state.end {
                try end.get()
                return (taken, .finished, false)
            }
            let reads = !state.isReading
            state.isReading = true
            return (taken, .later { self.call($0) }, reads)
        }
        buffer += taken
        if reads { queue.async { self.readOn() } }
        return progress
    }

    private func readOn() {
        let outcome = Result { try next() }
        let resume = state.withLock { state in
            state.isReading = false
            switch outcome {
            case .success(let piece?): state.piece = piece[...]
            case .success(nil): state.end = .success(())
            case .failure(let error): state.end = .failure(error)
            }
            return state.isReady ? state.resume.take() : nil
        }
        resume?()
    }

    private func call(_ resume: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            state.resume = state.isReady ? nil : resume
            return state.isReady
        }
        if isReady { resume() }
    }
}
