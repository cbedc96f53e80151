import APIWire

/// A failure inside an exchange, before what was sent and received is added to make a ``TransportError`` of it.
struct Fault: Error {
    var kind: TransportError.Kind
    /// The step, where it is not simply the one the exchange is in.
    var phase: TransportError.Phase?
    var message: String

    init(_ kind: TransportError.Kind, _ message: String, phase: TransportError.Phase? = nil) {
        self.kind = kind
        self.phase = phase
        self.message = message
    }

    init(_ fault: ResponseFault) {
        self.init(fault.kind, fault.message)
    }

    init(_ fault: ContentFault) {
        self.init(fault.kind, fault.message, phase: .decode)
    }

    /// The same, in this phase where it names none.
    func within(_ phase: TransportError.Phase) -> Fault {
        Fault(kind, message, phase: self.phase ?? phase)
    }

    /// A file of the caller's that could not be read or written.
    init(file error: WireError, _ path: String, _ action: String, phase: TransportError.Phase = .file) {
        self.init(.file, "The file \(path) could not be \(action) (\(error.summary)).", phase: phase)
    }

    init(_ error: TLSError) {
        let kind: TransportError.Kind =
            switch error.kind {
            case .certificateExpired: .certificateExpired
            case .certificateNotYetValid: .certificateNotYetValid
            case .certificateHostMismatch: .certificateHostMismatch
            case .certificateSelfSigned: .certificateSelfSigned
            case .certificateUntrusted: .certificateUntrusted
            case .certificateInvalid: .certificateInvalid
            case .pinMismatch: .pinMismatch
            case .roots, .identity: .configuration
            case .handshake, .alert, .protocolViolation, .outOfMemory: .tlsHandshake
            }
        self.init(kind, "TLS failed: \(error.detail).", phase: error.kind == .identity ? .file : .tls)
    }
}

extension WireError {
    /// A few words for a message: the kind, and the detail where there is one.
    var summary: String {
        detail.isEmpty ? "\(code)" : detail
    }
}
