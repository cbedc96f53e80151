import APIWire
import TestSupport
import Testing

@Suite(.enabled(if: NginxServer.isAvailable)) struct `A TLS session with nginx` {
    static let body = (0..<50_000).map { "line \($0)\n" }.joined()
    static let request = "GET /body.txt HTTP/1.0\r\nHost: localhost\r\n\r\n"

    @Test(arguments: [(TLSServerOptions.Version.tls12, "TLSv1.2"), (.tls13, "TLSv1.3")])
    func `carries a long answer, and resumes`(version: TLSServerOptions.Version, text: String) async throws {
        let nginx = try await NginxServer(
            tls: .init(TestCertificates.viaIntermediate, only: version),
            files: ["body.txt": Array(Self.body.utf8)]
        )
        let context = try TLSContext(.trustingTests)
        var ticket: TLSTicket?
        for round in 0..<3 {
            let client = try TLSClient(TLSSession(context, name: "localhost", ticket: ticket), port: nginx.tlsPort)
            try client.handshake()
            #expect(client.session.version == text)
            #expect(client.session.isResumed == (round > 0))
            try client.send(Self.request)
            let answer = try client.receiveAll()
            #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix(Self.body))
            #expect(client.session.sawCloseNotify)
            ticket = client.session.takeTicket() ?? ticket
        }
    }

    @Test func `that got plain HTTP fails in the handshake`() async throws {
        let nginx = try await NginxServer()
        let session = try TLSSession(TLSContext(.trustingTests), name: "localhost")
        let client = try TLSClient(session, port: nginx.port)
        let error = #expect(throws: TLSError.self) { try client.handshake() }
        #expect(error?.kind == .handshake)
    }
}
