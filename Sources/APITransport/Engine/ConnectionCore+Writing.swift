import APIWire

/// The way out: the handshake that goes before a request, what TLS makes of it, and the socket that takes it.
extension ConnectionCore {
    /// Feeds the handshake and, when it is done, sends what was waiting for it.
    ///
    /// Returns how much it consumed.
    @discardableResult
    mutating func handshake(_ tls: TLSSession, _ input: Span<UInt8>, now: Instant) throws(Fault) -> Int {
        var consumed = 0
        let status: TLSSession.HandshakeStatus
        do {
            status = try tls.handshake(input, consumed: &consumed)
        } catch {
            // The alert that tells the server why; if it cannot be sent the error is the same.
            _ = tls.flush(to: socket)
            throw Fault(error)
        }
        switch status {
        case .wantsInput:
            try flush(now: now)
        case .done:
            exchange?.handshakeTime = connectedAt.duration(to: now)
            exchange?.writingFrom = now
            exchange?.clock.handshakeEnded()
            exchange?.tls = (tls.version, tls.isResumed)
            try startWriting(now: now)
        }
        return consumed
    }

    mutating func encryptOutgoing() throws(Fault) {
        guard let tls, written < outgoing.count else { return }
        do {
            while written < outgoing.count {
                let end = min(outgoing.count, written + RequestBodyReader.pieceSize)
                try tls.send(outgoing.span.extracting(written..<end))
                encrypted += Int64(end - written)
                written = end
            }
        } catch {
            throw Fault(.closed, "TLS could not send (\(error.detail)).", phase: .send)
        }
    }

    /// A TLS failure after the handshake: the bytes that came cannot be trusted, so neither can the end of a body.
    func lost(_ error: TLSError) -> Fault {
        let kind: TransportError.Kind = error.kind == .alert ? .closed : .invalidResponse
        return Fault(kind, "TLS failed while the response was read (\(error.detail)).")
    }

    /// Writes what the kernel takes; later, when nothing is to move now.
    mutating func flush(now: Instant) throws(Fault) {
        wantsWrite = isHeld
        if wantsWrite { return }
        if writeFailure != nil { return }
        while true {
            if let transfer = writeOnce() {
                switch transfer {
                case .bytes(let count):
                    wrote(count, now: now)
                    continue
                case .wouldBlock:
                    wantsWrite = true
                case .end:
                    writingFailed(WireError(.closed))
                case .failed(let error):
                    writingFailed(error)
                }
                return
            }
            guard case .exchanging = stage, let exchange, exchange.head == nil || !exchange.holdsBody else { return }
            if exchange.body.isFinished {
                if exchange.requestEndedAt == nil {
                    exchange.requestEndedAt = now
                    exchange.clock.requestEnded(at: now)
                }
                return
            }
            if exchange.holdsBody || exchange.body.wait != nil { return }
            outgoing.removeAll(keepingCapacity: true)
            written = 0
            try appendBody(of: exchange, now: now)
            try encryptOutgoing()
        }
    }

    /// Takes the next piece of the body; when that comes later, sees to it that somebody says so.
    mutating func appendBody(of exchange: Exchange, now: Instant) throws(Fault) {
        try exchange.body.appendPiece(to: &outgoing)
        switch exchange.body.wait {
        case .call(let arm): arm { [weak transfer = exchange.transfer] in transfer?.bodyResumed() }
        case .pause(let pause): exchange.clock.bodyPauses(until: now.advanced(by: pause))
        case .input, nil: break
        }
    }

    /// There is more of the body, or its end.
    mutating func bodyGoesOn(now: Instant) {
        guard let exchange, exchange.body.wait != nil else { return }
        if exchange.body.isLate { exchange.clock.moved(at: now) }
        exchange.body.goOn()
        exchange.clock.bodyGoesOn()
        wantsWrite = true
    }

    /// All that there is of the request is on its way, and the server waits for the rest.
    var lacksBody: Bool {
        guard case .exchanging = stage, let exchange else { return false }
        return exchange.body.isLate && !wantsWrite
    }

    /// The server may have answered before it stopped reading, so the answer counts, if there is one.
    ///
    /// Where none has begun it is looked for at once, since nothing may ever come.
    private mutating func writingFailed(_ error: WireError) {
        writeFailure = error
        wantsWrite = exchange?.firstByteAt == nil
    }

    /// One system call, or nil when there is nothing to write.
    private func writeOnce() -> StreamSocket.Transfer? {
        if let tls { return tls.pendingOutput > 0 ? tls.flush(to: socket) : nil }
        guard written < outgoing.count else { return nil }
        return socket.write(outgoing.span.extracting(written..<outgoing.count))
    }

    mutating func wrote(_ count: Int, now: Instant) {
        var ofRequest = encrypted
        if tls == nil {
            written += count
            ofRequest = Int64(count)
        }
        encrypted = 0
        exchange?.sent(ofRequest, now: now)
    }
}
