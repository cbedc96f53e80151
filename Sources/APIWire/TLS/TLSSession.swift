import CSupport

/// One TLS client session over memory: it is fed what the socket gave, and flushes to a socket what the peer is to get.
///
/// It belongs to one thread at a time. After any call, one that throws included, flush what is pending.
@safe package final class TLSSession {
    package enum HandshakeStatus: Sendable {
        case wantsInput
        case done
    }

    package enum ReceiveStatus: Sendable {
        /// All of the input is used, and no plaintext is left inside.
        case wantsInput
        /// The output is full: call again with the rest of the input.
        case wantsOutput
        /// The peer has ended the session in good order.
        case closed
    }

    private let raw: OpaquePointer
    private let context: TLSContext
    private let name: String
    /// Whether the peer has said that nothing more comes: without it, what came may be cut.
    package private(set) var sawCloseNotify = false

    /// Prepares a session; nothing moves before ``handshake(_:consumed:)``.
    ///
    /// - Parameters:
    ///   - context: whom to trust.
    ///   - name: the host's name, which is sent to it and verified; or its numeric address, which is verified only.
    ///   - ticket: of an earlier session; one from another name or context is left aside.
    /// - Throws: `.certificateHostMismatch` for a name that no certificate can have, `.outOfMemory`.
    package init(_ context: TLSContext, name: String, ticket: TLSTicket? = nil) throws(TLSError) {
        guard let raw = unsafe cs_tls_new(context.raw) else { throw TLSError(.outOfMemory) }
        unsafe self.raw = raw
        self.context = context
        self.name = name
        let bytes = Array(name.utf8)
        switch unsafe cs_tls_set_peer(raw, bytes.span) {
        case .ok: break
        case .noMemory: throw TLSError(.outOfMemory)
        default: throw TLSError(.certificateHostMismatch, "no certificate can have the host's name")
        }
        if let ticket, ticket.fits(context, name) { unsafe cs_tls_set_ticket(raw, ticket.raw) }
    }

    deinit { unsafe cs_tls_free(raw) }

    /// Goes on with the handshake; call it first with nothing.
    ///
    /// `.done` may leave input, which is for ``receive(_:consumed:into:produced:)``.
    package func handshake(_ input: Span<UInt8>, consumed: inout Int) throws(TLSError) -> HandshakeStatus {
        switch unsafe cs_tls_handshake(raw, input, &consumed) {
        case .ok: .done
        case .wantInput: .wantsInput
        default: throw failure()
        }
    }

    /// Decrypts input into output.
    ///
    /// When it throws, what `produced` counts was still good.
    package func receive(
        _ input: Span<UInt8>,
        consumed: inout Int,
        into output: inout MutableSpan<UInt8>,
        produced: inout Int
    ) throws(TLSError) -> ReceiveStatus {
        consumed = 0
        produced = 0
        guard !output.isEmpty else { return .wantsOutput }
        switch unsafe cs_tls_receive(raw, input, &consumed, &output, &produced) {
        case .wantInput: return .wantsInput
        case .wantOutput: return .wantsOutput
        case .closed:
            sawCloseNotify = true
            return .closed
        default: throw failure()
        }
    }

    /// Encrypts all of `plaintext` into what is pending.
    ///
    /// - Throws: `.protocolViolation` also when a megabyte is pending already.
    package func send(_ plaintext: Span<UInt8>) throws(TLSError) {
        switch unsafe cs_tls_send(raw, plaintext) {
        case .ok: return
        case .limit: throw TLSError(.protocolViolation, "too much is waiting to be sent")
        default: throw failure()
        }
    }

    /// How many bytes wait to be flushed.
    package var pendingOutput: Int { unsafe cs_tls_pending(raw) }

    /// Writes what is pending, or as much as the socket takes at once; `.bytes(0)` when there is nothing.
    package func flush(to socket: StreamSocket) -> StreamSocket.Transfer {
        socket.transfer { unsafe cs_tls_flush(raw, $0, &$1, &$2) }
    }

    /// Makes the goodbye pending.
    package func close() { unsafe cs_tls_close(raw) }

    /// The newest ticket that came since this was last asked; each is good for one session in TLS 1.3.
    package func takeTicket() -> TLSTicket? {
        guard let ticket = unsafe cs_tls_take_ticket(raw) else { return nil }
        return unsafe TLSTicket(taking: ticket, context: context, name: name)
    }

    private func failure() -> TLSError {
        let kind = TLSError.Kind(unsafe cs_tls_failure_of(raw))
        return TLSError(kind, unsafe String(cString: cs_tls_failure_text(raw)))
    }
}

// MARK: What was agreed upon

extension TLSSession {
    /// As `TLSv1.3`.
    package var version: String { unsafe String(cString: cs_tls_version_text(raw)) }

    package var cipher: String { unsafe String(cString: cs_tls_cipher_text(raw)) }

    package var isResumed: Bool { unsafe cs_tls_is_resumed(raw) }

    /// The protocol the peer chose of those offered; nil when it chose none.
    package var alpn: String? {
        var name = [UInt8](repeating: 0, count: 255)
        var used = 0
        var span = name.mutableSpan
        guard unsafe cs_tls_protocol(raw, &span, &used) == .ok, used > 0 else { return nil }
        return String(decoding: name.prefix(used), as: UTF8.self)
    }

    /// The peer's certificate; nil before it came.
    package func peerCertificateDER() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 2048)
        for _ in 0..<2 {
            var used = 0
            var span = bytes.mutableSpan
            switch unsafe cs_tls_certificate(raw, &span, &used) {
            case .ok: return Array(bytes.prefix(used))
            case .wantOutput: bytes = [UInt8](repeating: 0, count: used)
            default: return nil
            }
        }
        return nil
    }
}
