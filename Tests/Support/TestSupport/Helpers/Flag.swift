internal import CTestTLS

/// A descriptor that becomes readable once and stays so: what the servers' threads wait on beside their sockets.
final class Flag: Sendable {
    let descriptor: Int32

    init() {
        descriptor = ct_flag_new()
        precondition(descriptor >= 0, "no descriptor is left for a flag")
    }

    deinit {
        ct_close(descriptor)
    }

    func set() {
        ct_flag_set(descriptor)
    }

    /// Blocks until this flag is set; false when `stop` came first.
    func wait(orUntil stop: Flag) -> Bool {
        ct_flag_wait(descriptor, stop.descriptor)
    }

    /// Blocks for so long; false when this flag was set meanwhile.
    func pause(milliseconds: Int32) -> Bool {
        ct_pause(descriptor, milliseconds)
    }
}
