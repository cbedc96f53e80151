import APIWire
import Foundation
import TestSupport
import Testing

@Suite struct `Trust in a TLS peer` {
    /// The kind of failure of a handshake; nil when it succeeds.
    static func outcome(
        _ identity: TestIdentity,
        _ options: TLSOptions = .trustingTests,
        name: String = "localhost"
    ) throws -> TLSError.Kind? {
        let server = try ScriptedServer.tls(.init(identity), [.close])
        let client = try TLSClient(to: server, options, name: name)
        do {
            try client.handshake()
            return nil
        } catch let error as TLSError {
            #expect(!error.detail.isEmpty)
            return error.kind
        }
    }

    static let certificates: [(TestIdentity, TLSError.Kind?)] = [
        (TestCertificates.valid, nil), (TestCertificates.viaIntermediate, nil),
        (TestCertificates.expired, .certificateExpired), (TestCertificates.notYetValid, .certificateNotYetValid),
        (TestCertificates.wrongHost, .certificateHostMismatch),
        (TestCertificates.commonNameOnly, .certificateHostMismatch),
        (TestCertificates.selfSigned, .certificateSelfSigned), (TestCertificates.untrusted, .certificateUntrusted),
    ]

    @Test(arguments: certificates.indices)
    func `depends on the certificate`(index: Int) throws {
        let (identity, expected) = Self.certificates[index]
        #expect(try Self.outcome(identity) == expected)
        var options = TLSOptions.trustingTests
        options.verifiesPeer = false
        #expect(try Self.outcome(identity, options) == nil)
    }

    @Test func `needs the intermediates`() throws {
        var tls = TLSServerOptions(TestCertificates.viaIntermediate)
        tls.sendsLeafOnly = true
        let server = try ScriptedServer.tls(tls, [.close])
        let client = try TLSClient(to: server)
        let error = #expect(throws: TLSError.self) { try client.handshake() }
        #expect(error?.kind == .certificateUntrusted)
        let pem = Array(TestCertificates.intermediate.certificatePEM.utf8)
        let trusting = try TLSClient(to: server, TLSOptions(roots: .pem(pem)))
        try trusting.handshake()
    }

    static let names: [(certified: String, asked: String, TLSError.Kind?)] = [
        ("a.test", "a.test", nil), ("a.test", "A.TEST", nil), ("a.test", "a.test.", nil), ("*.a.test", "b.a.test", nil),
        ("*.a.test", "a.test", .certificateHostMismatch), ("*.a.test", "c.b.a.test", .certificateHostMismatch),
        ("b*.a.test", "b1.a.test", .certificateHostMismatch), ("a.test", "b.a.test", .certificateHostMismatch),
        ("*.test", "a.test", .certificateHostMismatch), ("127.0.0.1", "127.0.0.1", .certificateHostMismatch),
    ]

    @Test(arguments: names)
    func `depends on the name`(certified: String, asked: String, expected: TLSError.Kind?) throws {
        let identity = TestCertificates.leaf(names: [certified], addresses: [])
        #expect(try Self.outcome(identity, name: asked) == expected)
    }

    @Test(
        arguments: [
            ("127.0.0.1", "127.0.0.1", nil), ("::1", "::1", nil), ("::1", "0:0::1", nil),
            ("fe80::1", "fe80::1%lo", nil),
            ("127.0.0.1", "127.0.0.2", .certificateHostMismatch), ("127.0.0.1", "localhost", .certificateHostMismatch),
        ] as [(String, String, TLSError.Kind?)]
    )
    func `depends on the address`(certified: String, asked: String, expected: TLSError.Kind?) throws {
        let identity = TestCertificates.leaf(names: [], addresses: [certified])
        #expect(try Self.outcome(identity, name: asked) == expected)
    }

    @Test(arguments: ["", ".", ".a.test", "a\0.test", "a%b", String(repeating: "a", count: 300)])
    func `is not asked for under a name that cannot be`(name: String) throws {
        let context = try TLSContext(.trustingTests)
        let error = #expect(throws: TLSError.self) { _ = try TLSSession(context, name: name) }
        #expect(error?.kind == .certificateHostMismatch)
    }

    /// The digest in `sha256//…`.
    static func pin(_ identity: TestIdentity) throws -> [UInt8] {
        let text = identity.pin.replacing("sha256//", with: "")
        return [UInt8](try #require(Data(base64Encoded: text)))
    }

    @Test func `may be pinned to any key of the chain`() throws {
        var options = TLSOptions.trustingTests
        let none = [UInt8](repeating: 0, count: 32)
        for identity in [TestCertificates.viaIntermediate, TestCertificates.intermediate, TestCertificates.authority] {
            options.pins = [none, try Self.pin(identity)]
            #expect(try Self.outcome(TestCertificates.viaIntermediate, options) == nil)
        }
        options.pins = [none, try Self.pin(TestCertificates.valid)]
        #expect(try Self.outcome(TestCertificates.viaIntermediate, options) == .pinMismatch)
    }

    @Test func `that is only a pin is to the peer's own key`() throws {
        var options = TLSOptions.trustingTests
        options.verifiesPeer = false
        options.pins = [try Self.pin(TestCertificates.viaIntermediate)]
        #expect(try Self.outcome(TestCertificates.viaIntermediate, options) == nil)
        options.pins = [try Self.pin(TestCertificates.intermediate)]
        #expect(try Self.outcome(TestCertificates.viaIntermediate, options) == .pinMismatch)
        options.verifiesPeer = true
        options.pins = [try Self.pin(TestCertificates.selfSigned)]
        #expect(try Self.outcome(TestCertificates.selfSigned, options) == .certificateSelfSigned)
    }
}
