internal import Glibc

/// A thread that somebody joins.
final class ServerThread: Sendable {
    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let thread: pthread_t

    init(_ run: @escaping @Sendable () -> Void) {
        // SAFETY: the retained work goes to the new thread, which takes it back exactly once.
        let work = unsafe Unmanaged.passRetained(Work(run))
        var thread = pthread_t()
        let failure = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
                return nil
            },
            work.toOpaque()
        )
        precondition(failure == 0, "no thread could be started")
        self.thread = thread
    }

    var isCurrent: Bool { pthread_equal(thread, pthread_self()) != 0 }

    func join() {
        // Each thread is joined once, by its only owner.
        _ = pthread_join(thread, nil)
    }
}
