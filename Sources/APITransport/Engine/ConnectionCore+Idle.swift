import APIWire

extension ConnectionCore {
    /// Looks at a connection that nobody watched while it was idle.
    ///
    /// False: it was closed, or the server said something nobody had asked for.
    mutating func isStillUsable(_ wire: inout [UInt8], _ plain: inout [UInt8]) -> Bool {
        guard case .idle = stage else { return false }
        while true {
            var target = wire.mutableSpan
            switch socket.read(into: &target) {
            case .wouldBlock: return true
            case .bytes(let count):
                guard staysIdle(after: count, &wire, &plain) else { return false }
            case .end, .failed: return false
            }
        }
    }

    /// Over TLS an idle connection may carry session tickets; anything else is the end of it.
    func staysIdle(after count: Int, _ wire: inout [UInt8], _ plain: inout [UInt8]) -> Bool {
        guard let tls, case .idle = stage else { return false }
        var consumed = 0
        var produced = 0
        do {
            var decrypted = plain.mutableSpan
            let status = try tls.receive(
                wire.span.extracting(0..<count),
                consumed: &consumed,
                into: &decrypted,
                produced: &produced
            )
            return status == .wantsInput && produced == 0
        } catch {
            return false
        }
    }

    /// Says goodbye as far as that needs no waiting.
    mutating func close() {
        stage = .closed
        guard let tls, writeFailure == nil else { return }
        tls.close()
        // Best effort: a peer that does not take it sees the connection end.
        _ = tls.flush(to: socket)
    }
}
