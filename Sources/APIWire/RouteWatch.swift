import CSupport

/// Hears from the kernel when links, addresses or routes of this machine change (rtnetlink(7)).
///
/// A thread of its own waits, without any polling, until ``stop()`` or the end of the last reference.
package final class RouteWatch: Sendable {
    package typealias Opening = @Sendable () throws(WireError) -> StreamSocket

    /// Between two attempts to listen again.
    private static let pause = Duration.seconds(1)

    private let wake: WakeSignal
    // Kept so that it is freed with the watch; it ends by itself.
    private let thread: Thread

    /// Begins to listen.
    ///
    /// - Parameter onChange: called on the watch's thread once for all that came together; it may stop the watch, and
    ///   may be called once more after that.
    /// - Throws: the system's error, when it offers no such news.
    package convenience init(onChange: @escaping @Sendable () -> Void) throws(WireError) {
        try self.init(opening: Self.open, onChange: onChange)
    }

    /// The same with sockets that `open` gives: the first at once, another whenever one was lost.
    package init(opening open: @escaping Opening, onChange: @escaping @Sendable () -> Void) throws(WireError) {
        let socket = try open()
        let wake = try WakeSignal()
        thread = try Thread(name: "route watch") { Self.listen(on: socket, open, until: wake, onChange) }
        self.wake = wake
    }

    /// A socket that hears of changes.
    package static func open() throws(WireError) -> StreamSocket {
        var descriptor: Int32 = -1
        try WireError.check { unsafe cs_route_watch_open(&descriptor, &$0) }
        return StreamSocket(descriptor: descriptor)
    }

    deinit { wake.signal() }

    /// Ends the listening.
    ///
    /// From any thread, any number of times.
    package func stop() { wake.signal() }

    private static func listen(
        on first: StreamSocket,
        _ open: Opening,
        until wake: WakeSignal,
        _ onChange: () -> Void
    ) {
        var socket = first
        while hear(socket, until: wake, onChange) == .lost {
            socket.close()
            guard let another = reopen(open, until: wake) else { return }
            socket = another
            // There may have been news while nobody listened.
            onChange()
        }
        socket.close()
    }

    private enum Outcome {
        case stopped, lost
    }

    /// Listens until the watch is stopped or the socket is of no more use.
    private static func hear(_ socket: StreamSocket, until wake: WakeSignal, _ onChange: () -> Void) -> Outcome {
        while true {
            switch try? Poll.wait(socket, .read, wake: wake, until: nil) {
            case .woken?: return .stopped
            case nil: return .lost
            default: break
            }
            switch drain(socket) {
            case .ok: onChange()
            case .wantInput: continue
            default: return .lost
            }
        }
    }

    /// Another socket, tried for until there is one; nil when the watch was stopped meanwhile.
    private static func reopen(_ open: Opening, until wake: WakeSignal) -> StreamSocket? {
        while true {
            if let socket = try? open() { return socket }
            if let wait = try? Poll.wait([], wake: wake, until: .now().advanced(by: pause)), wait.woken { return nil }
        }
    }

    private static func drain(_ socket: StreamSocket) -> cs_status {
        socket.withDescriptor { descriptor in
            var error: Int32 = 0
            return unsafe cs_route_watch_drain(descriptor, &error)
        } ?? .closed
    }
}
