import TestSupport
import Testing

@Suite struct `A scripted server` {
    static let answer = HTTPBytes.response(text: "hello")

    @Test func `records requests and answers each in turn`() async throws {
        let server = try ScriptedServer.serving([Self.answer, HTTPBytes.response(404, "Not Found")])
        let client = try TestStream.connect(port: server.port)
        try client.write(Array("POST /a?b=c%20d HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc".utf8))
        try client.write(Array("GET /second HTTP/1.1\r\nX-Odd:  v\r\n\r\n".utf8))
        client.endWriting()
        let received = try client.readToEnd()
        #expect(received == Self.answer + HTTPBytes.response(404, "Not Found"))

        let requests = try await server.requests(atLeast: 2)
        #expect(requests.map(\.method) == ["POST", "GET"])
        #expect(requests.map(\.path) == ["/a", "/second"])
        #expect(requests.map(\.index) == [0, 1])
        #expect(requests[0].query == [.init(name: "b", value: "c d")])
        #expect(requests[0].text == "abc")
        #expect(requests[1]["x-odd"] == "v")
        let events = try await server.endedConnections(atLeast: 1)
        #expect(events.failures.isEmpty)
    }

    @Test func `takes chunked bodies apart`() async throws {
        let server = try ScriptedServer.serving([Self.answer])
        let client = try TestStream.connect(port: server.port)
        let body = "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nSum: 5\r\n\r\n"
        try client.write(Array("PUT / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\(body)".utf8))
        let request = try #require(try await server.requests(atLeast: 1).first)
        #expect(request.text == "abcde")
        #expect(request.trailers == [.init(name: "Sum", value: "5")])
        #expect(request.framedBody == Array(body.utf8))
    }

    @Test func `sends 100 Continue to a client that waits for it`() throws {
        let server = try ScriptedServer.serving([Self.answer])
        let client = try TestStream.connect(port: server.port)
        try client.write(Array("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n".utf8))
        #expect(try client.read() == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        try client.write([65])
        #expect(try client.read() == Self.answer)
    }

    @Test func `waits for the test where the script says so`() async throws {
        let arrived = Signal()
        let goOn = Signal()
        let server = try ScriptedServer { _ in
            [.send("HTTP/1.1 200 OK\r\n"), .fire(arrived), .wait(for: goOn), .send("\r\nend"), .close]
        }
        let client = try TestStream.connect(port: server.port)
        try client.write(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        try await arrived.received()
        #expect(try client.read() == Array("HTTP/1.1 200 OK\r\n".utf8))
        goOn.fire()
        #expect(try client.readToEnd() == Array("\r\nend".utf8))
    }

    @Test func `sends pieces over TLS as records of their own`() throws {
        let server = try ScriptedServer(.init(tls: .init())) { _ in [.sendInPieces("abcdef", of: 2), .close] }
        let client = try TestStream.connect(port: server.port)
        try client.startTLS(host: "localhost", trusting: TestCertificates.authority)
        try client.write(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        #expect(try client.read() == Array("ab".utf8))
        #expect(try client.read() == Array("cd".utf8))
        #expect(try client.readToEnd() == Array("ef".utf8))
        #expect(client.peerEndedCleanly)
    }

    @Test func `can leave out close_notify`() throws {
        let server = try ScriptedServer(.init(tls: .init())) { _ in [.send("abc"), .closeWithoutNotify] }
        let client = try TestStream.connect(port: server.port)
        try client.startTLS(host: "localhost", trusting: TestCertificates.authority)
        try client.write(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        #expect(try client.readToEnd() == Array("abc".utf8))
        #expect(!client.peerEndedCleanly)
    }

    @Test(arguments: [false, true]) func `can reset a connection`(tls: Bool) throws {
        let server = try ScriptedServer(.init(tls: tls ? .init() : nil)) { _ in [.send("abc"), .reset] }
        let client = try TestStream.connect(port: server.port)
        if tls { try client.startTLS(host: "localhost", trusting: TestCertificates.authority) }
        try client.write(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        #expect(throws: ConnectionOver.self) { try client.readToEnd() }
    }

    @Test(arguments: [TLSServerOptions.Version.tls12, .tls13])
    func `negotiates what it is told to`(version: TLSServerOptions.Version) async throws {
        let tls = TLSServerOptions(TestCertificates.viaIntermediate, only: version, protocols: ["http/1.1"])
        let server = try ScriptedServer(.init(tls: tls, address: .ipv6)) { _ in [.close] }
        let client = try TestStream.connect(port: server.port, ipv6: true)
        try client.startTLS(host: "localhost", trusting: TestCertificates.authority)
        client.endWriting()
        let events = try await server.endedConnections(atLeast: 1)
        let facts = try #require(events.handshakes.first)
        #expect(facts.version == (version == .tls12 ? "TLSv1.2" : "TLSv1.3"))
        #expect(facts.serverName == "localhost")
        #expect(facts.negotiatedProtocol == nil)
        #expect(events.contains { if case .ended(_, true, nil) = $0 { true } else { false } })
    }

    @Test(arguments: [
        TestCertificates.expired, TestCertificates.notYetValid, TestCertificates.wrongHost, TestCertificates.selfSigned,
        TestCertificates.untrusted,
    ])
    func `shows certificates that are refused`(identity: TestIdentity) async throws {
        let server = try ScriptedServer(.init(tls: .init(identity))) { _ in [.close] }
        do {
            let client = try TestStream.connect(port: server.port)
            #expect(throws: ConnectionOver.self) {
                try client.startTLS(host: "localhost", trusting: TestCertificates.authority)
            }
        }
        let events = try await server.endedConnections(atLeast: 1)
        #expect(events.failures.count == 1)
    }

    @Test func `stops while scripts wait`() async throws {
        let arrived = Signal()
        let server = try ScriptedServer { _ in [.fire(arrived), .wait(for: Signal())] }
        let busy = try TestStream.connect(port: server.port)
        let idle = try TestStream.connect(port: server.port)
        try busy.write(Array("GET / HTTP/1.1\r\n\r\n".utf8))
        try await arrived.received()
        try await server.connections(atLeast: 2)
        server.stop()
        #expect(server.events.endedCount == 2)
        #expect(try idle.readToEnd().isEmpty)
    }

    @Test func `has ports that hang and ports that refuse`() throws {
        let hanging = try UnresponsivePort()
        #expect(hanging.port != 0)
        let refusing = try RefusingPort.find()
        #expect(throws: ConnectionOver.self) { try TestStream.connect(port: refusing) }
    }
}

@Suite struct `Guarded bytes` {
    @Test(arguments: [0, 1, 4095, 4096, 4097])
    func `hold what they were made of`(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let copy = GuardedBytes(bytes).withSpan { span in span.indices.map { span[$0] } }
        #expect(copy == bytes)
    }
}
