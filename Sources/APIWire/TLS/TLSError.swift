import CSupport

/// Why a TLS session, or what it needs, failed.
package struct TLSError: Error, Equatable, Sendable {
    package enum Kind: Sendable {
        /// The two could not agree, or the peer does not speak TLS.
        case handshake
        case certificateExpired
        case certificateNotYetValid
        case certificateHostMismatch
        case certificateSelfSigned
        case certificateUntrusted
        case certificateInvalid
        case pinMismatch
        /// The peer has refused.
        case alert
        /// After the handshake: something came that TLS does not allow.
        case protocolViolation
        /// The roots cannot be read, or there are none.
        case roots
        /// The client's certificate or key cannot be used.
        case identity
        case outOfMemory
    }

    package let kind: Kind
    /// A few words more, without secrets.
    package let detail: String

    package init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }
}

extension TLSError.Kind {
    init(_ failure: cs_tls_failure) {
        self =
            switch failure {
            case .none, .handshake: .handshake
            case .alert: .alert
            case .protocol: .protocolViolation
            case .certificateExpired: .certificateExpired
            case .certificateNotYetValid: .certificateNotYetValid
            case .certificateHostMismatch: .certificateHostMismatch
            case .certificateSelfSigned: .certificateSelfSigned
            case .certificateUntrusted: .certificateUntrusted
            case .certificateInvalid: .certificateInvalid
            case .pinMismatch: .pinMismatch
            case .noMemory: .outOfMemory
            }
    }
}
