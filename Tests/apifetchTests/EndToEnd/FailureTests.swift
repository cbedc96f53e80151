import TestSupport
import Testing

@Suite struct `A transfer that fails` {
    private static let malformed: [(String, String, Int32)] = [
        ("no HTTP", "SSH-2.0-OpenSSH\r\n\r\n", 8), ("nothing", "", 52),
        ("a cut head", "HTTP/1.1 200 OK\r\nContent-Le", 56),
        ("a cut body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", 18),
        ("cut chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel", 18),
        ("a broken coding", "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope", 61),
    ]

    @Test(arguments: malformed)
    func `has curl's exit code`(_ what: String, _ answer: String, _ code: Int32) async throws {
        let server = try ScriptedServer { _ in [.send(answer), .close] }
        let outcome = try await Program.run([server.url()])
        #expect(outcome.code == code, "\(what)")
        #expect(outcome.messages.hasPrefix("apifetch: (\(code)) "))
    }

    @Test func `has the code of a broken connection when that is reset within a body`() async throws {
        let server = try ScriptedServer { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"), .reset] }
        #expect(try await Program.run([server.url()]).code == 56)
    }

    @Test func `has the codes of what never was a transfer`() async throws {
        let port = try RefusingPort.find()
        for (arguments, code) in [
            (["http://127.0.0.1:\(port)/"], Int32(7)), (["http://no-such-host.invalid/"], 6), (["http://"], 3),
            (["ftp://h/"], 1), (["-X", "A B", "http://h/"], 43), (["-d", "@/nonexistent", "http://h/"], 26),
            (["-T", "/nonexistent", "http://127.0.0.1:\(port)/"], 26),
        ] {
            #expect(try await Program.run(arguments).code == code, "\(arguments)")
        }
    }

    @Test func `is silent when told to, unless errors are asked for`() async throws {
        #expect(try await Program.run(["-s", "http://"]).messages.isEmpty)
        #expect(try await Program.run(["-sS", "http://"]).messages.hasPrefix("apifetch: (3) "))
    }

    @Test func `ends at its deadline`() async throws {
        let port = try UnresponsivePort()
        let url = "http://127.0.0.1:\(port.port)/"
        #expect(try await Program.run(["-m", "0.2", url]).code == 28)
        #expect(try await Program.run(["--connect-timeout", "0.2", url]).code == 28)
        let release = Signal()
        let server = try ScriptedServer { _ in [.wait(for: release)] }
        #expect(try await Program.run(["-m", "0.2", server.url()]).code == 28)
        release.fire()
    }

    @Test func `is one of status when told so`() async throws {
        let answer = HTTPBytes.response(404, "Not Found", text: "gone")
        let server = try ScriptedServer.serving([answer, answer, answer])
        let plain = try await Program.run([server.url()])
        #expect(plain.code == 0 && plain.text == "gone")
        let dropped = try await Program.run(["-f", server.url()])
        #expect(dropped.code == 22 && dropped.output.isEmpty && dropped.messages.contains("404"))
        let kept = try await Program.run(["--fail-with-body", server.url()])
        #expect(kept.code == 22 && kept.text == "gone")
    }

    @Test func `is told without what a terminal would obey`() async throws {
        let answer = HTTPBytes.response(404, "caf\u{9B}31m", text: "gone")
        let server = try ScriptedServer.serving([answer])
        let outcome = try await Program.run(["-f", server.url()])
        #expect(outcome.messages.contains("caf\u{FFFD}31m"))
        #expect(!outcome.messages.contains("\u{9B}"))
    }

    @Test func `keeps to the limits of size`() async throws {
        let answer = HTTPBytes.response(body: Array(repeating: 97, count: 2000))
        let server = try ScriptedServer.serving([answer, answer])
        #expect(try await Program.run(["--max-filesize", "1k", server.url()]).code == 63)
        #expect(try await Program.run(["--max-decoded-size", "1k", server.url()]).code == 63)
    }

    @Test func `follows no more redirects than allowed`() async throws {
        let server = try ScriptedServer { request in
            [.send(HTTPBytes.response(302, "Found", fields: [("Location", "\(request.target)x")]))]
        }
        #expect(try await Program.run(["-L", "--max-redirs", "2", server.url("/")]).code == 47)
        #expect(server.requests.count == 3)
    }

    private static let distrusted: [(String, TestIdentity, String)] = [
        ("certificateExpired", TestCertificates.expired, "127.0.0.1"),
        ("certificateNotYetValid", TestCertificates.notYetValid, "127.0.0.1"),
        ("certificateHostMismatch", TestCertificates.wrongHost, "localhost"),
        ("certificateHostMismatch", TestCertificates.commonNameOnly, "localhost"),
        ("certificateSelfSigned", TestCertificates.selfSigned, "127.0.0.1"),
        ("certificateUntrusted", TestCertificates.untrusted, "127.0.0.1"),
    ]

    @Test(arguments: distrusted.indices)
    func `trusts no certificate that it should not`(_ index: Int) async throws {
        let (kind, identity, host) = Self.distrusted[index]
        let folder = try TemporaryDirectory()
        try folder.write(TestCertificates.authority.certificatePEM, to: "ca.pem")
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi")], .init(tls: .init(identity)))
        let url = server.url(host: host)
        let outcome = try await Program.run(["--report", "json", "--cacert", folder.path("ca.pem"), url])
        #expect(outcome.code == 60)
        let error = try #require(try outcome.reports().first?["error"] as? [String: Any])
        #expect(error["kind"] as? String == kind)
        #expect(server.requests.isEmpty)
        #expect(try await Program.run(["-k", url]).text == "hi")
    }

    @Test func `pins keys, and shows a certificate of its own`() async throws {
        let folder = try TemporaryDirectory()
        let trust = ["--cacert", try folder.write(TestCertificates.authority.certificatePEM, to: "ca.pem")]
        let identity = TestCertificates.client
        try folder.write(identity.chainPEM + identity.keyPEM(encryptedWith: "se:cret"), to: "me.pem")
        var options = TLSServerOptions()
        options.clientAuthority = TestCertificates.authority
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi")], .init(tls: options))
        let mine = ["-E", folder.path("me.pem") + ":se:cret"]
        let pin = ["--pinnedpubkey", "sha256//" + TestCertificates.valid.pin]
        #expect(try await Program.run(trust + mine + pin + [server.url()]).text == "hi")
        let other = ["--pinnedpubkey", "sha256//" + TestCertificates.expired.pin]
        #expect(try await Program.run(trust + mine + other + [server.url()]).code == 90)
        #expect(try await Program.run(trust + ["-E", "/nonexistent", server.url()]).code == 58)
    }

    @Test func `names a CA file that it cannot use`() async throws {
        let server = try ScriptedServer.serving([HTTPBytes.response()], .init(tls: .init()))
        #expect(try await Program.run(["--cacert", "/nonexistent.pem", server.url()]).code == 77)
    }

    @Test func `has the exit code of the last, or of the first when told so`() async throws {
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "a"), HTTPBytes.response(text: "b")])
        let outcome = try await Program.run(["http://", server.url()])
        #expect(outcome.code == 0 && outcome.text == "a")
        let early = try await Program.run(["--fail-early", "http://", server.url()])
        #expect(early.code == 3 && early.output.isEmpty)
    }
}
