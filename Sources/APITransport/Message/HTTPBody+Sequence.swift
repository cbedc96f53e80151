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
    private let handover = HTTPBodyHandover()
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

extension HTTPBodyHandover {
    /// Returns when all of the piece was taken; false: nobody wants any more.
    fileprivate func give(_ piece: [UInt8]) async -> Bool {
        if piece.isEmpty { return true }
        return await withCheckedContinuation { continuation in
            give(piece) { continuation.resume(returning: $0) }
        }
    }
}
