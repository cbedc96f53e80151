import APITransport
import Synchronization
import TestSupport
import Testing

private func ok(_ body: String, _ fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
}

/// Answers each first request of a connection, and ends the connection when the second one has come.
private func forgetfulServer(_ ending: Ending, _ beforehand: [Action] = []) throws -> ScriptedServer {
    try ScriptedServer { request in
        request.index == 0 ? [.send(ok("first"))] : beforehand + [ending.action]
    }
}

@Suite struct `A connection that was used before` {
    // MARK: Closed under us

    @Test(arguments: Way.allCases, Ending.allCases)
    func `is replaced for a request that may be repeated`(way: Way, ending: Ending) async throws {
        for method in [HTTPMethod.get, .head, .put, .delete, .options] {
            let server = try forgetfulServer(ending)
            let client = HTTPClient.patient()
            _ = try await way.get(server.url(), over: client)
            var request = try HTTPRequest(server.url())
            request.method = method
            if method == .put { request.body = .bytes(Array("body".utf8)) }
            // The answer to HEAD is taken for one without its body, which is surplus then.
            #expect(try await way.send(request, over: client).status == 200)
            #expect(server.requests.map(\.connection) == [0, 0, 1])
            #expect(server.requests.map(\.text).last == (method == .put ? "body" : ""))
        }
    }

    @Test(arguments: Way.allCases, Ending.allCases)
    func `loses a POST once and does not send it twice`(way: Way, ending: Ending) async throws {
        let server = try forgetfulServer(ending)
        let client = HTTPClient.patient()
        _ = try await way.get(server.url(), over: client)
        var request = try HTTPRequest(server.url())
        request.method = .post
        request.body = .bytes(Array("body".utf8))
        let error = await #expect(throws: TransportError.self) { try await way.send(request, over: client) }
        #expect(error?.kind == .closed)
        #expect(error?.requestSent == true)
        #expect(error?.answerBegan == false)
        #expect(error?.retry == .ifIdempotent)
        #expect(error?.attempts == 1)
        #expect(server.requests.count == 2)
    }

    @Test(arguments: Way.allCases)
    func `is replaced for a POST that the caller calls idempotent`(way: Way) async throws {
        let server = try forgetfulServer(.close)
        let client = HTTPClient.patient()
        _ = try await way.get(server.url(), over: client)
        var request = try HTTPRequest(server.url())
        request.method = .post
        request.body = .bytes(Array("body".utf8))
        request.options.isIdempotent = true
        #expect(try await way.send(request, over: client).attempts == 2)
        #expect(server.requests.map(\.text) == ["", "body", "body"])
    }

    @Test(arguments: Way.allCases)
    func `is not replaced when a part of the answer had come`(way: Way) async throws {
        for part in ["HTTP/1.1 200 OK\r\n", "HTTP/1.1 100 Continue\r\n\r\n", "H"] {
            let server = try forgetfulServer(.close, [.send(part)])
            let client = HTTPClient.patient()
            _ = try await way.get(server.url(), over: client)
            let error = await #expect(throws: TransportError.self) { try await way.get(server.url(), over: client) }
            #expect(error?.kind == .closed)
            #expect(error?.answerBegan == true)
            #expect(server.requests.count == 2)
        }
    }

    @Test(arguments: Way.allCases)
    func `is not replaced when it was a new one`(way: Way) async throws {
        let server = try ScriptedServer { _ in [.close] }
        let error = await #expect(throws: TransportError.self) {
            try await way.get(server.url(), over: HTTPClient.patient())
        }
        #expect(error?.kind == .closed)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: Way.allCases, Ending.allCases)
    func `is not used when it was closed while it was idle`(way: Way, ending: Ending) async throws {
        let server = try ScriptedServer { _ in [.send(ok("one")), ending.action] }
        let client = HTTPClient.patient()
        // So often that the loop also notices the end at the moment at which the connection is lent.
        for count in 1...60 {
            var request = try HTTPRequest(server.url())
            request.method = .post
            #expect(try await way.send(request, over: client).attempts == 1)
            try await server.endedConnections(atLeast: count)
        }
    }

    // MARK: Bytes nobody asked for

    @Test(
        arguments: Way.allCases,
        [
            ("GET", ok("four")), ("GET", "HTTP/1.1 204 No Content\r\n\r\n"), ("GET", ok("")),
            ("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n"), ("GET", "HTTP/1.1 304 Not Modified\r\n\r\n"),
            ("GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ]
    )
    func `never gives what came behind an answer to the next request`(
        way: Way,
        first: (method: String, answer: String)
    ) async throws {
        let server = try ScriptedServer { request in
            request.connection == 0 ? [.send(first.answer + ok("left over"))] : [.send(ok("own"))]
        }
        let client = HTTPClient.patient()
        var request = try HTTPRequest(server.url())
        request.method = try #require(HTTPMethod(rawValue: first.method))
        let response = try await way.send(request, over: client)
        #expect(!String(decoding: response.body, as: UTF8.self).contains("left over"))
        let second = try await way.get(server.url(), over: client)
        #expect(second.body == Array("own".utf8))
        #expect(!second.metrics.isReused)
    }

    @Test(arguments: Way.allCases, [HTTPMethod.get, .post])
    func `never gives what came while it was idle to the next request`(way: Way, method: HTTPMethod) async throws {
        let isAnswered = Signal()
        let isSpoken = Signal()
        let server = try ScriptedServer { request in
            guard request.connection == 0 else { return [.send(ok("own"))] }
            let stray = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            return [.send(ok("one")), .wait(for: isAnswered), .send(stray), .fire(isSpoken), .drain]
        }
        let client = HTTPClient.patient()
        _ = try await way.get(server.url(), over: client)
        isAnswered.fire()
        try await isSpoken.received()
        var request = try HTTPRequest(server.url())
        request.method = method
        let second = try await way.send(request, over: client)
        #expect(second.status == 200)
        #expect(second.body == Array("own".utf8))
    }

    @Test func `never gives what came while its loop was busy to the next request`() async throws {
        let isBusy = Signal()
        let isSpoken = Observed(false)
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            guard connection.number == 0 else { return try connection.perform([.send(ok("own"))]) }
            try connection.perform([.send(ok("one")), .wait(for: isBusy), .send(ok("stray"))])
            isSpoken.update { $0 = true }
            try connection.perform([.drain])
        }
        let client = HTTPClient.patient()
        let second = try HTTPRequest(server.url())
        let body = await withCheckedContinuation { (done: CheckedContinuation<[UInt8]?, Never>) in
            // The completion runs on the loop's thread and keeps it from reading what comes.
            client.send(second, queue: nil) { _ in
                isBusy.fire()
                while !isSpoken.value {}
                client.send(second, queue: nil) { done.resume(returning: try? $0.get().body) }
            }
        }
        #expect(body == Array("own".utf8))
    }

    // MARK: What the server says

    @Test(
        arguments: Way.allCases,
        [
            ("Connection: close\r\n", false), ("Connection: x, Close\r\n", false), ("Keep-Alive: timeout=0\r\n", false),
            ("Keep-Alive: timeout=1, max=9\r\n", false), ("Keep-Alive: timeout=60, max=0\r\n", false),
            ("Keep-Alive: timeout=3600\r\n", true), ("Keep-Alive: max=1\r\n", true), ("Keep-Alive: x\r\n", true),
        ]
    )
    func `is used again only if the server keeps it`(way: Way, said: (field: String, isKept: Bool)) async throws {
        let server = try ScriptedServer { _ in [.send(ok("x", said.field))] }
        let client = HTTPClient.patient()
        for _ in 0..<3 { _ = try await way.get(server.url(), over: client) }
        #expect(server.connectionCount == (said.isKept ? 1 : 3))
    }

    @Test(arguments: Way.allCases)
    func `is not used again when the answer came before all of the request was sent`(way: Way) async throws {
        let isOver = Signal()
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            try connection.perform([.send(ok("early")), .wait(for: isOver)])
        }
        defer { isOver.fire() }
        let client = HTTPClient.patient()
        var request = try HTTPRequest(server.url())
        request.method = .post
        request.body = .bytes([UInt8](repeating: 0x61, count: 20_000_000))
        for count in 1...2 {
            #expect(try await way.send(request, over: client).body == Array("early".utf8))
            #expect(server.connectionCount == count)
        }
    }

    @Test(arguments: [Way.async, .blocking])
    func `makes room for others when all are busy`(way: Way) async throws {
        let server = try ScriptedServer { request in [.send(ok(request.target))] }
        var configuration = HTTPClient.Configuration()
        configuration.deadlines = Deadlines()
        configuration.maximumConnectionsPerOrigin = 3
        let client = HTTPClient(configuration)
        let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for number in 0..<60 {
                group.addTask { try await way.get(server.url("/\(number)"), over: client).body }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(bodies.count == 60)
        #expect(server.connectionCount <= 3)
    }

    // MARK: At the very moment

    @Test func `may be closed at any moment while many use it`() async throws {
        let server = try ScriptedServer { request in
            let pause = Int32(request.connection % 3)
            return [
                .send(ok("x")), .pause(milliseconds: pause), request.connection.isMultiple(of: 2) ? .close : .reset,
            ]
        }
        let client = HTTPClient.patient()
        let total = 400
        let ended = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<total {
                group.addTask {
                    let way = Way.allCases[number % (Way.allCases.count - 1)]
                    // Any typed error is right, a second answer or none is not.
                    return (try? await way.get(server.url(), over: client).status) ?? 200 == 200
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(ended == total)
        client.shutDown()
    }

    @Test(arguments: [Way.async, .blocking])
    func `leaves the pool when the server ends its side`(way: Way) async throws {
        let all = Signal()
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.perform([.wait(for: all), .send(ok("x")), .halfClose, .drain])
        }
        let client = HTTPClient.patient()
        let count = way == .blocking ? 2 : 20
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count {
                group.addTask { try await way.get(server.url(), over: client).status }
            }
            try await server.connections(atLeast: count)
            all.fire()
            for try await status in group { #expect(status == 200) }
        }
        // Nobody watches a blocking caller's connections while they are idle; the next request finds them closed.
        if way == .blocking { _ = try await way.get(server.url(), over: client) }
        try await server.endedConnections(atLeast: way == .blocking ? 1 : count)
        #expect(try await way.get(server.url(), over: client).metrics.isReused == false)
    }
}
