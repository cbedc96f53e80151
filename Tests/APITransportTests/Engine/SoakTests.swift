import APITransport
import TestSupport
import Testing

private let answer = HTTPBytes.response(text: "ok")

/// A small part of what Scripts/soak does at length.
@Suite struct `A client under load` {
    @Test func `answers 2,000 requests at once over a few connections`() async throws {
        let server = try ScriptedServer { _ in [.send(answer)] }
        var configuration = HTTPClient.Configuration()
        configuration.deadlines = Deadlines()
        configuration.maximumConnectionsPerOrigin = 8
        let client = HTTPClient(configuration)
        let request = try HTTPRequest(server.url())
        let answered = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<2000 {
                group.addTask { (try? await client.send(request))?.body == Array("ok".utf8) }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(answered == 2000)
        #expect(server.connectionCount <= 8)
    }

    @Test func `leaves no connection open when it is let go, 200 times`() async throws {
        let server = try ScriptedServer { _ in [.send(answer)] }
        let request = try HTTPRequest(server.url())
        for number in 0..<200 {
            let client = HTTPClient.patient()
            let way = Way.allCases[number % Way.allCases.count]
            #expect(try await way.send(request, over: client).status == 200)
            if number % 3 == 0 { client.shutDown() }
        }
        try await server.endedConnections(atLeast: 200)
        #expect(server.connectionCount == 200)
    }
}
