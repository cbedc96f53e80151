import APITransport
import TestSupport
import Testing

private let byLength = "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nhello world"
private let byChunks =
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\nX: y\r\n\r\n"

@Suite struct `An answer that is cut` {
    @Test(arguments: Way.allCases, ["", "Content-Length: 10\r\n"])
    func `is an error when the reset meets a request that is still being sent`(way: Way, fields: String) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            try connection.perform([.send("HTTP/1.1 200 OK\r\n\(fields)\r\npartial"), .reset])
        }
        var request = try HTTPRequest(server.url())
        request.method = .post
        request.body = .bytes([UInt8](repeating: 0, count: 20_000_000))
        let error = await way.failure(of: request, over: .patient())
        #expect(error?.kind == .closed)
    }

    @Test(arguments: [byLength, byChunks], [false, true])
    func `is an error wherever it is cut`(answer: String, tls: Bool) async throws {
        let bytes = Array(answer.utf8)
        for ending in Ending.allCases {
            var options = ScriptedServer.Options()
            if tls { options.tls = TLSServerOptions(TestCertificates.valid) }
            let server = try ScriptedServer(options) { request in
                let cut = Int(request.target.dropFirst()) ?? 0
                return [.send(Array(bytes[..<cut])), ending.action]
            }
            var configuration = HTTPClient.Configuration()
            configuration.tls.roots = .pem(Array(TestCertificates.authority.certificatePEM.utf8))
            let client = HTTPClient(configuration)
            for cut in bytes.indices {
                let way = Way.allCases[cut % Way.allCases.count]
                let error = await #expect(throws: TransportError.self, "cut after \(cut) bytes") {
                    try await way.get(server.url("/\(cut)", host: "localhost"), over: client)
                }
                #expect(error?.requestSent == true)
                #expect([.closed, .incompleteBody, .invalidResponse].contains(error?.kind))
            }
            let whole = try await client.send(HTTPRequest(server.url("/\(bytes.count)", host: "localhost")))
            #expect(whole.body == Array("hello world".utf8))
        }
    }

    @Test(arguments: [byLength, byChunks])
    func `is the same answer when its bytes come one at a time`(answer: String) async throws {
        let server = try ScriptedServer { _ in [.sendInPieces(answer, of: 1)] }
        let client = HTTPClient.patient()
        for way in Way.allCases {
            #expect(try await way.get(server.url(), over: client).body == Array("hello world".utf8))
        }
        #expect(server.connectionCount == 1)
    }
}
