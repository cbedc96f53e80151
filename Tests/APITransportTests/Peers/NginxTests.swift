import APITransport
import TestSupport
import Testing

@Suite(.enabled(if: NginxServer.isAvailable)) struct `Requests to nginx` {
    private static let document = Array(
        ("[" + (0..<20_000).map { "{\"id\":\($0)}" }.joined(separator: ",") + "]").utf8
    )

    @Test(arguments: Way.allCases, [TLSServerOptions.Version.tls12, .tls13])
    func `share a connection, and sessions across connections`(
        way: Way,
        version: TLSServerOptions.Version
    ) async throws {
        let nginx = try await NginxServer(
            tls: .init(TestCertificates.viaIntermediate, only: version),
            locations: "keepalive_requests 2;"
        )
        let client = HTTPClient.patient()
        var seen: [TransferMetrics] = []
        for _ in 0..<4 {
            let answer = try await way.get(nginx.tlsURL(), over: client)
            #expect(answer.status == 200 && answer.body == Array("nginx is here\n".utf8))
            seen.append(answer.metrics)
        }
        #expect(seen.map(\.isReused) == [false, true, false, true])
        #expect(seen.map(\.isResumed) == [false, false, true, true])
        #expect(seen.allSatisfy { $0.tlsVersion == (version == .tls12 ? "TLSv1.2" : "TLSv1.3") })
    }

    @Test(arguments: Way.allCases) func `get a gzip body back as it was`(way: Way) async throws {
        let nginx = try await NginxServer(files: ["d.json": Self.document])
        let client = HTTPClient.patient()
        for url in [nginx.url("/d.json"), nginx.tlsURL("/d.json")] {
            let answer = try await way.get(url, over: client)
            #expect(answer.fields["content-encoding"] == "gzip" && answer.fields["transfer-encoding"] == "chunked")
            #expect(answer.body == Self.document)
            #expect(answer.metrics.receivedBytes < Int64(Self.document.count))
        }
    }

    @Test(arguments: Way.allCases) func `that have no body in their answers keep the connection`(way: Way) async throws
    {
        let nginx = try await NginxServer(files: ["f.bin": Self.document])
        let client = HTTPClient.patient()
        var request = try HTTPRequest(nginx.url("/f.bin"))
        request.method = .head
        let head = try await way.send(request, over: client)
        #expect(head.status == 200 && head.body.isEmpty)
        #expect(head.fields["content-length"] == "\(Self.document.count)")
        request.method = .get
        try request.fields.set(name: "If-None-Match", value: #require(head.fields["etag"]))
        let unchanged = try await way.send(request, over: client)
        #expect(unchanged.status == 304 && unchanged.body.isEmpty && unchanged.metrics.isReused)
        request.fields.remove("If-None-Match")
        try request.fields.set(name: "Range", value: "bytes=10-19")
        let part = try await way.send(request, over: client)
        #expect(part.status == 206 && part.body == Array(Self.document[10..<20]) && part.metrics.isReused)
        try request.fields.set(name: "Range", value: "bytes=\(Self.document.count)-")
        let beyond = try await way.send(request, over: client)
        #expect(beyond.status == 416 && beyond.metrics.isReused)
    }

    @Test(arguments: Way.allCases)
    func `with more body than it takes get its answer all the same`(way: Way) async throws {
        let nginx = try await NginxServer(locations: "client_max_body_size 1k; location = /p { return 200 taken; }")
        let client = HTTPClient.patient()
        for url in [nginx.url("/p"), nginx.tlsURL("/p")] {
            var request = try HTTPRequest(url)
            request.method = .post
            request.body = .bytes(Array(repeating: 0x61, count: 100_000))
            #expect(try await way.send(request, over: client).status == 413)
            request.body = .bytes(Array(repeating: 0x61, count: 1000))
            #expect(try await way.send(request, over: client).body == Array("taken".utf8))
        }
    }

    @Test(arguments: Way.allCases) func `follow its redirects`(way: Way) async throws {
        let nginx = try await NginxServer(
            files: ["to/f.txt": Array("there".utf8)],
            locations: "location = /from { return 301 /to/f.txt; } location = /round { return 302 /round; }"
        )
        let client = HTTPClient.patient()
        let answer = try await way.get(nginx.tlsURL("/from"), over: client)
        #expect(answer.body == Array("there".utf8) && answer.redirects.map(\.status) == [301])
        let folder = try await way.get(nginx.url("/to"), over: client)
        #expect(folder.url.path == "/to/" && folder.status == 403)
        let error = await #expect(throws: TransportError.self) {
            try await way.get(nginx.url("/round"), over: client)
        }
        #expect(error?.kind == .tooManyRedirects)
    }

    @Test(arguments: Way.allCases) func `write a long body into a file`(way: Way) async throws {
        let body = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
        let nginx = try await NginxServer(files: ["long.bin": body])
        let folder = try TemporaryDirectory()
        let client = HTTPClient.patient()
        let answer = try await way.send(
            HTTPRequest(nginx.tlsURL("/long.bin")),
            over: client,
            into: .file(path: folder.path("long.bin"), replacing: false)
        )
        #expect(answer.status == 200 && answer.body.isEmpty)
        #expect(try folder.read("long.bin") == body)
    }

    @Test func `fail to connect once it has gone, and say that it is safe to repeat them`() async throws {
        let nginx = try await NginxServer()
        let client = HTTPClient.patient()
        #expect(try await Way.async.get(nginx.tlsURL(), over: client).status == 200)
        nginx.stop()
        let error = await #expect(throws: TransportError.self) {
            try await Way.async.get(nginx.tlsURL(), over: client)
        }
        #expect(error?.kind == .connect && error?.retry == .always)
    }
}
