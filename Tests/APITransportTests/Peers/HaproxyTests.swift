import APITransport
import TestSupport
import Testing

@Suite(.enabled(if: HaproxyServer.isAvailable)) struct `Requests through haproxy` {
    @Test(arguments: Way.allCases) func `carry bodies there and back`(way: Way) async throws {
        let behind = try EmbeddedHTTPServer(routes: ["POST /echo": { .init(body: $0.body) }])
        let haproxy = try await HaproxyServer(backend: behind.port)
        let client = HTTPClient.patient()
        let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        for url in [haproxy.url("/echo"), haproxy.tlsURL("/echo")] {
            for round in 0..<2 {
                var request = try HTTPRequest(url)
                request.method = .post
                request.body = .bytes(body)
                let answer = try await way.send(request, over: client)
                #expect(answer.body == body && answer.metrics.isReused == (round > 0))
            }
        }
    }

    @Test(arguments: Way.allCases) func `get its own answers`(way: Way) async throws {
        let haproxy = try await HaproxyServer(
            backend: try RefusingPort.find(),
            rules: [
                "http-request deny deny_status 429 if { path /busy }",
                "http-request return status 200 content-type text/plain string short if { path /short }",
                "http-request redirect location /short code 307 if { path /moved }",
            ]
        )
        let client = HTTPClient.patient()
        #expect(try await way.get(haproxy.url("/busy"), over: client).status == 429)
        #expect(try await way.get(haproxy.tlsURL("/short"), over: client).body == Array("short".utf8))
        #expect(try await way.get(haproxy.tlsURL("/moved"), over: client).redirects.map(\.status) == [307])
        #expect(try await way.get(haproxy.url("/behind"), over: client).status == 503)
    }

    @Test(arguments: Way.allCases) func `that it turns away without an answer are errors`(way: Way) async throws {
        let behind = try EmbeddedHTTPServer(routes: [:])
        let haproxy = try await HaproxyServer(
            backend: behind.port,
            rules: ["http-request reject if { path /away }"]
        )
        let client = HTTPClient.patient()
        for url in [haproxy.url("/away"), haproxy.tlsURL("/away")] {
            let error = await #expect(throws: TransportError.self) { try await way.get(url, over: client) }
            #expect(error?.kind == .closed && error?.requestSent == true && error?.answerBegan == false)
        }
    }

    @Test(arguments: Way.allCases) func `outlive connections that it closes after each answer`(way: Way) async throws {
        let behind = try EmbeddedHTTPServer(routes: ["GET /": { _ in .text("yes") }])
        let haproxy = try await HaproxyServer(backend: behind.port, rules: ["option httpclose"])
        let client = HTTPClient.patient()
        for _ in 0..<5 {
            let answer = try await way.get(haproxy.tlsURL(), over: client)
            #expect(answer.body == Array("yes".utf8) && !answer.metrics.isReused)
        }
    }
}
