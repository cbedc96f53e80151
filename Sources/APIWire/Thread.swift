import CSupport

/// A thread of the engine's own.
// SAFETY: the C handle is locked inside, and freed once.
@safe final class Thread: @unchecked Sendable {
    private let raw: OpaquePointer

    /// Runs `body` on a new thread, named for debuggers.
    init(name: String, _ body: @escaping @Sendable () -> Void) throws(WireError) {
        let box = unsafe Unmanaged.passRetained(Body(run: body))
        var error: Int32 = 0
        let raw = unsafe name.withCString { name in
            unsafe cs_thread_start(
                name,
                { context in
                    let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
                    body.run()
                },
                box.toOpaque(),
                &error
            )
        }
        guard let raw = unsafe raw else {
            unsafe box.release()
            throw WireError(systemError: error)
        }
        unsafe self.raw = raw
    }

    deinit { unsafe cs_thread_free(raw) }

    /// Waits until the body has returned; not to be called from it.
    func wait() { unsafe cs_thread_wait(raw) }

    /// A number for the calling thread: not 0, no other live thread's.
    static var current: UInt64 { cs_thread_current() }

    private final class Body {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
