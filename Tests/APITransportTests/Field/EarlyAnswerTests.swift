import APITransport
import TestSupport
import Testing

private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

private func upload(_ count: Int, to url: String, _ method: HTTPMethod = .post) throws -> HTTPRequest {
    try HTTPRequest(method: method, url: HTTPURL(url), body: .bytes([UInt8](repeating: 0x61, count: count)))
}

extension ScriptedConnection {
    /// Reads at least so many bytes behind the head.
    fileprivate func readBytes(atLeast count: Int) throws {
        var left = count
        while left > 0 {
            let bytes = try readBytes()
            if bytes.isEmpty { return }
            left -= bytes.count
        }
    }
}

@Suite struct `An answer that does not wait for the request` {
    @Test(arguments: Way.allCases, [0, 2_000_000])
    func `counts although it was there before the first byte of that`(way: Way, count: Int) async throws {
        let server = try ScriptedServer { connection in
            try connection.perform([.send(ok), .drain])
        }
        let client = HTTPClient.patient()
        let response = try await way.send(upload(count, to: server.url()), over: client)
        #expect(response.status == 200 && response.body == Array("ok".utf8))
    }

    @Test(arguments: Way.allCases, ["", "HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 103 Early Hints\r\n\r\n"])
    func `is told of when the server closes without reading the rest`(way: Way, before: String) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            try connection.perform([.send(before)])
            try connection.readBytes(atLeast: 10_000)
            let answer = "HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\nno"
            try connection.perform([.send(answer), .close])
        }
        for expects in [false, true] where !expects || before.contains("100") {
            var request = try upload(20_000_000, to: server.url())
            if expects { try request.fields.append(name: "Expect", value: "100-continue") }
            let response = try await way.send(request, over: .patient())
            #expect(response.status == 413 && response.body == Array("no".utf8))
        }
    }

    /// Without an ending the server neither reads on nor closes.
    @Test(arguments: Way.allCases, [Ending.close, .reset, nil])
    func `leads on at once, and the whole body goes there`(way: Way, ending: Ending?) async throws {
        let body = [UInt8](repeating: 0x61, count: 10_000_000)
        let isFollowed = Signal()
        let server = try ScriptedServer { connection in
            if connection.number == 0 {
                guard try connection.readHead() != nil else { return }
                let answer = Action.send("HTTP/1.1 307 There\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n")
                // A reset may overtake what was said before it.
                if ending == .close { return try connection.perform([answer, .close]) }
                return try connection.perform([answer, .wait(for: isFollowed), ending?.action ?? .close])
            }
            isFollowed.fire()
            guard let request = try connection.readRequest() else { return }
            try connection.perform([.send(request.body == body && request.target == "/next" ? ok : "")])
        }
        let request = try HTTPRequest(method: .put, url: HTTPURL(server.url()), body: .bytes(body))
        #expect(try await way.send(request, over: .patient()).status == 200)
        #expect(server.connectionCount == 2)
    }
}

@Suite struct `An answer that comes too late` {
    @Test(arguments: Way.allCases)
    func `is not the next request's`(way: Way) async throws {
        let isOver = Signal()
        let server = try ScriptedServer { request in
            request.target == "/late"
                ? [.wait(for: isOver), .send(ok)] : [.send(HTTPBytes.response(text: "own"))]
        }
        let client = HTTPClient.patient()
        _ = try await way.get(server.url("/first"), over: client)
        var request = try HTTPRequest(server.url("/late"))
        request.options.deadlines.total = .milliseconds(50)
        #expect(await way.failure(of: request, over: client)?.kind == .timeout)
        isOver.fire()
        for _ in 0..<2 {
            #expect(try await way.get(server.url("/next"), over: client).body == Array("own".utf8))
        }
        #expect(server.connectionCount == 2)
    }
}

@Suite struct `A body that is taken slowly` {
    @Test(arguments: ["Content-Length: 300000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n493e0\r\n", "\r\n"])
    func `is whole although the server has gone long before`(framing: String) async throws {
        let isClosed = Signal()
        let body = String(repeating: "x", count: 300_000)
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            let end = framing.hasPrefix("T") ? "\r\n0\r\n\r\n" : ""
            try connection.perform([.send("HTTP/1.1 200 OK\r\n\(framing)\(body)\(end)"), .close])
            isClosed.fire()
        }
        let stream = try await HTTPClient.patient().stream(HTTPRequest(server.url()))
        try await isClosed.received()
        var count = 0
        for try await piece in stream { count += piece.count }
        #expect(count == 300_000)
        #expect(stream.completed != nil)
    }
}
