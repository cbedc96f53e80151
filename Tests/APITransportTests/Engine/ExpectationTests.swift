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

    @Test(
        arguments: Way.allCases,
        ["307 There\r\nLocation: /next\r\n", "308 There\r\nLocation: /\r\n", "503 Busy\r\nRetry-After: 0\r\n"]
    )
    func `goes on elsewhere when it was answered without its body`(way: Way, answer: String) async throws {
        let server = try ScriptedServer { connection in
            guard let head = try connection.readHead() else { return }
            #expect(head["expect"] == "100-continue")
            if connection.number == 0 {
                return try connection.perform([.send("HTTP/1.1 \(answer)Content-Length: 0\r\n\r\n"), .drain])
            }
            try connection.perform([.send("HTTP/1.1 100 Continue\r\n\r\n")])
            #expect(try connection.readBody(of: head).text == "body")
            try connection.perform([.send(ok)])
        }
        var request = try expectingRequest(server)
        request.method = .put
        request.options.retries = RetryPolicy(maximum: 1)
        #expect(try await way.send(request, over: .patient()).status == 200)
        #expect(server.connectionCount == 2)
    }

    @Test(arguments: Way.allCases)
    func `does not expect it where it has no content`(way: Way) async throws {
        let challenge = "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\"\r\n"
        let server = try ScriptedServer { request in
            let isProven = request["authorization"] != nil || request.target != "/digest"
            return [.send(isProven ? ok : "HTTP/1.1 401 No\r\n\(challenge)Content-Length: 0\r\n\r\n")]
        }
        let client = HTTPClient.patient()
        for body in [nil, HTTPBody.bytes([])] {
            var request = try expectingRequest(server)
            request.body = body
            #expect(try await way.send(request, over: client).status == 200)
        }
        var request = try expectingRequest(server)
        request.url = try HTTPURL(server.url("/digest"))
        request.options.credentials = .digest(user: "u", password: "p")
        #expect(try await way.send(request, over: client).status == 200)
        #expect(server.requests.map { $0["expect"] } == [nil, nil, nil, "100-continue"])
        #expect(server.requests.map(\.text) == ["", "", "", "body"])
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
