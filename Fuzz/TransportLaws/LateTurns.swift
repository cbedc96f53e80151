import APITransport
import Dispatch
import Synchronization

/// The body of a request that is not there yet when it is asked for, given in turns.
struct LateTurns {
    enum Turn {
        case bytes
        /// Nothing yet, and no word when to ask again.
        case nothing
        /// Nothing yet; the source calls back from another thread.
        case later
        /// Nothing yet; the source calls back before it has returned.
        case laterAtOnce
        /// Nothing, ever.
        case never
    }

    private static let all: [[Turn]] = [
        [.later, .bytes, .bytes],
        [.laterAtOnce, .nothing, .bytes],
        [.bytes, .later, .bytes, .later],
        [.bytes, .never],
    ]

    /// How the body reaches the client: not late at all, from a source that can be opened once or again, or as a sequence.
    private let way: UInt8
    private let turns: [Turn]

    init(way: UInt8, turns: UInt8) {
        self.way = way & 3
        self.turns = Self.all[Int(turns & 3)]
    }

    var isLate: Bool { way != 0 }
    /// Whether the body is never there, so that only a deadline can end the request.
    var isEndless: Bool { isLate && turns.contains { $0 == .never } }
    var canBeSentAgain: Bool { way != 1 && way != 3 }

    /// A body for one request, or nil when it is not late.
    func body() -> HTTPBody? {
        switch way {
        case 1: .stream(length: nil, replayable: false) { LateSource(turns) }
        case 2: .stream(length: nil, replayable: true) { LateSource(turns) }
        case 3: .sequence(sequence())
        default: nil
        }
    }

    private func sequence() -> AsyncStream<[UInt8]> {
        AsyncStream { continuation in
            let (turns, isEndless) = (turns, isEndless)
            DispatchQueue.global().async {
                for turn in turns { continuation.yield(turn == .bytes ? LateSource.piece : []) }
                if !isEndless { continuation.finish() }
            }
        }
    }
}

private final class LateSource: HTTPBodySource, Sendable {
    static let piece = Array("late".utf8)

    private let turns: Mutex<ArraySlice<LateTurns.Turn>>

    init(_ turns: [LateTurns.Turn]) {
        self.turns = Mutex(turns[...])
    }

    func read(into buffer: inout [UInt8], limit: Int) -> HTTPBodyProgress {
        guard let turn = turns.withLock({ $0.popFirst() }) else { return .finished }
        switch turn {
        case .bytes: buffer += Self.piece.prefix(limit)
        case .nothing: break
        case .later: return .later { resume in DispatchQueue.global().async(execute: resume) }
        case .laterAtOnce: return .later { $0() }
        case .never: return .later { _ in }
        }
        return .more
    }
}
