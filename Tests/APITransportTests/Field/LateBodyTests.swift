import APITransport
import APIWire
import Foundation
import TestSupport
import Testing

private func uploading(_ late: LateBody, to server: ScriptedServer) throws -> HTTPRequest {
    try HTTPRequest(method: .put, url: HTTPURL(server.url(host: "127.0.0.1")), body: late.body)
}

/// The error of a request that is given up as soon as something has happened.
func failure(of request: HTTPRequest, givenUpAfter signal: Signal, blocks: Bool) async -> TransportError? {
    let client = HTTPClient.patient()
    let result = await withCheckedContinuation {
        (done: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>) in
        if blocks {
            let handle = TransferHandle()
            Thread.detachNewThread {
                let result = Result { () throws(TransportError) in
                    try client.sendBlocking(request, handle: handle)
                }
                done.resume(returning: result)
            }
            cancel(handle, after: signal)
        } else {
            cancel(client.send(request, queue: nil) { done.resume(returning: $0) }, after: signal)
        }
    }
    if case .failure(let error) = result { return error }
    return nil
}

private func cancel(_ handle: TransferHandle, after signal: Signal) {
    Task {
        try await signal.received()
        handle.cancel()
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

private func options(_ isSecure: Bool) -> ScriptedServer.Options {
    .init(tls: isSecure ? TLSServerOptions(TestCertificates.valid) : nil)
}

@Suite struct `A body that comes later than its request` {
    @Test(arguments: Way.allCases, LateBody.Kind.allCases)
    func `is sent as it comes, to its end`(way: Way, kind: LateBody.Kind) async throws {
        for isSecure in [false, true] {
            let late = try LateBody(kind)
            let server = try ScriptedServer(options(isSecure)) { connection in
                guard let head = try connection.readHead() else { return }
                // The head is here although nothing of the body is.
                late.write("one ")
                #expect(try connection.readBytes().text == "4\r\none \r\n")
                late.write("two")
                #expect(try connection.readBytes().text == "3\r\ntwo\r\n")
                late.end()
                #expect(try connection.readBytes().text == "0\r\n\r\n")
                #expect(head["transfer-encoding"] == "chunked")
                try connection.perform([.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
                #expect(try connection.readRequest()?.method == "GET")
                try connection.perform([.send("HTTP/1.1 204 Done\r\n\r\n")])
            }
            let client = HTTPClient.patient()
            #expect(try await way.send(uploading(late, to: server), over: client).status == 200)
            #expect(try await way.get(server.url(host: "127.0.0.1"), over: client).status == 204)
            #expect(server.connectionCount == 1)
        }
    }

    @Test(arguments: Way.allCases, LateBody.Kind.allCases)
    func `does not keep an answer from being seen`(way: Way, kind: LateBody.Kind) async throws {
        let answers: [(String, [Action])] = [
            ("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno", [.drain]),
            ("HTTP/1.1 413 Too Large\r\nConnection: close\r\n\r\nno", [.close]),
            ("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno", [.reset]),
        ]
        for (answer, ending) in answers {
            for partial in ["", "some"] {
                let late = try LateBody(kind)
                let received = Signal()
                let server = try ScriptedServer { connection in
                    guard try connection.readHead() != nil else { return }
                    if !partial.isEmpty {
                        late.write(partial)
                        _ = try connection.readBytes()
                    }
                    try connection.perform([.send(answer), .wait(for: received)] + ending)
                }
                // A reset may overtake the answer, so that only an answer that was read already is sure to stand.
                var events = TransferEvents()
                events.head = { _ in received.fire() }
                if case .close? = ending.first { received.fire() }
                let response = try await way.send(
                    uploading(late, to: server),
                    over: .patient(),
                    events: events
                )
                #expect(response.status == 413)
                #expect(response.body.text == "no")
            }
        }
    }

    @Test(arguments: Way.allCases, LateBody.Kind.allCases)
    func `does not keep a deadline from passing`(way: Way, kind: LateBody.Kind) async throws {
        for isSecure in [false, true] {
            let late = try LateBody(kind)
            let server = try ScriptedServer(options(isSecure)) { try $0.perform([.drain]) }
            var request = try uploading(late, to: server)
            request.options.deadlines.total = .milliseconds(300)
            let error = await way.failure(of: request, over: .patient())
            #expect(error?.kind == .timeout)
        }
    }

    @Test(arguments: Way.allCases, LateBody.Kind.allCases)
    func `does not keep the server's going unseen`(way: Way, kind: LateBody.Kind) async throws {
        for ending in Ending.allCases {
            let late = try LateBody(kind)
            let server = try ScriptedServer { connection in
                _ = try connection.readHead()
                try connection.perform([ending.action])
            }
            let error = await way.failure(of: try uploading(late, to: server), over: .patient())
            #expect(error?.kind == .closed)
            #expect(error?.phase == .send)
            #expect(server.connectionCount == 1)
        }
    }

    @Test(arguments: [false, true], LateBody.Kind.allCases)
    func `can be given up meanwhile`(blocks: Bool, kind: LateBody.Kind) async throws {
        let late = try LateBody(kind)
        let isWaiting = Signal()
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            try connection.perform([.fire(isWaiting), .drain])
        }
        let error = try await failure(of: uploading(late, to: server), givenUpAfter: isWaiting, blocks: blocks)
        #expect(error?.kind == .cancelled)
        try await server.endedConnections(atLeast: 1)
        // Nobody listens any more.
        late.write("too late")
        late.end()
    }

    @Test(arguments: Way.allCases, LateBody.Kind.allCases)
    func `ends with a client that is shut down`(way: Way, kind: LateBody.Kind) async throws {
        let late = try LateBody(kind)
        let isWaiting = Signal()
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            try connection.perform([.fire(isWaiting), .drain])
        }
        let client = HTTPClient.patient()
        async let error = way.failure(of: try uploading(late, to: server), over: client)
        try await isWaiting.received()
        client.shutDown()
        #expect(try await error?.kind == .clientClosed)
    }

    @Test(arguments: [Way.completion, .blocking])
    func `is not asked for before it is there`(way: Way) async throws {
        let source = LateSource()
        let release = Signal()
        let server = try ScriptedServer { connection in
            guard let head = try connection.readHead() else { return }
            // Answers that keep the connection busy are no reason to ask.
            for _ in 0..<20 { try connection.perform([.send("HTTP/1.1 102 Processing\r\n\r\n")]) }
            try connection.perform([.wait(for: release)])
            source.give(Array("body".utf8))
            source.give(nil)
            #expect(try connection.readBody(of: head).text == "body")
            try connection.perform([.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
        }
        var request = try HTTPRequest(server.url())
        request.method = .post
        request.body = .stream(length: 4, replayable: false) { source }
        let interim = Observed(0)
        var events = TransferEvents()
        events.informational = { _ in
            interim.update { $0 += 1 }
            if interim.value == 20 {
                #expect(source.reads == 1)
                release.fire()
            }
        }
        let response = try await way.send(request, over: .patient(), events: events)
        #expect(response.status == 200)
        #expect(source.reads <= 3)
    }

    @Test(arguments: [Way.completion, .blocking])
    func `may take longer than a server may be silent`(way: Way) async throws {
        let late = try LateBody(.descriptor)
        let server = try ScriptedServer { request in [.send(HTTPBytes.response(body: request.body))] }
        let silent = try ScriptedServer { try $0.perform([.drain]) }
        let client = HTTPClient.patient()
        var request = try uploading(late, to: server)
        request.options.deadlines.idle = .seconds(2)
        async let response = way.send(request, over: client)
        try await server.connections(atLeast: 1)
        var other = try HTTPRequest(silent.url())
        other.options.deadlines.total = .milliseconds(2500)
        await #expect(throws: TransportError.self) { try await client.send(other) }
        late.write("patience")
        late.end()
        #expect(try await response.body.text == "patience")
    }

    @Test(arguments: Way.allCases)
    func `of a regular file behind a descriptor is read at once`(way: Way) async throws {
        let folder = try TemporaryDirectory()
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder.write(bytes, to: "f")))
        let server = try ScriptedServer { request in [.send(HTTPBytes.response(body: request.body))] }
        var request = try HTTPRequest(server.url())
        request.method = .post
        request.body = .descriptor(file.fileDescriptor)
        #expect(try await way.send(request, over: .patient()).body == bytes)
    }

    @Test(arguments: Way.allCases)
    func `fails where its descriptor cannot be read`(way: Way) async throws {
        let folder = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/"))
        let server = try ScriptedServer { request in [.send(HTTPBytes.response(body: request.body))] }
        for descriptor in [-1, folder.fileDescriptor] {
            var request = try HTTPRequest(server.url())
            request.method = .post
            request.body = .descriptor(descriptor)
            let error = await way.failure(of: request, over: .patient())
            #expect(error?.kind == .file)
            #expect(error?.phase == .send)
        }
    }
}

@Suite struct `A body made of a sequence` {
    private struct Broken: Error {}

    @Test func `is gone through again where a redirect asks for it`() async throws {
        let again = "HTTP/1.1 307 Again\r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedServer.serving([again, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"])
        var request = try HTTPRequest(server.url())
        request.method = .post
        let pieces = Pieces(["one", "", "two"].map { Array($0.utf8) })
        request.body = .sequence(pieces, length: 6, replayable: true)
        #expect(try await HTTPClient.patient().send(request).status == 200)
        #expect(server.requests.map(\.text) == ["onetwo", "onetwo"])
        #expect(server.requests.map { $0["content-length"] } == ["6", "6"])
    }

    @Test func `fails the request when it fails`() async throws {
        let server = try ScriptedServer { try $0.perform([.drain]) }
        var request = try HTTPRequest(server.url())
        request.method = .post
        let (sequence, giver) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        giver.yield([1, 2, 3])
        giver.finish(throwing: Broken())
        request.body = .sequence(sequence)
        let error = await Way.async.failure(of: request, over: .patient())
        #expect(error?.kind == .file)
    }

    @Test func `is given up with the request`() async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            try connection.perform([.send("HTTP/1.1 400 No\r\nContent-Length: 0\r\n\r\n"), .drain])
        }
        let (sequence, giver) = AsyncStream.makeStream(of: [UInt8].self)
        let isOver = Signal()
        giver.onTermination = { _ in isOver.fire() }
        var request = try HTTPRequest(server.url())
        request.method = .post
        request.body = .sequence(sequence)
        #expect(try await HTTPClient.patient().send(request).status == 400)
        try await isOver.received()
    }
}

/// A sequence that can be gone through any number of times.
private struct Pieces: AsyncSequence, Sendable {
    struct AsyncIterator: AsyncIteratorProtocol {
        var rest: ArraySlice<[UInt8]>

        mutating func next() async -> [UInt8]? { rest.popFirst() }
    }

    let pieces: [[UInt8]]

    init(_ pieces: [[UInt8]]) {
        self.pieces = pieces
    }

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(rest: pieces[...])
    }
}
