import APITransport
import TestSupport
import Testing

private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

@Suite struct `An override` {
    @Test(arguments: ["far.test:@", "far.test:*", "*:@", "*:*"])
    func `of an address takes the place of a lookup`(name: String) async throws {
        let server = try ScriptedServer.serving([ok])
        var configuration = HTTPClient.Configuration()
        let key = name.replacing("@", with: "\(server.port)")
        configuration.addressOverrides = [key: ["127.0.0.1"]]
        let client = HTTPClient(configuration)
        #expect(try await client.send(HTTPRequest("http://far.test:\(server.port)/")).status == 200)
        #expect(server.requests.first?.values(of: "host") == ["far.test:\(server.port)"])
    }

    @Test(arguments: [
        ("far.test:80", "127.0.0.1:@"), ("far.test:*", "127.0.0.1:@"), ("*:80", "127.0.0.1:@"), ("*:*", "127.0.0.1:@"),
    ])
    func `of a connection leads elsewhere and leaves the Host field alone`(name: String, place: String) async throws {
        let server = try ScriptedServer.serving([ok])
        var configuration = HTTPClient.Configuration()
        configuration.connectionOverrides = [name: place.replacing("@", with: "\(server.port)")]
        let client = HTTPClient(configuration)
        #expect(try await client.send(HTTPRequest("http://far.test/")).status == 200)
        #expect(server.requests.first?.values(of: "host") == ["far.test"])
    }

    @Test(arguments: ["FAR.test:*", "far.test:*", "Far.TEST:*"])
    func `names a host in upper or lower case`(name: String) async throws {
        let server = try ScriptedServer.serving([ok, ok])
        var configuration = HTTPClient.Configuration()
        configuration.addressOverrides = [name: ["127.0.0.1"], "*:*": ["0.0.0.0"]]
        #expect(try await HTTPClient(configuration).send(HTTPRequest("http://far.TEST:\(server.port)/")).status == 200)
        configuration.connectionOverrides = [name: "NEAR.test:\(server.port)"]
        configuration.addressOverrides = ["near.TEST:*": ["127.0.0.1"]]
        #expect(try await HTTPClient(configuration).send(HTTPRequest("http://FAR.test/")).status == 200)
    }

    @Test func `may leave the host as it is`() async throws {
        let server = try ScriptedServer.serving([ok])
        var configuration = HTTPClient.Configuration()
        configuration.connectionOverrides = ["127.0.0.1:80": "*:\(server.port)"]
        #expect(try await HTTPClient(configuration).send(HTTPRequest("http://127.0.0.1/")).status == 200)
    }

    @Test(arguments: ["[::1", "host:99999", "host:x"])
    func `that cannot be read is an error of the settings`(place: String) async throws {
        var configuration = HTTPClient.Configuration()
        configuration.connectionOverrides = ["far.test:80": place]
        let error = await #expect(throws: TransportError.self) {
            try await HTTPClient(configuration).send(HTTPRequest("http://far.test/"))
        }
        #expect(error?.kind == .configuration)
    }
}
