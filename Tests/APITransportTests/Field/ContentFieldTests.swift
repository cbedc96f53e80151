import APITransport
import TestSupport
import Testing

@Suite struct `The content of an answer` {
    /// A gzip member of 64 KB of zeros, so many times.
    private static func bomb(_ members: Int) -> [UInt8] {
        let bytes = Array(repeating: CodedText.zeros, count: members).flatMap(\.self)
        return HTTPBytes.response(fields: [("Content-Encoding", "gzip")], body: bytes)
    }

    @Test(arguments: Way.allCases)
    func `stops at the limit of its decoded size, wherever it goes`(way: Way) async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer { _ in [.send(Self.bomb(64))] }
        for destination in [ResponseDestination.memory, .discard, .file(path: folder.path("f"), replacing: false)] {
            var request = try HTTPRequest(server.url())
            request.options.maximumDecodedBytes = 1_000_000
            let error = await way.failure(of: request, over: HTTPClient.patient(), into: destination)
            let (kind, count) = (error?.kind, error?.partial?.body.count ?? 0)
            #expect(kind == .decodedSizeExceeded)
            #expect(count <= 1_000_000)
        }
        #expect(try folder.contents().isEmpty)
    }

    @Test func `may be many times larger than what came`() async throws {
        let server = try ScriptedServer { _ in [.send(Self.bomb(8))] }
        let count = try await HTTPClient.patient().send(HTTPRequest(server.url())).body.count
        #expect(count == 8 * 65_536)
    }

    @Test(arguments: Way.allCases)
    func `is bounded although it does not end`(way: Way) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.perform([.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")])
            let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 65_536) + Array("\r\n".utf8)
            while true { try connection.perform([.send(chunk)]) }
        }
        for keyPath in [\RequestOptions.maximumBodyBytes, \.maximumDecodedBytes] {
            var request = try HTTPRequest(server.url())
            request.options[keyPath: keyPath] = 300_000
            let kind = await way.failure(of: request, over: HTTPClient.patient())?.kind
            #expect([.bodySizeExceeded, .decodedSizeExceeded].contains(kind))
        }
        try await server.endedConnections(atLeast: 2)
    }

    @Test(arguments: Way.allCases)
    func `is refused by its length alone when that is more than may be collected`(way: Way) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.perform([.send("HTTP/1.1 200 OK\r\nContent-Length: 5368709120\r\n\r\n"), .drain])
        }
        let error = await #expect(throws: TransportError.self) {
            try await way.get(server.url(), over: HTTPClient.patient())
        }
        #expect(error?.kind == .decodedSizeExceeded)
    }

    @Test(arguments: [20, 31, 38])
    func `is a stream that ends with an error when its coding was cut`(_ count: Int) async throws {
        let cut = Array(CodedText.gzip.prefix(count))
        let server = try ScriptedServer { _ in
            [.send(HTTPBytes.response(fields: [("Content-Encoding", "gzip")], body: cut))]
        }
        let stream = try await HTTPClient.patient().stream(HTTPRequest(server.url()))
        var received: [UInt8] = []
        let error = await #expect(throws: TransportError.self) {
            for try await piece in stream { received += piece }
        }
        #expect(error?.kind == .contentCoding)
        #expect(CodedText.text.starts(with: received))
        #expect(stream.completed == nil)
    }

    @Test(arguments: Way.allCases)
    func `is asked for in the codings that can be undone, or in the caller's`(way: Way) async throws {
        let server = try ScriptedServer { request in
            [.send(HTTPBytes.response(fields: [("Content-Encoding", request.target)], body: CodedText.gzip))]
        }
        let client = HTTPClient.patient()
        var request = try HTTPRequest(server.url("/zstd"))
        let raw = try await way.send(request, over: client)
        #expect(raw.body == CodedText.gzip)
        #expect(raw.fields["content-encoding"] == "/zstd")
        try request.fields.append(name: "Accept-Encoding", value: "br")
        _ = try await way.send(request, over: client)
        #expect(server.requests.map { $0.values(of: "accept-encoding") } == [["gzip, deflate"], ["br"]])
    }

    @Test(arguments: Way.allCases, ["br", "identity", "gzip;q=0", ""])
    func `is undone also when the caller asks for codings of its own`(way: Way, codings: String) async throws {
        let server = try ScriptedServer { _ in
            [.send(HTTPBytes.response(fields: [("Content-Encoding", "gzip")], body: CodedText.gzip))]
        }
        var request = try HTTPRequest(server.url())
        try request.fields.append(name: "Accept-Encoding", value: codings)
        let response = try await way.send(request, over: .patient())
        #expect(response.body == CodedText.text)
        #expect(response.fields["content-encoding"] == "gzip")
        #expect(server.requests.first?.values(of: "accept-encoding") == [codings])
    }

    @Test func `is not waited for when the loop over it is left`() async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.perform([.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nsome"), .drain])
        }
        // A place that is not given back would be missed.
        let client = HTTPClient.patient { $0.maximumConnections = 1 }
        for _ in 0..<5 {
            let stream = try await client.stream(HTTPRequest(server.url()))
            for try await piece in stream where !piece.isEmpty { break }
        }
        try await server.endedConnections(atLeast: 5)
    }

    @Test(arguments: Way.allCases)
    func `is said to have ended with the connection when nothing else told its end`(way: Way) async throws {
        let client = HTTPClient.patient()
        let open = try ScriptedServer { _ in [.send("HTTP/1.1 200 OK\r\n\r\nhello"), .close] }
        for _ in 0..<2 {
            let response = try await way.get(open.url(), over: client)
            #expect(response.bodyEndsWithConnection)
            #expect(response.body == Array("hello".utf8))
        }
        #expect(open.connectionCount == 2)
        let framed = try ScriptedServer { _ in [.send(HTTPBytes.response(text: "hello"))] }
        #expect(try await way.get(framed.url(), over: client).bodyEndsWithConnection == false)
    }

    @Test(arguments: Way.allCases)
    func `may follow a head of many fields`(way: Way) async throws {
        let many = (0..<300).map { ("X-Field-\($0)", String(repeating: "v", count: 50)) }
        let server = try ScriptedServer { _ in [.send(HTTPBytes.response(fields: many, text: "hi"))] }
        #expect(try await way.get(server.url(), over: HTTPClient.patient()).fields.count == 301)
    }

    @Test(arguments: Way.allCases)
    func `may not follow a head without end`(way: Way) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            try connection.perform([.send("HTTP/1.1 200 OK\r\n")])
            let line = Array((connection.number == 0 ? "X: y\r\n" : "endless").utf8)
            let lines = Array(repeating: line, count: 1000).flatMap(\.self)
            while true { try connection.perform([.send(lines)]) }
        }
        let client = HTTPClient.patient()
        for _ in 0..<2 {
            let error = await #expect(throws: TransportError.self) { try await way.get(server.url(), over: client) }
            #expect([.headTooLarge, .invalidResponse].contains(error?.kind))
        }
    }

    @Test(arguments: ["etag", "ETag", "ETAG"])
    func `has fields that are found in any letter case`(_ name: String) async throws {
        let server = try ScriptedServer { _ in
            [
                .send(
                    "HTTP/1.1 200 OK\r\neTaG: \"x\"\r\nLink: a\r\nLink: b\r\nset-cookie: c=d\r\nContent-Length: 0\r\n\r\n"
                )
            ]
        }
        let client = HTTPClient.patient()
        let response = try await client.send(HTTPRequest(server.url()))
        #expect(response.fields[name] == "\"x\"")
        #expect(response.fields.map(\.name).first == "eTaG")
        #expect(response.fields.values("link") == ["a", "b"])
        _ = try await client.send(HTTPRequest(server.url()))
        #expect(server.requests.map { $0["cookie"] } == [nil, "c=d"])
    }

    @Test(arguments: [#"{"a":"b; c"}"#, #""open"#, "[x]", "a=b=c", "é"])
    func `sets the cookie that follows a strange one`(_ strange: String) async throws {
        let server = try ScriptedServer { _ in
            [
                .send(
                    "HTTP/1.1 200 OK\r\nSet-Cookie: s=\(strange)\r\nSet-Cookie: \(strange)\r\n"
                        + "Set-Cookie: own=1\r\nContent-Length: 0\r\n\r\n"
                )
            ]
        }
        let client = HTTPClient.patient()
        for _ in 0..<2 { _ = try await client.send(HTTPRequest(server.url())) }
        let cookies = server.requests.last?["cookie"]?.split(separator: "; ")
        #expect(cookies?.contains("own=1") == true)
    }
}
