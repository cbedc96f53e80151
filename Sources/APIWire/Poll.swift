import CSupport

/// How a wait for one socket ended.
package enum PollResult: Sendable, Equatable {
    case ready(Readiness)
    /// The input has something; perhaps the socket too.
    case inputReady
    case woken
    case timedOut
}

/// Waiting on the caller's own thread, for those who block.
package enum Poll {
    /// Waits until the socket is ready, the signal is raised, or the deadline has passed (nil: never).
    ///
    /// Without any interest the socket is left alone: one that broke would be ready all the time. `input`: something
    /// else to wait for.
    package static func wait(
        _ socket: StreamSocket,
        _ interest: Interest,
        input: InputDescriptor? = nil,
        wake: WakeSignal?,
        until deadline: Instant?
    ) throws(WireError) -> PollResult {
        var items: InlineArray<3, cs_wait_item> = [
            interest.rawValue == 0 ? none : try item(socket, interest), item(wake),
            try input.map { (input) throws(WireError) in try item(input.stream, .read) } ?? none,
        ]
        var span = items.mutableSpan
        guard try wait(&span, until: deadline) else { return .timedOut }
        if items[1].readiness != 0 { return .woken }
        if items[2].readiness != 0 { return .inputReady }
        return .ready(Readiness(rawValue: items[0].readiness))
    }

    /// The same for several sockets.
    ///
    /// - Returns: the places in `sockets` of those that are ready, and whether the signal is raised; neither when
    ///   the deadline has passed.
    package static func wait(
        _ sockets: [(StreamSocket, Interest)],
        wake: WakeSignal?,
        until deadline: Instant?
    ) throws(WireError) -> (ready: [Int], woken: Bool) {
        var items: [cs_wait_item] = []
        items.reserveCapacity(sockets.count + 1)
        for (socket, interest) in sockets { items.append(try item(socket, interest)) }
        items.append(item(wake))
        var span = items.mutableSpan
        guard try wait(&span, until: deadline) else { return ([], false) }
        let ready = sockets.indices.filter { items[$0].readiness != 0 }
        return (ready, items[sockets.count].readiness != 0)
    }

    private static func wait(
        _ items: inout MutableSpan<cs_wait_item>,
        until deadline: Instant?
    ) throws(WireError) -> Bool {
        var ready = 0
        var error: Int32 = 0
        let deadline = (deadline ?? .distantFuture).nanoseconds
        switch unsafe cs_descriptor_wait(&items, deadline, &ready, &error) {
        case .ok: return true
        case .timedOut: return false
        case .noMemory: throw WireError(.outOfMemory)
        default: throw WireError(systemError: error)
        }
    }

    private static func item(_ socket: StreamSocket, _ interest: Interest) throws(WireError) -> cs_wait_item {
        guard let descriptor = socket.withDescriptor({ $0 }) else { throw StreamSocket.closedError }
        return cs_wait_item(descriptor: descriptor, interest: interest.rawValue, readiness: 0)
    }

    private static func item(_ wake: WakeSignal?) -> cs_wait_item {
        guard let wake else { return none }
        return cs_wait_item(descriptor: wake.descriptor, interest: Interest.read.rawValue, readiness: 0)
    }

    /// A descriptor of -1 is passed over by the system.
    private static var none: cs_wait_item { cs_wait_item(descriptor: -1, interest: 0, readiness: 0) }
}
