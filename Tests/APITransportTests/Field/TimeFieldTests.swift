import APITransport
import Synchronization
import TestSupport
import Testing

private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

/// Reads the request and says nothing.
private func silentServer(_ options: ScriptedServer.Options = .init()) throws -> ScriptedServer {
    try ScriptedServer(options) { connection in
        _ = try connection.readRequest()
        try connection.perform([.drain])
    }
}

/// How a request ends, as one value.
private func end(
    of request: HTTPRequest,
    _ way: Way,
    _ client: HTTPClient
) async -> (kind: TransportError.Kind?, phase: TransportError.Phase?) {
    do throws(TransportError) {
        _ = try await way.send(request, over: client)
        return (nil, nil)
    } catch {
        return (error.kind, error.phase)
    }
}

@Suite struct `A request that is out of time` {
    @Test(arguments: Way.allCases, [-1000, -1, 0, 1, 5])
    func `ends with a timeout and nothing else`(way: Way, milliseconds: Int) async throws {
        let server = try silentServer()
        let secure = try silentServer(.init(tls: TLSServerOptions(TestCertificates.valid)))
        var configuration = HTTPClient.Configuration()
        configuration.deadlines = Deadlines()
        configuration.tls.verifiesPeer = false
        let client = HTTPClient(configuration)
        for url in [server.url(), secure.url()] {
            for keyPath in [\Deadlines.total, \.idle, \.connect, \.tls, \.firstByte] {
                // A deadline for connecting alone may be kept, and what comes then has no end.
                guard keyPath == \.total || keyPath == \.idle || milliseconds <= 0 else { continue }
                var request = try HTTPRequest(url)
                request.options.deadlines = Deadlines(total: .milliseconds(500))
                request.options.deadlines[keyPath: keyPath] = .milliseconds(milliseconds)
                let end = await end(of: request, way, client)
                #expect(end.kind == .timeout, "\(end)")
            }
        }
    }

    @Test(arguments: Way.allCases, [-5, 0])
    func `sends nothing when it was before it began`(way: Way, milliseconds: Int) async throws {
        let server = try ScriptedServer { _ in [.send(ok)] }
        let client = HTTPClient.patient()
        for isWarm in [false, true] {
            if isWarm { _ = try await way.get(server.url("/warm"), over: client) }
            var request = try HTTPRequest(server.url("/late"))
            request.options.deadlines.total = .milliseconds(milliseconds)
            #expect(await end(of: request, way, client).kind == .timeout)
        }
        #expect(server.requests.map(\.target) == ["/warm"])
    }

    @Test(arguments: Way.allCases)
    func `names the step that took too long`(way: Way) async throws {
        let client = HTTPClient.patient()
        let server = try silentServer()
        var request = try HTTPRequest(server.url())
        request.options.deadlines.firstByte = .milliseconds(50)
        #expect(await end(of: request, way, client) == (.timeout, .head))

        // It accepts and reads, and never answers the hello.
        let mute = try ScriptedServer { connection in
            _ = try connection.readBytes()
            try connection.perform([.drain])
        }
        request = try HTTPRequest("https://127.0.0.1:\(mute.port)/")
        request.options.deadlines.tls = .milliseconds(50)
        #expect(await end(of: request, way, client) == (.timeout, .tls))

        let port = try UnresponsivePort()
        request = try HTTPRequest("http://127.0.0.1:\(port.port)/")
        request.options.deadlines.connect = .milliseconds(50)
        #expect(await end(of: request, way, client) == (.timeout, .connect))
    }

    @Test(arguments: Way.allCases)
    func `may be so although bytes keep coming`(way: Way) async throws {
        let isOver = Signal()
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.perform([.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")])
            while !isOver.isFired { try connection.perform([.send("x"), .pause(milliseconds: 1)]) }
        }
        var request = try HTTPRequest(server.url())
        request.options.deadlines = Deadlines(idle: .seconds(60), total: .seconds(1))
        let error = await #expect(throws: TransportError.self) {
            try await way.send(request, over: HTTPClient.patient())
        }
        isOver.fire()
        #expect(error?.kind == .timeout)
        #expect(error?.phase == .body)
        #expect((error?.received ?? 0) > 0)
    }

    @Test(arguments: Way.allCases)
    func `may be so while it waits for a connection`(way: Way) async throws {
        let server = try silentServer()
        var configuration = HTTPClient.Configuration()
        configuration.deadlines = Deadlines()
        configuration.maximumConnectionsPerOrigin = 1
        let client = HTTPClient(configuration)
        let busy = try HTTPRequest(server.url("/busy"))
        async let first = end(of: busy, .async, client)
        _ = try await server.requests(atLeast: 1)
        var request = try HTTPRequest(server.url("/late"))
        request.options.deadlines.queue = .milliseconds(30)
        #expect(await end(of: request, way, client) == (.timeout, .queue))
        client.shutDown()
        #expect(await first.kind == .clientClosed)
        #expect(server.requests.map(\.target) == ["/busy"])
    }

    @Test func `calls back once when it was refused before`() async throws {
        let url = "http://127.0.0.1:\(try RefusingPort.find())/"
        let client = HTTPClient.patient()
        let calls = Observed<[TransportError.Kind?]>([])
        for _ in 0..<20 {
            var request = try HTTPRequest(url)
            request.options.deadlines = Deadlines(
                connect: .milliseconds(20),
                idle: .milliseconds(20),
                total: .seconds(60)
            )
            client.send(request, queue: nil) { result in
                calls.update { calls in
                    if case .failure(let error) = result { calls.append(error.kind) } else { calls.append(nil) }
                }
            }
        }
        try await calls.wait { $0.count >= 20 }
        // A timer that was left over would have fired by the time this has timed out.
        let silent = try silentServer()
        var request = try HTTPRequest(silent.url())
        request.options.deadlines.total = .milliseconds(60)
        #expect(await end(of: request, .async, client).kind == .timeout)
        #expect(calls.value.count == 20)
        #expect(calls.value.allSatisfy { $0 == .connect || $0 == .timeout })
    }
}

@Suite struct `A request that is cancelled` {
    @Test func `before it began sends nothing`() async throws {
        let server = try ScriptedServer { _ in [.send(ok)] }
        let client = HTTPClient.patient()
        var request = try HTTPRequest(server.url())
        request.method = .post
        let handle = TransferHandle()
        handle.cancel()
        handle.cancel()
        handle.resume()
        let error = #expect(throws: TransportError.self) { try client.sendBlocking(request, handle: handle) }
        #expect(error?.kind == .cancelled)

        let post = request
        let isCancelled = Signal()
        let task = Task {
            try? await isCancelled.received()
            return await end(of: post, .async, client).kind
        }
        task.cancel()
        isCancelled.fire()
        #expect(await task.value == .cancelled)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: Way.allCases)
    func `from within any of its events ends once`(way: Way) async throws {
        let server = try ScriptedServer { request in
            request.target == "/"
                ? [.send("HTTP/1.1 302 Go\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n")]
                : [.send("HTTP/1.1 103 Early Hints\r\n\r\n" + ok)]
        }
        let client = HTTPClient.patient()
        for step in 0..<7 {
            let box = Mutex<Task<TransportError.Kind?, Never>?>(nil)
            let cancel: @Sendable () -> Void = { box.withLock { $0 }?.cancel() }
            var events = TransferEvents()
            switch step {
            case 0: events.attempt = { _ in cancel() }
            case 1: events.sent = { _, _ in cancel() }
            case 2: events.intermediate = { _ in cancel() }
            case 3:
                events.redirect = { _ in
                    cancel()
                    return true
                }
            case 4: events.informational = { _ in cancel() }
            case 5: events.head = { _ in cancel() }
            default: events.received = { _, _ in cancel() }
            }
            var request = try HTTPRequest(server.url())
            request.method = .post
            request.body = .bytes([1])
            let (ready, post, all) = (Signal(), request, events)
            let task = Task { () -> TransportError.Kind? in
                try? await ready.received()
                do throws(TransportError) {
                    return try await way.send(post, over: client, events: all).status == 200 ? nil : .httpStatus
                } catch {
                    return error.kind
                }
            }
            box.withLock { $0 = task }
            ready.fire()
            // An answer that was complete before anybody looked is right, too.
            #expect([nil, .cancelled].contains(await task.value), "step \(step)")
        }
    }

    @Test func `at any moment calls back exactly once`() async throws {
        let server = try ScriptedServer { request in
            [.pause(milliseconds: Int32(request.connection % 2)), .send(ok)]
        }
        let client = HTTPClient.patient()
        let total = 500
        let ended = Observed([Int](repeating: 0, count: total))
        let request = try HTTPRequest(server.url())
        for number in 0..<total {
            let handle = client.send(request, queue: nil) { _ in ended.update { $0[number] += 1 } }
            switch number % 4 {
            case 0: handle.cancel()
            case 1: Task { handle.cancel() }
            case 2:
                Task {
                    for _ in 0..<number { await Task.yield() }
                    handle.cancel()
                    handle.cancel()
                }
            default: break
            }
        }
        try await ended.wait { !$0.contains(0) }
        client.shutDown()
        #expect(ended.value.allSatisfy { $0 == 1 })
    }

    @Test func `with its client answers everybody`() async throws {
        let server = try ScriptedServer { request in
            request.index.isMultiple(of: 2) ? [.send(ok)] : [.pause(milliseconds: 1), .send(ok)]
        }
        for _ in 0..<10 {
            let client = HTTPClient.patient()
            let total = 40
            await withTaskGroup(of: TransportError.Kind?.self) { group in
                for number in 0..<total {
                    let way = Way.allCases[number % (Way.allCases.count - 1)]
                    guard let request = try? HTTPRequest(server.url()) else { return }
                    group.addTask { await end(of: request, way, client).kind }
                }
                await Task.yield()
                client.shutDown()
                for await kind in group { #expect([nil, .clientClosed].contains(kind)) }
            }
        }
    }
}

@Suite struct `A client that is shut down` {
    @Test(arguments: Way.allCases)
    func `answers who waits to be repeated`(way: Way) async throws {
        let server = try ScriptedServer { _ in
            [.send("HTTP/1.1 503 Busy\r\nRetry-After: 500\r\nContent-Length: 0\r\n\r\n")]
        }
        let client = HTTPClient.patient()
        var request = try HTTPRequest(server.url())
        request.options.retries = RetryPolicy(maximum: 1)
        let isPausing = Signal()
        var events = TransferEvents()
        events.intermediate = { _ in isPausing.fire() }
        let (get, all) = (request, events)
        async let kind = { () async -> TransportError.Kind? in
            do throws(TransportError) {
                return try await way.send(get, over: client, events: all).status == 503 ? nil : .httpStatus
            } catch {
                return error.kind
            }
        }()
        try await isPausing.received()
        client.shutDown()
        #expect(await kind == .clientClosed)
    }
}

@Suite struct `Many clients` {
    @Test func `wait at the same time and take nothing from other queues`() async throws {
        let all = Signal()
        let server = try ScriptedServer { _ in [.wait(for: all), .send(ok)] }
        let count = 40
        let clients = (0..<count).map { _ in HTTPClient.patient() }
        let request = try HTTPRequest(server.url())
        await withTaskGroup(of: TransportError.Kind?.self) { group in
            for client in clients { group.addTask { await end(of: request, .async, client).kind } }
            _ = try? await server.requests(atLeast: count)
            // The tasks wait, and none of them holds a thread: this one gets one.
            let isServed = await Task.detached { true }.value
            #expect(isServed)
            all.fire()
            for await kind in group { #expect(kind == nil) }
        }
    }

    @Test func `may be made and dropped without an end`() async throws {
        let server = try ScriptedServer { _ in [.send(ok)] }
        let request = try HTTPRequest(server.url())
        for number in 0..<100 {
            let client = HTTPClient.patient()
            #expect(await end(of: request, [Way.async, .blocking][number % 2], client).kind == nil)
            if number.isMultiple(of: 3) { client.shutDown() }
        }
        // Each took its connection along.
        try await server.endedConnections(atLeast: 100)
    }
}
