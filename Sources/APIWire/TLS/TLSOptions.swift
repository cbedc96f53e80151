/// Whose certificates a TLS client believes.
package enum TLSRoots: Sendable, Hashable {
    /// Those of the machine: `SSL_CERT_FILE` and `SSL_CERT_DIR` if set, else the folder or the bundle that the
    /// distribution keeps.
    case system
    /// Certificates as PEM text.
    case pem([UInt8])
    /// A file of such text.
    case file(String)
    /// A folder in which each certificate is named by its hash, as `openssl rehash` does.
    case directory(String)
}

/// Who a TLS client is, for servers that ask.
package struct TLSIdentity: Sendable, Hashable {
    /// The client's certificate and those between it and a root, as PEM text.
    package var certificateChain: [UInt8]
    /// Its private key as PEM text.
    package var key: [UInt8]
    /// What the key is encrypted with; empty when it is not.
    package var passphrase: [UInt8]

    package init(certificateChain: [UInt8], key: [UInt8], passphrase: [UInt8] = []) {
        self.certificateChain = certificateChain
        self.key = key
        self.passphrase = passphrase
    }
}

/// How TLS clients are to trust and to speak.
package struct TLSOptions: Sendable, Hashable {
    package enum Version: Sendable, Hashable {
        case v1_2
        case v1_3
    }

    package var roots: TLSRoots
    /// Without this any certificate for any name is taken.
    package var verifiesPeer: Bool
    package var minimumVersion: Version
    package var maximumVersion: Version
    /// The protocols to offer, the best first (RFC 7301).
    package var alpn: [String]
    package var clientCertificate: TLSIdentity?
    /// SHA-256 digests of public keys (SPKI).
    ///
    /// One must be that of a certificate in the verified chain, or of the peer's own when it is not verified; none
    /// given, none asked for.
    package var pins: [[UInt8]]

    package init(
        roots: TLSRoots = .system,
        verifiesPeer: Bool = true,
        minimumVersion: Version = .v1_2,
        maximumVersion: Version = .v1_3,
        alpn: [String] = [],
        clientCertificate: TLSIdentity? = nil,
        pins: [[UInt8]] = []
    ) {
        self.roots = roots
        self.verifiesPeer = verifiesPeer
        self.minimumVersion = minimumVersion
        self.maximumVersion = maximumVersion
        self.alpn = alpn
        self.clientCertificate = clientCertificate
        self.pins = pins
    }
}
