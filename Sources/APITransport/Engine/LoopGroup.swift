import APIWire
import Synchronization

/// One loop thread and what belongs to it.
final class LoopContext: Sendable {
    let loop: EventLoop
    let executor: LoopExecutor
    let buffers = Mutex(ReadBuffers())

    init(number: Int) throws(WireError) {
        loop = try EventLoop(name: "http-\(number)")
        executor = LoopExecutor(loop: loop)
        try loop.start()
    }
}

/// The loops of an engine.
///
/// They are started on first use; a client that is only used by blocking calls has none.
final class LoopGroup: Sendable {
    private struct State {
        var contexts: [LoopContext] = []
        var next = 0
        var isStopped = false
    }

    private let count: Int
    private let state = Mutex(State())

    init(count: Int) {
        self.count = max(1, count)
    }

    /// The next loop in turn.
    ///
    /// `started` is called for the first loop, when it has just been started.
    func next(started: (LoopContext) -> Void) throws(WireError) -> LoopContext {
        let (context, isFirst) = try state.withLock { state throws(WireError) -> (LoopContext, Bool) in
            if state.isStopped { throw WireError(.closed) }
            var isFirst = false
            if state.contexts.count < count {
                isFirst = state.contexts.isEmpty
                state.contexts.append(try LoopContext(number: state.contexts.count))
            }
            state.next = (state.next + 1) % state.contexts.count
            return (state.contexts[state.next], isFirst)
        }
        if isFirst { started(context) }
        return context
    }

    /// The first loop if there is one.
    var first: LoopContext? {
        state.withLock { $0.contexts.first }
    }

    /// Whether the calling thread is one of the loops'.
    var isCurrent: Bool {
        state.withLock { $0.contexts }.contains { $0.loop.isCurrent }
    }

    /// Runs what was posted, then ends the threads.
    func stop() {
        let contexts = state.withLock { state in
            state.isStopped = true
            defer { state.contexts = [] }
            return state.contexts
        }
        for context in contexts { context.loop.stop() }
    }
}
