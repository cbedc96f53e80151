import APITransport
import Dispatch
import TestSupport
import Testing

@Suite struct `A request that rests from the start` {
    @Test(arguments: [false, true])
    func `is sent once it may go on, whatever deadlines its exchange had meanwhile`(isSecure: Bool) async throws {
        let answer = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        let server = try ScriptedServer.serving(
            [answer],
            .init(tls: isSecure ? TLSServerOptions(TestCertificates.valid) : nil)
        )
        let silent = try ScriptedServer { try $0.perform([.drain]) }
        let client = HTTPClient.patient()
        var request = try HTTPRequest(server.url(host: "127.0.0.1"))
        request.method = .post
        request.body = .bytes(Array("body".utf8))
        for limit in [\Deadlines.tls, \.firstByte, \.idle] { request.options.deadlines[keyPath: limit] = .seconds(2) }
        let handle = TransferHandle()
        handle.pause()
        let sent = Observed<[Int64]>([])
        var events = TransferEvents()
        events.sent = { count, _ in sent.update { $0.append(count) } }
        async let result = withCheckedContinuation {
            (done: CheckedContinuation<Result<HTTPResponse, TransportError>, Never>) in
            DispatchQueue.global().async { [request, events] in
                let result = Result { () throws(TransportError) in
                    try client.sendBlocking(request, events: events, handle: handle)
                }
                done.resume(returning: result)
            }
        }
        try await server.connections(atLeast: 1)
        // This one's deadline passes later than all of those above.
        var other = try HTTPRequest(silent.url())
        other.options.deadlines.total = .milliseconds(2500)
        await #expect(throws: TransportError.self) { try await client.send(other) }
        #expect(sent.value.isEmpty)
        #expect(server.requests.isEmpty)
        handle.resume()
        #expect(try await result.get().status == 200)
        #expect(server.requests.map(\.text) == ["body"])
    }
}

/// Stops after its first bytes until somebody says that it goes on.
private final class HesitantSink: HTTPBodySink {
    let count = Observed(0)

    func receive(_ bytes: [UInt8]) -> Bool {
        count.update { count in
            defer { count += bytes.count }
            return count > 0
        }
    }
}

@Suite struct `A body whose sink hesitates` {
    @Test func `is read on afterwards, although no byte moved for longer than a server may wait`() async throws {
        let body = String(repeating: "x", count: 4_000_000)
        let server = try ScriptedServer.serving(["HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n\r\n" + body])
        let silent = try ScriptedServer { try $0.perform([.drain]) }
        let client = HTTPClient.patient()
        var request = try HTTPRequest(server.url())
        request.options.deadlines.idle = .seconds(2)
        let sink = HesitantSink()
        let result = Observed<Result<HTTPResponse, TransportError>?>(nil)
        let handle = client.send(request, into: .sink(sink), queue: nil) { answer in result.update { $0 = answer } }
        _ = try await sink.count.wait(for: "the first bytes") { $0 > 0 }
        var other = try HTTPRequest(silent.url())
        other.options.deadlines.total = .milliseconds(2500)
        await #expect(throws: TransportError.self) { try await client.send(other) }
        handle.resume()
        let answer = try await result.wait(for: "the answer") { $0 != nil }
        #expect(try answer?.get().status == 200)
        #expect(sink.count.value == 4_000_000)
    }
}
