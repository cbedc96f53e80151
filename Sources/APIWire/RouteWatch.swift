import CSupport

/// Hears from the kernel when links, addresses or routes of this machine change (rtnetlink(7)).
///
/// A thread of its own waits, without any polling, until ``stop()`` or the end of the last reference.
package final class RouteWatch: Sendable {
    private let wake: WakeSignal
    // Kept so that it is freed with the watch; it ends by itself.
    private let thread: Thread

    /// Begins to listen.
    ///
    /// - Parameter onChange: called on the watch's thread once for all that came together; it may stop the watch, and
    ///   may be called once more after that.
    /// - Throws: the system's error, when it offers no such news.
    package init(onChange: @escaping @Sendable () -> Void) throws(WireError) {
        var descriptor: Int32 = -1
        var error: Int32 = 0
        guard unsafe cs_route_watch_open(&descriptor, &error) == .ok else { throw WireError(systemError: error) }
        let socket = StreamSocket(descriptor: descriptor)
        let wake = try WakeSignal()
        thread = try Thread(name: "route watch") { Self.listen(on: socket, until: wake, onChange) }
        self.wake = wake
    }

    deinit { wake.signal() }

    /// Ends the listening.
    ///
    /// From any thread, any number of times.
    package func stop() { wake.signal() }

    private static func listen(on socket: StreamSocket, until wake: WakeSignal, _ onChange: () -> Void) {
        defer { socket.close() }
        while case .ready? = try? Poll.wait(socket, .read, wake: wake, until: nil) {
            switch drain(socket) {
            case .ok: onChange()
            case .wantInput: continue
            default: return
            }
        }
    }

    private static func drain(_ socket: StreamSocket) -> cs_status {
        socket.withDescriptor { descriptor in
            var error: Int32 = 0
            return unsafe cs_route_watch_drain(descriptor, &error)
        } ?? .closed
    }
}
