import CSupport

/// What the TLS sessions of one trust setting share. The roots are read when it is made.
// SAFETY: after init the C handle does not change but for what OpenSSL locks and counts inside.
@safe package final class TLSContext: @unchecked Sendable {
    let raw: OpaquePointer

    /// Reads the roots and the client's certificate.
    ///
    /// - Throws: `.roots`, `.identity`, `.handshake` for versions, protocols or pins that cannot be, `.outOfMemory`.
    package init(_ options: TLSOptions) throws(TLSError) {
        guard let raw = unsafe cs_tls_context_new() else { throw TLSError(.outOfMemory) }
        unsafe self.raw = raw
        unsafe cs_tls_context_set_verifies(raw, options.verifiesPeer)
        let (minimum, maximum) = (cs_tls_version(options.minimumVersion), cs_tls_version(options.maximumVersion))
        try check(unsafe cs_tls_context_set_versions(raw, minimum, maximum), else: .handshake)
        guard options.pins.allSatisfy({ $0.count == 32 }) else {
            throw TLSError(.handshake, "a pin is not 32 bytes long")
        }
        let pins = options.pins.flatMap(\.self)
        try check(unsafe cs_tls_context_set_pins(raw, pins.span), else: .handshake)
        try setProtocols(options.alpn)
        if options.verifiesPeer { try add(options.roots) }
        if let identity = options.clientCertificate { try setIdentity(identity) }
    }

    deinit { unsafe cs_tls_context_free(raw) }

    private func setProtocols(_ names: [String]) throws(TLSError) {
        var list: [UInt8] = []
        for name in names {
            guard let length = UInt8(exactly: name.utf8.count) else {
                throw TLSError(.handshake, "the name of a protocol is too long")
            }
            list.append(length)
            list += name.utf8
        }
        try check(unsafe cs_tls_context_set_protocols(raw, list.span), else: .handshake)
    }

    private func setIdentity(_ identity: TLSIdentity) throws(TLSError) {
        let status = unsafe cs_tls_context_set_identity(
            raw,
            identity.certificateChain.span,
            identity.key.span,
            identity.passphrase.span
        )
        try check(status, else: .identity)
    }

    private func add(_ roots: TLSRoots) throws(TLSError) {
        switch roots {
        case .system: try addSystemRoots()
        case .pem(let bytes): try check(unsafe cs_tls_context_add_roots(raw, bytes.span), else: .roots)
        case .file(let path): try read(.file(path))
        case .directory(let path): try read(.folder(path))
        }
    }

    private func addSystemRoots() throws(TLSError) {
        let system = SystemRoots(environment: Environment.value)
        for place in system.named { try read(place) }
        guard system.named.isEmpty else { return }
        for place in SystemRoots.usual where status(of: place) == .ok { return }
        let tried = SystemRoots.usual.map(\.path).joined(separator: ", ")
        throw TLSError(.roots, "no trusted certificates found; tried \(tried)")
    }

    private func read(_ place: SystemRoots.Place) throws(TLSError) {
        try check(status(of: place), else: .roots, ": \(place.path)")
    }

    private func status(of place: SystemRoots.Place) -> cs_status {
        let path = place.path
        guard !path.utf8.contains(0) else { return .invalid }
        return switch place {
        case .file: unsafe cs_tls_context_add_roots_file(raw, path)
        case .folder: unsafe cs_tls_context_add_roots_folder(raw, path)
        }
    }

    private func check(_ status: cs_status, else kind: TLSError.Kind, _ more: String = "") throws(TLSError) {
        switch status {
        case .ok: return
        case .noMemory: throw TLSError(.outOfMemory)
        default: throw TLSError(kind, unsafe String(cString: cs_tls_context_text(raw)) + more)
        }
    }
}

extension cs_tls_version {
    fileprivate init(_ version: TLSOptions.Version) {
        self =
            switch version {
            case .v1_2: .tls1_2
            case .v1_3: .tls1_3
            }
    }
}
