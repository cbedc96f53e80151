import TestSupport
import Testing

@Suite struct `The program` {
    @Test func `prints the body as it came, and nothing else`() async throws {
        let body = (0...255).map { UInt8($0) } + Array("end".utf8)
        let server = try ScriptedServer.serving([HTTPBytes.response(body: body)])
        let outcome = try await Program.run([server.url("/a?b=%2F")])
        #expect(outcome.output == body)
        #expect(outcome.messages.isEmpty)
        #expect(outcome.code == 0)
        let request = try #require(server.requests.first)
        #expect(request.method == "GET" && request.target == "/a?b=%2F")
        #expect(request["Host"] == server.authority)
        #expect(request["Accept"] == "*/*")
        #expect(request["Accept-Encoding"] == "gzip, deflate")
    }

    @Test func `prints the head before the body when told to`() async throws {
        let answer = "HTTP/1.1 201 Made it\r\nX-One: a\r\nx-two:  b \r\nContent-Length: 2\r\n\r\nhi"
        let server = try ScriptedServer.serving([answer])
        let outcome = try await Program.run(["-i", server.url()])
        #expect(outcome.text == "HTTP/1.1 201 Made it\r\nX-One: a\r\nx-two: b\r\nContent-Length: 2\r\n\r\nhi")
    }

    @Test func `prints the heads that came before the last, too`() async throws {
        let server = try ScriptedServer.serving([
            "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 3\r\n\r\nold",
            "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
        ])
        let outcome = try await Program.run(["-iL", server.url()])
        #expect(
            outcome.text == "HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 3\r\n\r\n"
                + "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"
        )
    }

    @Test func `says where a redirect came from when told so`() async throws {
        let moved = Array("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n".utf8)
        let server = try ScriptedServer.serving([moved, HTTPBytes.response(), moved, HTTPBytes.response()])
        let url = server.url("/a?q=1")
        #expect(try await Program.run(["-L", "-e", ";auto", "-u", "me:secret", url + "#part"]).code == 0)
        #expect(try await Program.run(["-L", "-e", "http://h/;auto", url]).code == 0)
        let referers = server.requests.map { $0["referer"] ?? "" }
        #expect(referers == ["", url, "http://h/", url])
    }

    @Test func `asks for the head alone`() async throws {
        let server = try ScriptedServer.serving(["HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"])
        let outcome = try await Program.run(["-I", server.url()])
        #expect(outcome.text == "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n")
        #expect(outcome.code == 0)
        #expect(server.requests.first?.method == "HEAD")
    }

    @Test func `writes heads to a file`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "a"), HTTPBytes.response(text: "b")])
        let outcome = try await Program.run(["-D", folder.path("heads"), server.url("/1"), server.url("/2")])
        #expect(outcome.text == "ab")
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n"
        #expect(String(decoding: try folder.read("heads"), as: UTF8.self) == head + head)
    }

    @Test func `sends data, fields and credentials`() async throws {
        let server = try ScriptedServer.serving([HTTPBytes.response()])
        let outcome = try await Program.run([
            "-s", "-u", "Aladdin:open sesame", "-H", "X: y", "-H", "Accept:", "-A", "me", "-d", "a=1", server.url(),
        ])
        #expect(outcome.code == 0)
        let request = try #require(server.requests.first)
        #expect(request.method == "POST" && request.text == "a=1")
        #expect(request["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
        #expect(request["X"] == "y" && request["Accept"] == nil && request["User-Agent"] == "me")
        #expect(request["Content-Type"] == "application/x-www-form-urlencoded")
    }

    @Test func `uploads a file, or standard input in chunks`() async throws {
        let folder = try TemporaryDirectory()
        try folder.write("from a file", to: "f.txt")
        let server = try ScriptedServer.serving((0..<4).map { _ in HTTPBytes.response() })
        #expect(try await Program.run(["-T", folder.path("f.txt"), server.url("/up/")]).code == 0)
        for input in ["-", "."] {
            let arguments = ["-T", input, server.url("/in")]
            #expect(try await Program.run(arguments, input: Array("from input".utf8)).code == 0)
        }
        #expect(try await Program.run(["-d", "@-", server.url("/d")], input: Array("a\nb".utf8)).code == 0)
        let requests = server.requests
        #expect(requests.map(\.method) == ["PUT", "PUT", "PUT", "POST"])
        #expect(requests.map(\.target) == ["/up/f.txt", "/in", "/in", "/d"])
        #expect(requests.map(\.text) == ["from a file", "from input", "from input", "ab"])
        #expect(requests[0]["Content-Length"] == "11" && requests[1]["Transfer-Encoding"] == "chunked")
    }

    @Test func `runs several URLs over one connection`() async throws {
        let server = try ScriptedServer.serving(["1", "2", "3"].map { HTTPBytes.response(text: $0) })
        let arguments = [server.url("/a"), server.url("/b"), "--next", "-X", "DELETE", server.url("/c")]
        let outcome = try await Program.run(arguments)
        #expect(outcome.text == "123")
        #expect(server.requests.map(\.method) == ["GET", "GET", "DELETE"])
        #expect(server.connectionCount == 1)
    }

    @Test func `connects where it is told to, under the name in the URL`() async throws {
        let server = try ScriptedServer.serving((0..<3).map { HTTPBytes.response(text: "\($0)") })
        let port = server.port
        for arguments in [
            ["--resolve", "one.test:\(port):127.0.0.1", "http://one.test:\(port)/"],
            ["--resolve", "*:\(port):[::1],127.0.0.1", "http://any.test:\(port)/"],
            // Of two that fit the first counts.
            ["--connect-to", "a.test::127.0.0.1:\(port)", "--connect-to", "a.test::127.0.0.1:1", "http://a.test/"],
        ] {
            #expect(try await Program.run(arguments).code == 0, "\(arguments)")
        }
        #expect(server.requests.map { $0["Host"] } == ["one.test:\(port)", "any.test:\(port)", "a.test"])
    }

    @Test func `decodes compressed bodies unless told not to`() async throws {
        // "hi", as gzip -n makes it.
        let gzip: [UInt8] = [
            0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xcb, 0xc8, 4, 0, 0xac, 0x2a, 0x93, 0xd8, 2, 0, 0, 0,
        ]
        let answer = HTTPBytes.response(fields: [("Content-Encoding", "gzip")], body: gzip)
        let server = try ScriptedServer.serving([answer, answer])
        #expect(try await Program.run([server.url()]).text == "hi")
        #expect(try await Program.run(["--no-compressed", server.url()]).output == gzip)
        #expect(server.requests.map { $0["Accept-Encoding"] } == ["gzip, deflate", nil])
    }

    @Test func `follows redirects, and keeps credentials to the origin they are for`() async throws {
        let other = try ScriptedServer.serving([HTTPBytes.response(text: "there")])
        let server = try ScriptedServer.serving([
            HTTPBytes.response(302, "Found", fields: [("Location", "/near")], text: "moved"),
            HTTPBytes.response(302, "Found", fields: [("Location", other.url("/far"))], text: "moved"),
        ])
        let outcome = try await Program.run(["-L", "-u", "a:b", "-w", "%{num_redirects}", server.url("/start")])
        #expect(outcome.text == "there2")
        #expect(server.requests.map(\.target) == ["/start", "/near"])
        #expect(server.requests.allSatisfy { $0["Authorization"] == "Basic YTpi" })
        #expect(other.requests.map { $0["Authorization"] } == [nil])
    }

    @Test func `shows a redirect that it is not told to follow`() async throws {
        let answer = HTTPBytes.response(302, "Found", fields: [("Location", "/")], text: "moved")
        let server = try ScriptedServer.serving([answer])
        let outcome = try await Program.run(["-w", " %{redirect_url}", server.url("/a")])
        #expect(outcome.text == "moved " + server.url("/"))
    }

    @Test func `keeps cookies between URLs and between runs`() async throws {
        let folder = try TemporaryDirectory()
        let fields = [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2; Max-Age=1000")]
        let server = try ScriptedServer.serving(
            [HTTPBytes.response(fields: fields)] + Array(repeating: HTTPBytes.response(), count: 3)
        )
        let jar = folder.path("jar")
        #expect(try await Program.run(["-b", jar, "-c", jar, server.url(), server.url()]).code == 0)
        #expect(try await Program.run(["-b", jar, server.url()]).code == 0)
        #expect(try await Program.run(["-b", jar, "-j", server.url()]).code == 0)
        #expect(server.requests.map { $0["Cookie"] } == [nil, "a=1; b=2", "a=1; b=2", "b=2"])
    }

    @Test func `tells what goes on, without secrets`() async throws {
        let answer = HTTPBytes.response(fields: [("Set-Cookie", "sid=geheim; Path=/")], text: "x")
        let server = try ScriptedServer.serving([answer, answer])
        let outcome = try await Program.run([
            "-v", "-u", "name:geheim", "-b", "c=geheim", server.url(), "--next", "--oauth2-bearer", "geheim",
            server.url(),
        ])
        #expect(outcome.text == "xx")
        #expect(!outcome.messages.contains("geheim") && !outcome.messages.contains("bmFtZTpnZWhlaW0="))
        let lines = outcome.messages.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
        for line in [
            "> GET / HTTP/1.1", "> Authorization: Basic [hidden]", "> Cookie: c=[hidden]", "< HTTP/1.1 200 OK",
            "< Set-Cookie: sid=[hidden]; Path=/", "> Authorization: Bearer [hidden]",
        ] {
            #expect(lines.contains(line))
        }
        #expect(outcome.messages.contains("first byte"))
    }

    @Test(arguments: [["--bogus"], ["-o"], []])
    func `refuses a command line that it does not understand`(_ arguments: [String]) async throws {
        let outcome = try await Program.run(arguments)
        #expect(outcome.code == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages.hasPrefix("apifetch: "))
    }

    @Test func `prints help and its version`() async throws {
        let help = try await Program.run(["--help"])
        #expect(help.code == 0 && help.text.contains("--max-time SECONDS"))
        #expect(try await Program.run(["-V"]).text.hasPrefix("apifetch "))
    }
}
