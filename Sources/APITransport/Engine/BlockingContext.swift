import APIWire
import Synchronization

/// What a caller that blocks needs for the time of its request: something to wake it by, and memory to read into.
final class BlockingContext: Sendable {
    /// Nil when no descriptor could be had; the call fails then.
    let wake: WakeSignal?
    let buffers = Mutex(ReadBuffers())

    init() {
        wake = try? WakeSignal()
    }
}

/// Contexts that were used before; a few are kept, since making one costs a descriptor and some memory.
final class BlockingContexts: Sendable {
    private static let kept = 4
    private let free = Mutex<[BlockingContext]>([])

    func take() -> BlockingContext {
        let known = free.withLock { $0.popLast() }
        guard let known else { return BlockingContext() }
        known.wake?.reset()
        return known
    }

    func giveBack(_ context: BlockingContext) {
        guard context.wake != nil else { return }
        free.withLock { free in
            if free.count < Self.kept { free.append(context) }
        }
    }
}
