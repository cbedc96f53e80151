import APITransport
import TestSupport
import Testing

@Suite struct `An answer, as far as the engine counts it` {
    private static func trusting() -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.tls.roots = .pem(Array(TestCertificates.authority.certificatePEM.utf8))
        return HTTPClient(configuration)
    }

    @Test(arguments: Way.allCases)
    func `has begun when its own first byte came, not that of a handshake`(way: Way) async throws {
        let server = try ScriptedServer(.init(tls: .init())) { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"), .pause(milliseconds: 800), .send("hi")]
        }
        var request = try HTTPRequest(server.url())
        request.options.deadlines.firstByte = .milliseconds(400)
        let response = try await way.send(request, over: Self.trusting())
        #expect(response.body == Array("hi".utf8))
        #expect(response.metrics.firstByte > .zero)
        #expect(response.metrics.receivedBytes == 40)
    }

    @Test(arguments: [
        ("", false), ("HTTP/1.1 200 OK\r\nContent-Le", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", true),
    ])
    func `that was cut is told from none`(_ answer: String, _ began: Bool) async throws {
        let server = try ScriptedServer { _ in [.send(answer), .close] }
        let client = HTTPClient()
        let error = await #expect(throws: TransportError.self) {
            try await client.send(HTTPRequest(server.url()))
        }
        #expect(error?.answerBegan == began)
    }

    @Test func `is not offered codings when it is to stay as it is`() async throws {
        let server = try ScriptedServer.serving([HTTPBytes.response()])
        var request = try HTTPRequest(server.url())
        request.options.decodesContent = false
        _ = try await HTTPClient().send(request)
        #expect(server.requests.map { $0["Accept-Encoding"] } == [nil])
    }

    @Test func `has its transfer codings undone even when its content is to stay as it is`() async throws {
        let size = String(CodedText.gzip.count, radix: 16)
        let server = try ScriptedServer { _ in
            [
                .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n\(size)\r\n"),
                .send(CodedText.gzip + Array("\r\n0\r\n\r\n".utf8)),
            ]
        }
        var request = try HTTPRequest(server.url())
        request.options.decodesContent = false
        #expect(try await HTTPClient().send(request).body == CodedText.text)
    }

    @Test func `keeps to the bound of its size wherever it goes`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer { _ in [.send(HTTPBytes.response(body: Array(repeating: 97, count: 2000)))] }
        var request = try HTTPRequest(server.url())
        let file = ResponseDestination.file(path: folder.path("f"), replacing: true)
        for destination in [ResponseDestination.memory, .discard, file] {
            request.options.maximumDecodedBytes = 1999
            let error = await #expect(throws: TransportError.self) {
                try await HTTPClient().send(request, into: destination)
            }
            #expect(error?.kind == .decodedSizeExceeded)
            request.options.maximumDecodedBytes = 2000
            #expect(try await HTTPClient().send(request, into: destination).status == 200)
        }
        #expect(try folder.contents() == ["f"])
    }
}
