import APIWire
import Glibc
import TestSupport
import Testing

@Suite struct `Roots for TLS` {
    static let pem = TestCertificates.authority.certificatePEM

    static func handshake(_ roots: TLSRoots) throws {
        let server = try ScriptedServer.tls(.init(), [.close])
        try TLSClient(to: server, TLSOptions(roots: roots)).handshake()
    }

    @Test func `are read from text, a file and a folder of hashes`() throws {
        let folder = try TemporaryDirectory()
        let file = try folder.write(
            "a comment\n" + TestCertificates.strangeAuthority.certificatePEM + Self.pem,
            to: "bundle.pem"
        )
        try Self.handshake(.pem(Array((TestCertificates.strangeAuthority.certificatePEM + Self.pem).utf8)))
        try Self.handshake(.file(file))
        let hashed = try TemporaryDirectory()
        try hashed.write(Self.pem, to: "root.pem")
        #expect(unsafe pclose(popen("openssl rehash '\(hashed.path)'", "r")) == 0)
        try Self.handshake(.directory(hashed.path))
    }

    @Test func `of the machine do not include the tests' own`() throws {
        let error = #expect(throws: TLSError.self) { try Self.handshake(.system) }
        #expect(error?.kind == .certificateUntrusted)
    }

    static let unreadable: [TLSRoots] = [
        .pem([]), .pem(Array("no certificate".utf8)), .file("/nonexistent/ca.pem"), .file("/dev/null"), .file("a\0b"),
        .directory("/nonexistent"), .directory("/"),
        .pem(Array((pem + "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n").utf8)),
    ]

    @Test(arguments: unreadable)
    func `that cannot be read are an error of their own`(roots: TLSRoots) {
        let error = #expect(throws: TLSError.self) { _ = try TLSContext(TLSOptions(roots: roots)) }
        #expect(error?.kind == .roots)
        #expect(error?.detail.isEmpty == false)
    }

    @Test func `are not read when nobody is verified`() throws {
        _ = try TLSContext(TLSOptions(roots: .file("/nonexistent/ca.pem"), verifiesPeer: false))
    }
}

@Suite struct `Settings for TLS` {
    @Test func `that cannot be are refused`() {
        let bad: [TLSOptions] = [
            TLSOptions(roots: .system, minimumVersion: .v1_3, maximumVersion: .v1_2), TLSOptions(alpn: [""]),
            TLSOptions(alpn: [String(repeating: "a", count: 256)]), TLSOptions(pins: [[1, 2, 3]]),
        ]
        for options in bad { #expect(throws: TLSError.self) { _ = try TLSContext(options) } }
    }
}

@Suite struct `A TLS client's certificate` {
    static func identity(_ key: String, passphrase: String = "") -> TLSIdentity {
        TLSIdentity(
            certificateChain: Array(TestCertificates.client.chainPEM.utf8),
            key: Array(key.utf8),
            passphrase: Array(passphrase.utf8)
        )
    }

    /// The handshake's failure, seen when it ends or when the answer is read (TLS 1.3).
    static func failure(_ identity: TLSIdentity?, _ version: TLSServerOptions.Version) throws -> TLSError.Kind? {
        var tls = TLSServerOptions(only: version)
        tls.clientAuthority = TestCertificates.authority
        let server = try ScriptedServer.tls(tls, [.send("welcome"), .close])
        var options = TLSOptions.trustingTests
        options.clientCertificate = identity
        let client = try TLSClient(to: server, options)
        do {
            try client.handshake()
            try client.send(ScriptedServer.request)
            #expect(try client.receiveAll() == "welcome")
            return nil
        } catch let error as TLSError {
            return error.kind
        }
    }

    @Test(arguments: [TLSServerOptions.Version.tls12, .tls13])
    func `is shown to a server that asks`(version: TLSServerOptions.Version) throws {
        #expect(try Self.failure(Self.identity(TestCertificates.client.keyPEM), version) == nil)
        #expect(try Self.failure(nil, version) == .alert)
    }

    @Test func `may have an encrypted key`() throws {
        let key = TestCertificates.client.keyPEM(encryptedWith: "open sesame")
        #expect(try Self.failure(Self.identity(key, passphrase: "open sesame"), .tls13) == nil)
    }

    @Test func `that cannot be used is an error of its own`() {
        let key = TestCertificates.client.keyPEM(encryptedWith: "open sesame")
        var empty = Self.identity(TestCertificates.client.keyPEM)
        empty.certificateChain = []
        let bad = [
            Self.identity(key), Self.identity(key, passphrase: "wrong"), Self.identity(""), Self.identity("no key"),
            Self.identity(TestCertificates.valid.keyPEM), empty,
        ]
        for identity in bad {
            var options = TLSOptions.trustingTests
            options.clientCertificate = identity
            let error = #expect(throws: TLSError.self) { _ = try TLSContext(options) }
            #expect(error?.kind == .identity)
        }
    }
}
