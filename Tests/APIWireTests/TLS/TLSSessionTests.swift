import APIWire
import TestSupport
import Testing

@Suite struct `A TLS client session` {
    static let long = (0..<20_000).map { "line \($0)\n" }.joined()

    @Test(arguments: [(TLSServerOptions.Version.tls12, "TLSv1.2"), (.tls13, "TLSv1.3")])
    func `carries a request and its answer to the peer's goodbye`(version: TLSServerOptions.Version, text: String)
        throws
    {
        let server = try ScriptedServer.tls(.init(only: version), [.send(Self.long), .close])
        let client = try TLSClient(to: server)
        try client.handshake()
        #expect(client.session.version == text)
        #expect(client.session.cipher.contains("AES") || client.session.cipher.contains("CHACHA"))
        #expect(client.session.alpn == nil)
        #expect(!client.session.isResumed)
        #expect(client.session.peerCertificateDER().map { $0.prefix(2) } == [0x30, 0x82])
        try client.send(ScriptedServer.request)
        #expect(try client.receiveAll() == Self.long)
        #expect(client.session.sawCloseNotify)
        #expect(client.session.pendingOutput == 0)
    }

    @Test(arguments: [1, 2, 3, 5, 16, 1000, 16_405], [1, 7, 16_384, 100_000])
    func `gives the same wherever its input is cut and however little room there is`(input: Int, output: Int) throws {
        let answer = min(input, output) < 100 ? String(Self.long.prefix(3000)) : Self.long
        for version in [TLSServerOptions.Version.tls12, .tls13] {
            let server = try ScriptedServer.tls(.init(only: version), [.send(answer), .close])
            let client = try TLSClient(to: server)
            client.inputSize = input
            client.outputSize = output
            try client.handshake()
            try client.send(ScriptedServer.request)
            let received = try client.receiveAll()
            #expect(received == answer)
            #expect(client.session.sawCloseNotify)
        }
    }

    @Test func `says when there was no goodbye`() throws {
        let server = try ScriptedServer.tls(.init(), [.send("half"), .closeWithoutNotify])
        let client = try TLSClient(to: server)
        try client.handshake()
        try client.send(ScriptedServer.request)
        #expect(try client.receiveAll() == "half")
        #expect(!client.session.sawCloseNotify)
    }

    @Test func `goes on after the peer has changed its keys`() throws {
        let server = try ScriptedServer.tls(
            .init(only: .tls13),
            [.send("before "), .updateKeys, .send("after"), .close]
        )
        let client = try TLSClient(to: server)
        try client.handshake()
        try client.send(ScriptedServer.request)
        #expect(try client.receiveAll() == "before after")
    }

    @Test func `agrees on a protocol`() throws {
        let server = try ScriptedServer.tls(.init(protocols: ["http/1.1"]), [.close])
        var options = TLSOptions.trustingTests
        options.alpn = ["h2", "http/1.1"]
        let client = try TLSClient(to: server, options)
        try client.handshake()
        #expect(client.session.alpn == "http/1.1")
    }

    @Test func `sends a megabyte that nobody flushed, and no more`() throws {
        let server = try ScriptedServer.tls(.init(), [.close])
        let client = try TLSClient(to: server)
        try client.handshake()
        let piece = [UInt8](repeating: 0, count: 65_536)
        var count = 0
        var failure: TLSError?
        while failure == nil, count < 100 {
            do throws(TLSError) {
                try client.session.send(piece.span)
                count += 1
            } catch {
                failure = error
            }
        }
        #expect(count == 15)
        #expect(failure?.kind == .protocolViolation)
        let pending = client.session.pendingOutput
        #expect(pending > 15 * 65_536)
        try client.flush()
        #expect(client.session.pendingOutput == 0)
        #expect(client.session.flush(to: client.socket) == .bytes(0))
        try client.session.send(piece.span)
    }

    @Test func `tells the peer goodbye`() async throws {
        let server = try ScriptedServer.tls(.init(), [.drain])
        let client = try TLSClient(to: server)
        try client.handshake()
        client.session.close()
        #expect(client.session.pendingOutput > 0)
        try client.flush()
        client.socket.close()
        let events = try await server.endedConnections(atLeast: 1)
        #expect(events.failures == [])
    }

    @Test func `says no goodbye before there was a handshake`() throws {
        let session = try TLSSession(TLSContext(.trustingTests), name: "localhost")
        session.close()
        #expect(session.pendingOutput == 0)
    }
}

@Suite struct `A TLS session with a hostile peer` {
    /// What comes instead of a handshake, and how long the alert is: to what is no TLS at all none is sent.
    static let strange: [([UInt8], alert: Int)] = [
        (Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), 0),
        ([UInt8](repeating: 0, count: 100), 0),
        ([0x17, 3, 3, 0, 2, 1, 2], 7),
        ([0x16, 3, 3, 0, 5, 99, 0, 0, 1, 0], 7),
        ([0x16, 3, 3, 0xff, 0xff, 2, 0, 0, 1, 0], 7),
    ]

    @Test(arguments: strange)
    func `fails in the handshake and leaves an alert to send`(bytes: [UInt8], alert: Int) throws {
        let session = try TLSSession(TLSContext(.trustingTests), name: "localhost")
        var consumed = 0
        #expect(try session.handshake(Span(), consumed: &consumed) == .wantsInput)
        let (here, there) = try StreamSocket.pair()
        _ = session.flush(to: here)
        #expect(session.pendingOutput == 0)
        #expect(there.readText()?.isEmpty == false)
        do throws(TLSError) {
            _ = try session.handshake(bytes.span, consumed: &consumed)
            Issue.record("took it for TLS")
        } catch {
            #expect(error.kind == .handshake)
            #expect(!error.detail.isEmpty)
        }
        #expect(session.pendingOutput == alert)
    }

    @Test func `refuses a record that was tampered with`() throws {
        let record: [UInt8] = [0x17, 3, 3, 0, 32] + [UInt8](repeating: 0x5a, count: 32)
        let server = try ScriptedServer.tls(.init(), [.send("good"), .sendRaw(record), .close])
        let client = try TLSClient(to: server)
        try client.handshake()
        try client.send(ScriptedServer.request)
        let error = #expect(throws: TLSError.self) { try client.receiveAll() }
        #expect(error?.kind == .protocolViolation)
    }

    @Test func `is told of its refusal`() throws {
        let server = try ScriptedServer.tls(.init(only: .tls13), [.close])
        var options = TLSOptions.trustingTests
        options.maximumVersion = .v1_2
        let client = try TLSClient(to: server, options)
        let error = #expect(throws: TLSError.self) { try client.handshake() }
        #expect(error?.kind == .alert)
    }

    @Test func `fails when the handshake ends in the middle`() throws {
        let server = try ScriptedServer(.init()) { connection in
            _ = try connection.perform([.closeWithoutNotify])
        }
        let client = try TLSClient(to: server)
        var consumed = 0
        #expect(try client.session.handshake(Span(), consumed: &consumed) == .wantsInput)
        #expect(!client.session.sawCloseNotify)
    }
}
