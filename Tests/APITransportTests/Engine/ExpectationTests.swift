import APITransport
import TestSupport
import Testing

private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"

private func expectingRequest(_ server: ScriptedServer) throws -> HTTPRequest {
    var request = try HTTPRequest(server.url())
    request.method = .post
    request.body = .bytes(Array("body".utf8))
    try request.fields.set(name: "Expect", value: "100-continue")
    return request
}

@Suite struct `A request that expects 100 (Continue)` {
    @Test(arguments: Way.allCases, ["HTTP/1.1 103 Early Hints\r\n\r\n", "HTTP/1.1 102 Processing\r\n\r\n", "HTTP"])
    func `sends its body after a while, whatever else the server says first`(way: Way, first: String) async throws {
        let server = try ScriptedServer { connection in
            guard let head = try connection.readHead() else { return }
            try connection.perform([.send(first)])
            #expect(try connection.readBody(of: head).text == "body")
            try connection.perform([.send(first == "HTTP" ? String(ok.dropFirst(4)) : ok)])
        }
        #expect(try await way.send(expectingRequest(server), over: .patient()).status == 200)
    }

    @Test(arguments: Way.allCases)
    func `is repeated without that when the server does not do it`(way: Way) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            if connection.number == 0 {
                return try connection.perform([.send("HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"), .close])
            }
            try connection.perform([.send(ok)])
        }
        let answer = try await way.send(expectingRequest(server), over: .patient())
        #expect(answer.status == 200)
        #expect(answer.attempts == 2)
    }
}
