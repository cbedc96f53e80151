import APITransport
import Testing
import apifetch

@Suite struct `A request from the command line` {
    private static let files: [String: String] = ["form.txt": "a=1\r\nb=2\n\0", "name": "ü &", "j.json": "[1]\n"]

    private static let folder = RequestBuilder.Files(
        read: { (path) throws(TransportError) in
            guard let text = files[path] else {
                throw TransportError(kind: .file, phase: .send, message: "There is no such file")
            }
            return Array(text.utf8)
        },
        open: { (path) throws(TransportError) in .file(path: path) }
    )

    private func request(_ arguments: String...) throws -> HTTPRequest {
        let settings = try ArgumentParser.parse(arguments).requests[0]
        return try RequestBuilder(settings, Self.folder).request(number: 0)
    }

    private func body(_ request: HTTPRequest) -> String? {
        guard case .bytes(let bytes) = request.body else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (["http://h"], "GET"), (["-I", "http://h"], "HEAD"), (["-d", "x", "http://h"], "POST"),
        (["-G", "-d", "x", "http://h"], "GET"), (["-I", "-G", "-d", "x", "http://h"], "HEAD"),
        (["-T", "f", "http://h"], "PUT"), (["-X", "PATCH", "-d", "x", "http://h"], "PATCH"),
    ])
    func `has the method that its options ask for`(_ arguments: [String], _ method: String) throws {
        let settings = try ArgumentParser.parse(arguments).requests[0]
        let builder = RequestBuilder(settings, Self.folder)
        #expect(try builder.request(number: 0).method.rawValue == method)
        #expect(builder.methodName == method)
    }

    @Test func `refuses a method that is no token`() throws {
        let error = #expect(throws: TransportError.self) { try request("-X", "GET /", "http://h") }
        #expect(error?.kind == .invalidRequest)
    }

    @Test func `joins data by ampersands and says that it is a form`() throws {
        let made = try request(
            "-d",
            "x=1",
            "-d",
            "@form.txt",
            "--data-binary",
            "@form.txt",
            "--data-raw",
            "@y",
            "http://h"
        )
        #expect(body(made) == "x=1&a=1b=2&a=1\r\nb=2\n\0&@y")
        #expect(made.fields["content-type"] == "application/x-www-form-urlencoded")
    }

    @Test(arguments: [
        ("a b", "a%20b"), ("=a&b", "a%26b"), ("n=a/b~", "n=a%2Fb~"), ("@name", "%C3%BC%20%26"),
        ("n@name", "n=%C3%BC%20%26"), ("n=", "n="),
    ])
    func `escapes data where it is told to`(_ argument: String, _ expected: String) throws {
        #expect(body(try request("--data-urlencode", argument, "http://h")) == expected)
    }

    @Test func `puts data and queries into the URL`() throws {
        let made = try request("-G", "-d", "b=2", "--url-query", "q=ü", "--url-query", "+c=%20", "http://h/p?a=1#f")
        #expect(made.url.target == "/p?a=1&q=%C3%BC&c=%20&b=2")
        #expect(made.body == nil)
        #expect(!made.fields.contains("content-type"))
    }

    @Test func `sends JSON with both types, its pieces run together`() throws {
        let made = try request("--json", "{\"a\":", "--json", "@j.json", "--json", "}", "http://h")
        #expect(body(made) == "{\"a\":[1]\n}")
        #expect(made.method == .post)
        #expect(made.fields["content-type"] == "application/json")
        #expect(made.fields["accept"] == "application/json")
    }

    @Test func `lets a field of the caller's take the place of its own`() throws {
        let made = try request("--json", "1", "-H", "Content-Type: text/x", "-H", "accept:", "http://h")
        #expect(made.fields.values("content-type") == ["text/x"])
        #expect(!made.fields.contains("accept"))
        #expect(made.options.omittedDefaults == ["accept"])
    }

    @Test func `keeps fields in order, empty ones too`() throws {
        let made = try request("-H", "B: 2", "-H", "A;", "-H", "B: 1", "-A", "me", "-e", "http://r", "http://h")
        #expect(made.fields.map(\.name) == ["B", "A", "B", "User-Agent", "Referer"])
        #expect(made.fields.values("b") == ["2", "1"])
        #expect(made.fields["a"]?.isEmpty == true)
    }

    @Test func `goes without a name when it is called nothing`() throws {
        #expect(try request("-A", "", "http://h").options.omittedDefaults == ["User-Agent"])
    }

    @Test func `refuses a field that would break the head`() throws {
        let error = #expect(throws: TransportError.self) { try request("-H", "A: b\r\nC: d", "http://h") }
        #expect(error?.kind == .invalidRequest)
    }

    @Test(arguments: [("0-9", "bytes=0-9"), ("-5", "bytes=-5"), ("4", "bytes=4-"), ("0-1,3-4", "bytes=0-1,3-4")])
    func `asks for a range`(_ range: String, _ value: String) throws {
        #expect(try request("-r", range, "http://h").fields["range"] == value)
    }

    @Test func `sends the cookies it is given`() throws {
        #expect(try request("-b", "a=1; b=2", "-b", "c=3", "http://h").fields["cookie"] == "a=1; b=2; c=3")
        #expect(try request("-b", "file", "http://h").fields["cookie"] == nil)
    }

    @Test func `takes credentials from its options, else from the URL`() throws {
        #expect(try request("-u", "a:b:c", "http://x:y@h").options.credentials == .basic(user: "a", password: "b:c"))
        #expect(try request("http://x:%79@h").options.credentials == .basic(user: "x", password: "y"))
        #expect(try request("--digest", "-u", "a:", "http://h").options.credentials == .digest(user: "a", password: ""))
        #expect(try request("--anyauth", "http://x@h").options.credentials == .strongest(user: "x", password: ""))
        #expect(try request("--oauth2-bearer", "t", "http://h").options.credentials == .bearer("t"))
        #expect(try request("http://h").options.credentials == nil)
    }

    @Test func `follows redirects only when told to`() throws {
        #expect(try request("http://h").options.redirects.follows == false)
        let policy = try request("-L", "--max-redirs", "3", "--post301", "--post303", "http://h").options.redirects
        #expect(policy.follows && policy.maximum == 3 && policy.keepsPost == [.movedPermanently, .seeOther])
        #expect(try request("-L", "http://h").options.redirects.maximum == 20)
        #expect(try request("-L", "--max-redirs", "-1", "http://h").options.redirects.maximum == nil)
    }

    @Test func `bounds time and size`() throws {
        let options = try request(
            "--connect-timeout",
            "2.5",
            "-m",
            "9",
            "--max-filesize",
            "1k",
            "--max-decoded-size",
            "7",
            "http://h"
        ).options
        #expect(options.deadlines == Deadlines(connect: .milliseconds(2500), total: .seconds(9)))
        #expect(options.maximumBodyBytes == 1024 && options.maximumDecodedBytes == 7)
    }

    @Test func `takes a URL without a scheme for http`() throws {
        #expect(try request("h:8080/p").url.description == "http://h:8080/p")
        #expect(try request("HTTPS://h").url.description == "https://h/")
    }

    @Test(arguments: [
        ("ftp://h", TransportError.Kind.unsupportedScheme), ("http://", .badURL), ("http://a b", .badURL),
    ])
    func `refuses what is no URL for it`(_ url: String, _ kind: TransportError.Kind) throws {
        let error = #expect(throws: TransportError.self) { try request(url) }
        #expect(error?.kind == kind)
    }

    @Test(arguments: [
        ("http://h", "/b%20c"), ("http://h/", "/b%20c"), ("http://h/d/", "/d/b%20c"), ("http://h/d", "/d"),
        ("http://h/d/?q=/", "/d/b%20c?q=/"), ("h", "/b%20c"),
    ])
    func `names an upload after its file where the URL does not`(_ url: String, _ target: String) throws {
        let made = try request("-T", "/tmp/b c", url)
        #expect(made.url.target == target)
        guard case .file("/tmp/b c") = made.body else {
            Issue.record("the body is \(String(describing: made.body))")
            return
        }
    }

    @Test func `fails when a file cannot be read`() throws {
        let error = #expect(throws: TransportError.self) { try request("-d", "@none", "http://h") }
        #expect(error.map { ExitCode.of($0) } == 26)
    }
}
