import Foundation
import TestSupport
import Testing

@Suite struct `The program's report` {
    private static let keys: Set<String> = [
        "url", "requested", "method", "status", "reason", "version", "headers", "informational", "trailers",
        "body_base64", "body_bytes", "redirects", "attempts", "metrics", "error", "exit",
    ]

    @Test func `fills every key`() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(TestCertificates.authority.certificatePEM, to: "ca.pem")
        let interim = Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8)
        let answer = HTTPBytes.chunkedResponse(
            fields: [("X-A", "1"), ("x-a", "2")],
            chunks: [Array("hel".utf8), Array("lo".utf8)],
            trailers: [("T", "t")]
        )
        let server = try ScriptedServer.serving([interim + answer], .init(tls: .init()))
        let outcome = try await Program.run(
            ["--report", "json", "--cacert", folder.path("ca.pem"), server.url("/x", host: "localhost")])
        #expect(outcome.code == 0)
        let reports = try outcome.reports()
        #expect(reports.count == 1)
        let report = try #require(reports.first)
        #expect(Set(report.keys) == Self.keys)
        #expect(report["url"] as? String == server.url("/x", host: "localhost"))
        #expect(report["status"] as? Int == 200 && report["reason"] as? String == "OK")
        #expect(report["version"] as? String == "1.1" && report["method"] as? String == "GET")
        #expect(
            report["headers"] as? [[String]] == [["X-A", "1"], ["x-a", "2"], ["Transfer-Encoding", "chunked"]]
        )
        let informational = try #require(report["informational"] as? [[String: Any]])
        #expect(informational.map { $0["status"] as? Int } == [103])
        #expect(informational.first?["headers"] as? [[String]] == [["Link", "</a>"]])
        #expect(report["trailers"] as? [[String]] == [["T", "t"]])
        #expect(report["body_base64"] as? String == "aGVsbG8=" && report["body_bytes"] as? Int == 5)
        #expect(report["attempts"] as? Int == 1 && report["exit"] as? Int == 0)
        #expect(report["error"] is NSNull)
        let metrics = try #require(report["metrics"] as? [String: Any])
        for name in ["connect_ms", "tls_ms", "first_byte_ms", "total_ms", "sent_bytes", "received_bytes"] {
            #expect(try #require(metrics[name] as? Double) > 0, "\(name): \(metrics)")
        }
        #expect(metrics["queue_ms"] is Double && metrics["resolve_ms"] is Double)
        #expect(metrics["tls"] as? String == "TLSv1.3" && metrics["protocol"] as? String == "http/1.1")
        #expect(metrics["reused"] as? Bool == false && metrics["resumed"] as? Bool == false)
        #expect((metrics["remote"] as? String)?.hasSuffix(":\(server.port)") == true)
    }

    @Test(.enabled(if: NginxServer.isAvailable))
    func `of two requests to nginx tells that the second went over the first's connection`() async throws {
        let folder = try TemporaryDirectory()
        try folder.write(TestCertificates.authority.certificatePEM, to: "ca.pem")
        let nginx = try await NginxServer()
        let url = "https://localhost:\(nginx.tlsPort)/"
        let outcome = try await Program.run(["--report", "json", "--cacert", folder.path("ca.pem"), url, url])
        let reports = try outcome.reports()
        #expect(reports.count == 2 && reports.allSatisfy { Set($0.keys) == Self.keys })
        let metrics = try reports.map { try #require($0["metrics"] as? [String: Any]) }
        #expect(metrics.map { $0["reused"] as? Bool } == [false, true])
        let times = ["queue_ms", "resolve_ms", "connect_ms", "tls_ms", "first_byte_ms", "total_ms"]
        for name in times + ["sent_bytes", "received_bytes"] {
            #expect(metrics.allSatisfy { $0[name] is Double }, "\(name)")
        }
        for name in ["resolve_ms", "connect_ms", "tls_ms", "first_byte_ms", "total_ms"] {
            #expect(try #require(metrics[0][name] as? Double) > 0, "\(name): \(metrics)")
        }
        #expect(metrics.allSatisfy { $0["tls"] as? String == "TLSv1.3" && $0["protocol"] as? String == "http/1.1" })
    }

    @Test func `has a line for each URL, with what had arrived before a failure`() async throws {
        let server = try ScriptedServer { request in
            request.target == "/cut"
                ? [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\nA: b\r\n\r\nsome more"), .close]
                : [.send(HTTPBytes.response(text: "ok"))]
        }
        let urls = [server.url("/ok"), "nonsense://x", server.url("/cut")]
        let outcome = try await Program.run(["--report", "json", "-s"] + urls)
        #expect(outcome.code == 18 && outcome.messages.isEmpty)
        let reports = try outcome.reports()
        #expect(reports.map { $0["exit"] as? Int } == [0, 1, 18])
        #expect(reports.map { $0["requested"] as? String } == urls)
        #expect(reports.allSatisfy { Set($0.keys) == Self.keys })
        let cut = reports[2]
        #expect(cut["status"] as? Int == 200 && cut["body_base64"] as? String == "c29tZSBtb3Jl")
        let error = try #require(cut["error"] as? [String: Any])
        #expect(error["kind"] as? String == "incompleteBody" && error["phase"] as? String == "body")
        #expect(error["received"] as? Int == 9 && error["expected"] as? Int == 100)
        #expect(error["request_sent"] as? Bool == true)
        #expect((error["message"] as? String)?.isEmpty == false)
    }

    @Test func `tells how far a transfer came that failed before its answer`() async throws {
        let server = try ScriptedServer(.init(tls: .init())) { _ in [.close] }
        let outcome = try await Program.run(["--report", "json", "-k", server.url("/", host: "localhost")])
        #expect(outcome.code == 52)
        let report = try #require(try outcome.reports().first)
        let metrics = try #require(report["metrics"] as? [String: Any])
        for name in ["connect_ms", "tls_ms", "total_ms", "sent_bytes"] {
            #expect(try #require(metrics[name] as? Double) > 0, "\(name): \(metrics)")
        }
        #expect(metrics["tls"] as? String == "TLSv1.3" && (metrics["remote"] as? String)?.isEmpty == false)
    }

    @Test func `names the file in place of the body`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hello")])
        let outcome = try await Program.run(["--report", "json", "-o", folder.path("f"), server.url()])
        let report = try #require(try outcome.reports().first)
        #expect(report["file"] as? String == folder.path("f") && report["body_base64"] == nil)
        #expect(report["body_bytes"] as? Int == 5)
        #expect(try folder.read("f") == Array("hello".utf8))
    }

    /// The program ends these itself, the engine has done its part.
    @Test(arguments: [
        (404, ["-f"], 22), (404, ["--fail-with-body"], 22), (200, ["-o", "/dev/full"], 23),
        (200, ["-D", "/dev/full"], 23),
    ])
    func `has the figures of a transfer that only the command line calls a failure`(
        status: Int,
        options: [String],
        code: Int32
    ) async throws {
        let server = try ScriptedServer.serving([HTTPBytes.response(status, "Word", text: "some text")])
        let outcome = try await Program.run(["--report", "json"] + options + [server.url()])
        #expect(outcome.code == code)
        let report = try #require(try outcome.reports().first)
        #expect(report["status"] as? Int == status && report["attempts"] as? Int == 1)
        let error = try #require(report["error"] as? [String: Any])
        #expect(error["request_sent"] as? Bool == true)
        let metrics = try #require(report["metrics"] as? [String: Any])
        for name in ["connect_ms", "total_ms", "sent_bytes", "received_bytes"] {
            #expect(try #require(metrics[name] as? Double) > 0, "\(name): \(metrics)")
        }
        #expect(metrics["remote"] as? String == "127.0.0.1:\(server.port)")
    }

    @Test func `has values to write out after a refused status`() async throws {
        let server = try ScriptedServer.serving([HTTPBytes.response(404, "Not Found", text: "gone")])
        let outcome = try await Program.run(
            ["-sf", "-w", "%{http_code} %{remote_ip} %{remote_port} %{num_connects}", server.url()])
        #expect(outcome.text == "404 127.0.0.1 \(server.port) 1")
    }

    @Test(arguments: [
        ["http://"], ["ftp://h/"], ["-d", "@/nonexistent", "http://h/"], ["-X", "A B", "http://h/"],
        ["-T", "/nonexistent", "http://h/"], ["-H", "a b: c", "http://h/"],
    ])
    func `counts no attempt for what was never sent`(arguments: [String]) async throws {
        let report = try #require(try await Program.run(["--report", "json"] + arguments).reports().first)
        #expect(report["attempts"] as? Int == 0)
        let error = try #require(report["error"] as? [String: Any])
        #expect(error["request_sent"] as? Bool == false)
    }
}
