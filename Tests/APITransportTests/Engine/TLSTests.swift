import APITransport
import TestSupport
import Testing

private func trustingClient(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    configuration.tls.roots = .pem(Array(TestCertificates.authority.certificatePEM.utf8))
    change(&configuration)
    return HTTPClient(configuration)
}

private let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

private func server(_ identity: TestIdentity, answers: Int = 1) throws -> ScriptedServer {
    try ScriptedServer.serving(
        Array(repeating: hello, count: answers),
        .init(tls: TLSServerOptions(identity))
    )
}

@Suite struct `A request over TLS` {
    @Test(arguments: Way.allCases) func `reaches a server whose certificate is in order`(way: Way) async throws {
        let server = try server(TestCertificates.valid)
        let answer = try await way.get(server.url(host: "localhost"), over: trustingClient())
        #expect(answer.body == Array("hello".utf8))
        #expect(answer.metrics.tlsVersion == "TLSv1.3")
        #expect(answer.metrics.tls > .zero)
    }

    @Test func `reaches an address that the certificate names`() async throws {
        let server = try server(TestCertificates.valid)
        #expect(try await Way.async.get(server.url(host: "127.0.0.1"), over: trustingClient()).status == 200)
    }

    @Test(arguments: [
        (TestCertificates.expired, TransportError.Kind.certificateExpired),
        (TestCertificates.notYetValid, .certificateNotYetValid),
        (TestCertificates.wrongHost, .certificateHostMismatch),
        (TestCertificates.commonNameOnly, .certificateHostMismatch),
        (TestCertificates.selfSigned, .certificateSelfSigned),
        (TestCertificates.untrusted, .certificateUntrusted),
    ])
    func `refuses each bad certificate for its own reason`(
        identity: TestIdentity,
        kind: TransportError.Kind
    ) async throws {
        for way in [Way.async, .blocking] {
            let server = try server(identity)
            let error = await #expect(throws: TransportError.self) {
                try await way.get(server.url(host: "localhost"), over: trustingClient())
            }
            #expect(error?.kind == kind)
            #expect(error?.phase == .tls)
            #expect(error?.requestSent == false)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func `accepts a bad certificate only from a client that was told not to look`() async throws {
        let server = try server(TestCertificates.selfSigned)
        let client = trustingClient { $0.tls.verifiesPeer = false }
        #expect(try await Way.async.get(server.url(host: "localhost"), over: client).status == 200)
    }

    @Test func `says which setting is wrong when there are no roots`() async throws {
        let client = trustingClient { $0.tls.roots = .file("/nonexistent/roots.pem") }
        let server = try server(TestCertificates.valid)
        let error = await #expect(throws: TransportError.self) {
            try await Way.async.get(server.url(host: "localhost"), over: client)
        }
        #expect(error?.kind == .configuration)
    }

    @Test(arguments: [Way.async, .blocking])
    func `goes on with an earlier session on a new connection`(way: Way) async throws {
        let server = try server(TestCertificates.valid, answers: 2)
        let client = trustingClient { $0.maximumIdleConnectionsPerOrigin = 0 }
        let first = try await way.get(server.url(host: "localhost"), over: client)
        let second = try await way.get(server.url(host: "localhost"), over: client)
        #expect(!first.metrics.isResumed)
        #expect(second.metrics.isResumed)
        #expect(!second.metrics.isReused)
    }

    @Test func `shows its certificate to a server that asks`() async throws {
        var options = TLSServerOptions(TestCertificates.valid)
        options.clientAuthority = TestCertificates.authority
        let server = try ScriptedServer.serving([hello], .init(tls: options))
        let client = trustingClient {
            $0.tls.identity = TLSSettings.Identity(
                certificateChain: Array(TestCertificates.client.chainPEM.utf8),
                privateKey: Array(TestCertificates.client.keyPEM.utf8)
            )
        }
        #expect(try await Way.async.get(server.url(host: "localhost"), over: client).status == 200)
    }

    @Test func `does not take a body for complete that ends without close_notify`() async throws {
        let head = "HTTP/1.1 200 OK\r\n\r\nhello"
        let options = ScriptedServer.Options(tls: TLSServerOptions(TestCertificates.valid))
        let cut = try ScriptedServer(options) { _ in [.send(head), .closeWithoutNotify] }
        let error = await #expect(throws: TransportError.self) {
            try await Way.async.get(cut.url(host: "localhost"), over: trustingClient())
        }
        #expect(error?.kind == .incompleteBody)
        #expect(error?.partial?.body == Array("hello".utf8))

        let whole = try ScriptedServer(options) { _ in [.send(head), .close] }
        let answer = try await Way.async.get(whole.url(host: "localhost"), over: trustingClient())
        #expect(answer.body == Array("hello".utf8))
    }
}
