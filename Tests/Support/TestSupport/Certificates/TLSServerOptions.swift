internal import CTestTLS

/// How a test server speaks TLS.
package struct TLSServerOptions: Sendable {
    package enum Version: Int32, Sendable {
        case tls10 = 0x0301
        case tls11 = 0x0302
        case tls12 = 0x0303
        case tls13 = 0x0304
    }

    package var identity: TestIdentity
    /// Nil: whatever OpenSSL allows.
    package var minimumVersion: Version?
    package var maximumVersion: Version?
    /// Protocols for ALPN, best first; empty: the server does not negotiate.
    package var protocols: [String] = []
    /// Whether session tickets are given out and taken back.
    package var allowsResumption = true
    /// Whether the intermediates are kept back.
    package var sendsLeafOnly = false
    /// The authority whose certificates clients must show; nil: they are not asked.
    package var clientAuthority: TestIdentity?

    package init(
        _ identity: TestIdentity = TestCertificates.valid,
        only version: Version? = nil,
        protocols: [String] = []
    ) {
        self.identity = identity
        minimumVersion = version
        maximumVersion = version
        self.protocols = protocols
    }
}

/// The settings as OpenSSL holds them, shared by a server's connections.
@safe final class TLSServerContext: Sendable {
    // SAFETY: OpenSSL counts references to it and locks within; it is not changed once made.
    nonisolated(unsafe) let raw: OpaquePointer

    init(_ options: TLSServerOptions) {
        let protocols = options.protocols.joined(separator: ",")
        let clientAuthority = options.clientAuthority?.certificatePEM ?? ""
        let made: OpaquePointer? = unsafe protocols.withCString { protocols in
            unsafe clientAuthority.withCString { clientAuthority in
                var raw = unsafe ct_tls_options(
                    min_version: options.minimumVersion?.rawValue ?? 0,
                    max_version: options.maximumVersion?.rawValue ?? 0,
                    alpn: options.protocols.isEmpty ? nil : protocols,
                    resumption: options.allowsResumption,
                    leaf_only: options.sendsLeafOnly,
                    client_authority_pem: options.clientAuthority == nil ? nil : clientAuthority
                )
                return unsafe ct_tls_server_new(options.identity.raw, &raw)
            }
        }
        guard let made = unsafe made else { fatalError("OpenSSL refused a test server's settings") }
        unsafe raw = made
    }

    deinit {
        unsafe ct_tls_server_free(raw)
    }
}
