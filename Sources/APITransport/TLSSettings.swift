import APIWire

/// Whom a client trusts over TLS, and how it identifies itself.
public struct TLSSettings: Sendable {
    /// Where the roots of trust come from.
    public enum Roots: Sendable, Hashable {
        /// `SSL_CERT_FILE` and `SSL_CERT_DIR` if set, else the system's hashed folder or its bundle
        case system
        /// Certificates as PEM text
        case pem([UInt8])
        /// A PEM file
        case file(String)
        /// A folder of certificates named by their hash
        case directory(String)
    }

    /// A version of TLS.
    public enum Version: Sendable, Hashable, Comparable {
        /// TLS 1.2
        case v1_2
        /// TLS 1.3
        case v1_3
    }

    /// What a client shows a server that asks who it is.
    public struct Identity: Sendable, Hashable {
        /// The certificate and those between it and the root, as PEM text.
        public var certificateChain: [UInt8]
        /// The private key as PEM text.
        public var privateKey: [UInt8]
        /// The passphrase of the key, if it has one.
        public var passphrase: [UInt8]?

        /// An identity of its parts.
        public init(certificateChain: [UInt8], privateKey: [UInt8], passphrase: [UInt8]? = nil) {
            self.certificateChain = certificateChain
            self.privateKey = privateKey
            self.passphrase = passphrase
        }
    }

    /// The roots of trust; they are read when the client first needs them, once.
    public var roots = Roots.system
    /// Whether chain, host name and dates of the server's certificate are checked.
    ///
    /// Off means anybody can listen.
    public var verifiesPeer = true
    /// The oldest version allowed, TLS 1.2.
    public var minimumVersion = Version.v1_2
    /// The newest version allowed, TLS 1.3.
    public var maximumVersion = Version.v1_3
    /// The client's own certificate.
    public var identity: Identity?
    /// SHA-256 digests of public keys (SubjectPublicKeyInfo), one of which the server's chain must have; none: no pinning.
    public var pinnedKeys: [[UInt8]] = []

    /// Whether a new connection goes on with an earlier session of the same server, which saves most of the handshake.
    public var resumesSessions = true

    /// The system's roots, everything checked, TLS 1.2 and 1.3.
    public init() {}

    var options: TLSOptions {
        var options = TLSOptions()
        options.roots =
            switch roots {
            case .system: .system
            case .pem(let bytes): .pem(bytes)
            case .file(let path): .file(path)
            case .directory(let path): .directory(path)
            }
        options.verifiesPeer = verifiesPeer
        options.minimumVersion = minimumVersion == .v1_2 ? .v1_2 : .v1_3
        options.maximumVersion = maximumVersion == .v1_2 ? .v1_2 : .v1_3
        options.alpn = ["http/1.1"]
        options.clientCertificate = identity.map {
            TLSIdentity(certificateChain: $0.certificateChain, key: $0.privateKey, passphrase: $0.passphrase ?? [])
        }
        options.pins = pinnedKeys
        return options
    }
}
