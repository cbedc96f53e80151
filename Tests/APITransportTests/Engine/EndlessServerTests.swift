import APITransport
import Foundation
import Synchronization
import TestSupport
import Testing

/// 4 MB of zeros, compressed with gzip twice.
private func zerosCodedTwice() -> Data? {
    Data(
        base64Encoded: """
            H4sIAAAAAAACA5Pv5mAAASbmtwcZGYGMJoX/6/M8HBgZRsEoGAWjYBSMglEwCkbBKBgFo2AUjIJRMNRBjXSWg7sgA4MDAwBZ
            ZBRbAhAAAA==
            """,
        options: .ignoreUnknownCharacters
    )
}

/// Notes how much came, and the largest piece.
private final class Gauge: HTTPBodySink {
    private let state = Mutex((total: 0, largest: 0))

    func receive(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            state.total += bytes.count
            state.largest = max(state.largest, bytes.count)
        }
        return true
    }

    var seen: (total: Int, largest: Int) { state.withLock { $0 } }
}

@Suite struct `A server that gives without end` {
    @Test(arguments: Way.allCases) func `is left when the time for the request is over`(way: Way) async throws {
        let server = try ScriptedServer { connection in
            _ = try connection.readRequest()
            try connection.perform([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")])
            let flood = String(repeating: "1\r\nx\r\n", count: 20_000)
            while !connection.isOver { try connection.perform([.send(flood)]) }
        }
        var request = try HTTPRequest(server.url())
        request.options.deadlines.total = .milliseconds(200)
        let error = await #expect(throws: TransportError.self) {
            try await way.send(request, over: .patient(), into: .discard)
        }
        #expect(error?.kind == .timeout)
    }

    @Test(arguments: Way.allCases) func `of coded zeros is handed on in windows`(way: Way) async throws {
        let bomb = try #require(zerosCodedTwice())
        let server = try ScriptedServer { _ in
            [
                .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"),
                .send(Array(bomb)),
            ]
        }
        let gauge = Gauge()
        let answer = try await way.send(HTTPRequest(server.url()), over: .patient(), into: .sink(gauge))
        #expect(answer.status == 200)
        #expect(gauge.seen.total == 4 << 20 && gauge.seen.largest <= 64 * 1024)
    }

    @Test(arguments: [true, false])
    func `of coded zeros lets others on its loop have their turn`(isInChunks: Bool) async throws {
        let bomb = try #require(zerosCodedTwice())
        let few = Array(repeating: CodedText.zeros, count: 10).flatMap(\.self)
        let chunk = Array("\(String(few.count, radix: 16))\r\n".utf8) + few + Array("\r\n".utf8)
        let server = try ScriptedServer { _ in
            isInChunks
                ? [
                    .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n"),
                    .send(Array(repeating: chunk, count: 8).flatMap(\.self) + Array("0\r\n\r\n".utf8)),
                ]
                : [
                    .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"),
                    .send(Array(bomb)),
                ]
        }
        let port = try RefusingPort.find()
        let client = HTTPClient.patient()
        let order = Mutex<[String]>([])
        let other = try HTTPRequest("http://127.0.0.1:\(port)/")
        var events = TransferEvents()
        events.head = { _ in client.send(other, queue: nil) { _ in order.withLock { $0.append("other") } } }
        let request = try HTTPRequest(server.url())
        await withCheckedContinuation { continuation in
            client.send(request, into: .discard, events: events, queue: nil) { result in
                order.withLock { $0.append(((try? result.get())?.status).map { "\($0)" } ?? "failed") }
                continuation.resume()
            }
        }
        #expect(order.withLock { $0 } == ["other", "200"])
    }

    @Test(arguments: Way.allCases) func `of coded zeros is left between windows`(way: Way) async throws {
        let bomb = try #require(zerosCodedTwice())
        let server = try ScriptedServer { _ in
            [
                .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip, gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"),
                .send(Array(bomb)),
            ]
        }
        for destination in [ResponseDestination.memory, .discard] {
            let client = HTTPClient.patient()
            var events = TransferEvents()
            events.head = { _ in client.shutDown() }
            let request = try HTTPRequest(server.url())
            let error = await way.failure(of: request, over: client, into: destination, events: events)
            let (kind, count) = (error?.kind, error?.partial?.body.count ?? 0)
            #expect(kind == .clientClosed)
            #expect(count <= 64 * 1024)
        }
    }
}

@Suite struct `Calls from within callbacks` {
    enum Moment: CaseIterable {
        case attempt, sent, redirect, intermediate, head, received
    }

    private func events(at moment: Moment, _ action: @escaping @Sendable () -> Void) -> TransferEvents {
        var events = TransferEvents()
        switch moment {
        case .attempt: events.attempt = { _ in action() }
        case .sent: events.sent = { _, _ in action() }
        case .redirect:
            events.redirect = { _ in
                action()
                return true
            }
        case .intermediate: events.intermediate = { _ in action() }
        case .head: events.head = { _ in action() }
        case .received: events.received = { _, _ in action() }
        }
        return events
    }

    /// Redirects once, and then begins a body that never ends.
    private func server() throws -> ScriptedServer {
        try ScriptedServer { connection in
            while !connection.isOver, let request = try connection.readRequest() {
                if request.target == "/" {
                    let head = "HTTP/1.1 302 Found\r\nLocation: /body\r\nContent-Length: 0\r\n\r\n"
                    try connection.perform([.send(head)])
                } else {
                    try connection.perform([.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"), .drain])
                }
            }
        }
    }

    @Test(arguments: Way.allCases, Moment.allCases)
    func `may shut the client down`(way: Way, moment: Moment) async throws {
        let server = try server()
        let client = HTTPClient.patient()
        let events = events(at: moment) { client.shutDown() }
        let error = await #expect(throws: TransportError.self) {
            try await way.send(HTTPRequest(server.url()), over: client, events: events)
        }
        #expect(error?.kind == .clientClosed)
    }

    @Test(arguments: Moment.allCases) func `may resume the response that they are of`(moment: Moment) async throws {
        let server = try ScriptedServer { request in
            request.target == "/"
                ? [.send("HTTP/1.1 302 Found\r\nLocation: /body\r\nContent-Length: 0\r\n\r\n")]
                : [.send(HTTPBytes.response(text: "hello"))]
        }
        let client = HTTPClient.patient()
        let handle = Mutex<TransferHandle?>(nil)
        let events = events(at: moment) { handle.withLock { $0 }?.resume() }
        let request = try HTTPRequest(server.url())
        let answer = try await withCheckedContinuation { continuation in
            let sent = client.send(request, events: events, queue: .global()) { continuation.resume(returning: $0) }
            handle.withLock { $0 = sent }
        }.get()
        #expect(answer.body == Array("hello".utf8))
    }
}
