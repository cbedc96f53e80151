import APIWire
import TestSupport
import Testing

@Suite struct `A TLS ticket` {
    /// Talks once; gives the session's ticket.
    static func talk(
        _ server: ScriptedServer,
        _ context: TLSContext,
        name: String = "localhost",
        ticket: TLSTicket? = nil
    ) throws -> (ticket: TLSTicket?, isResumed: Bool) {
        let client = try TLSClient(TLSSession(context, name: name, ticket: ticket), port: server.port)
        try client.handshake()
        try client.send(ScriptedServer.request)
        _ = try client.receiveAll()
        let newest = client.session.takeTicket()
        #expect(client.session.takeTicket() == nil)
        return (newest, client.session.isResumed)
    }

    @Test(arguments: [TLSServerOptions.Version.tls12, .tls13])
    func `lets a later session resume`(version: TLSServerOptions.Version) throws {
        let server = try ScriptedServer.tls(.init(only: version), [.send("x"), .close])
        let context = try TLSContext(.trustingTests)
        let first = try Self.talk(server, context)
        #expect(!first.isResumed)
        let ticket = try #require(first.ticket)
        #expect(try Self.talk(server, context, ticket: ticket).isResumed)
    }

    @Test func `is of no use to another name or trust`() throws {
        let server = try ScriptedServer.tls(.init(), [.send("x"), .close])
        let context = try TLSContext(.trustingTests)
        let ticket = try #require(try Self.talk(server, context).ticket)
        #expect(try !Self.talk(server, context, name: "127.0.0.1", ticket: ticket).isResumed)
        let other = try TLSContext(.trustingTests)
        #expect(try !Self.talk(server, other, ticket: ticket).isResumed)
        #expect(try Self.talk(server, context, ticket: ticket).isResumed)
    }

    @Test func `is not there when the server gives none`() throws {
        var tls = TLSServerOptions(only: .tls13)
        tls.allowsResumption = false
        let server = try ScriptedServer.tls(tls, [.send("x"), .close])
        let context = try TLSContext(.trustingTests)
        let first = try Self.talk(server, context)
        let second = try Self.talk(server, context, ticket: first.ticket)
        #expect(!second.isResumed)
    }

    @Test func `the server does not know any more is passed over`() throws {
        let context = try TLSContext(.trustingTests)
        let gone = try ScriptedServer.tls(.init(), [.send("x"), .close])
        let ticket = try #require(try Self.talk(gone, context).ticket)
        let server = try ScriptedServer.tls(.init(), [.send("x"), .close])
        #expect(try !Self.talk(server, context, ticket: ticket).isResumed)
    }
}
