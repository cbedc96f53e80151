import APITransport
import Dispatch
import Foundation
import Synchronization
import TestSupport

/// A body whose bytes come when a test gives them, by one of the ways there are.
final class LateBody: Sendable {
    enum Kind: CaseIterable {
        case descriptor, namedPipe, source, sequence
    }

    let body: HTTPBody
    private let give: @Sendable ([UInt8]?) -> Void

    /// `isReplayable`: the body of a source begins anew whenever it is opened.
    init(_ kind: Kind, isReplayable: Bool = false) throws {
        switch kind {
        case .descriptor:
            let pipe = Pipe()
            body = .descriptor(pipe.fileHandleForReading.fileDescriptor)
            give = { bytes in
                if let bytes {
                    pipe.fileHandleForWriting.write(Data(bytes))
                } else {
                    try? pipe.fileHandleForWriting.close()
                }
            }
        case .namedPipe:
            let pipe = try NamedPipe()
            body = .file(path: pipe.path)
            give = pipe.write
        case .source:
            let current = Observed(LateSource())
            body = .stream(length: nil, replayable: isReplayable) {
                let source = LateSource()
                current.update { $0 = source }
                return source
            }
            give = { current.value.give($0) }
        case .sequence:
            let (sequence, giver) = AsyncStream.makeStream(of: [UInt8].self)
            body = .sequence(sequence)
            give = { bytes in
                if let bytes { giver.yield(bytes) } else { giver.finish() }
            }
        }
    }

    func write(_ text: String) {
        give(Array(text.utf8))
    }

    func end() {
        give(nil)
    }
}

/// A source with a queue, which counts how often it is asked.
final class LateSource: HTTPBodySource, Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var hasEnded = false
        var resume: (@Sendable () -> Void)?
        var reads = 0
    }

    private let state = Mutex(State())

    var reads: Int { state.withLock { $0.reads } }

    func give(_ bytes: [UInt8]?) {
        let resume = state.withLock { state in
            if let bytes { state.bytes += bytes } else { state.hasEnded = true }
            return state.resume.take()
        }
        resume?()
    }

    func read(into buffer: inout [UInt8], limit: Int) -> HTTPBodyProgress {
        state.withLock { state in
            state.reads += 1
            let piece = state.bytes.prefix(limit)
            state.bytes.removeFirst(piece.count)
            buffer += piece
            if !state.bytes.isEmpty { return .more }
            return state.hasEnded ? .finished : .later { self.wait($0) }
        }
    }

    private func wait(_ resume: @escaping @Sendable () -> Void) {
        let isReady = state.withLock { state in
            let isReady = !state.bytes.isEmpty || state.hasEnded
            if !isReady { state.resume = resume }
            return isReady
        }
        if isReady { resume() }
    }
}
