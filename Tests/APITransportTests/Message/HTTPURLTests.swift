import APITransport
import Testing

@Suite struct `A request's URL` {
    @Test func `has parts`() throws {
        let url = try HTTPURL("HTTPS://us%20er:p%40ss@Example.ORG:8443/a%2Fb/../c;d?e=f&g#h")
        #expect(url.scheme == "https")
        #expect(url.isSecure)
        #expect(url.user == "us er")
        #expect(url.password == "p@ss")
        #expect(url.host == "example.org")
        #expect(url.port == 8443)
        #expect(url.explicitPort == 8443)
        #expect(url.target == "/c;d?e=f&g")
        #expect(url.path == "/c;d")
        #expect(url.query == "e=f&g")
        #expect(url.fragment == "h")
        #expect(url.hostField == "example.org:8443")
        #expect(url.origin.description == "https://example.org:8443")
        #expect(url.description == "https://us%20er:p%40ss@example.org:8443/c;d?e=f&g#h")
        #expect(url.redacted == "https://example.org:8443/c;d")
    }

    @Test func `may go without most of them`() throws {
        let url = try HTTPURL("http://h")
        #expect(url.user == nil)
        #expect(url.password == nil)
        #expect(url.query == nil)
        #expect(url.fragment == nil)
        #expect(url.explicitPort == nil)
        #expect(url.port == 80)
        #expect(url.path == "/")
        #expect(try HTTPURL("https://h:443").description == "https://h/")
        #expect(try HTTPURL("http://h?").query == "")
    }

    @Test(arguments: [
        "/%FF/x", "/a;b%3Bc", "/a%2Fb", "/items:batchGet", "/%7euser/%41", "/a//b/", "/a%00b", "/'!$&()*+,=@[]|",
    ])
    func `keeps what the caller escaped`(_ path: String) throws {
        #expect(try HTTPURL("http://h\(path)").target == path)
    }

    @Test(
        arguments: [
            ("/caf\u{E9}", "/caf%C3%A9"), ("/\u{1F600}?\u{1F600}", "/%F0%9F%98%80?%F0%9F%98%80"),
            ("/{a}", "/%7Ba%7D"), ("/a?{\"b\":<1>}", "/a?{%22b%22:%3C1%3E}"), ("/`^", "/%60%5E"), ("/100%", "/100%"),
        ])
    func `has the rest escaped`(_ path: String, _ target: String) throws {
        #expect(try HTTPURL("http://h\(path)").target == target)
    }

    @Test(
        arguments: [
            "http://h/a b", "http://h/a\r\nX: y", "http://h/a\nb", "http://h/\u{00}", "http://h/\u{7F}",
            "http://h/a?b\tc",
            "http://h\r\n/", " http://h/", "http://h/ ", "http://h\u{00}/", "http://h/\\a", "http:\\\\h",
            "http://u\\@h/",
            "", "h", "/a", "//h/a", "http", "http:", "http:/", "http://", "http:///a", "http://:80", "http://@",
            "http:h",
            "http://h:a", "http://h:65536", "http://h:-1", "http://h:99999999999999999999", "http://[::1",
            "http://[::1]a",
            "http://::1", "http://[]", "http://[1:2]", "http://[::g]", "http://[1:2:3:4:5:6:7:8:9]", "http://[::1%25]",
            "http://[::1%25a%00]", "http://[1::2::3]", "http://[:1::2]", "http://[::1.2.3]", "http://[::256.1.1.1]",
            "http://[::1.2.3.04]", "http://[v1.a]", "http://[::1:]", "http://[12345::]", "http://h%41/",
            "1http://h", ":h", "://h", "ht tp://h",
        ])
    func `is refused when no request can be sent to it`(_ text: String) {
        let error = #expect(throws: TransportError.self) { try HTTPURL(text) }
        #expect(error?.kind == .badURL)
    }

    @Test(arguments: ["ftp://h/", "file:///etc/passwd", "mailto:a@b", "ws://h", "x+y-z.1:a"])
    func `is refused with another scheme`(_ text: String) {
        let error = #expect(throws: TransportError.self) { try HTTPURL(text) }
        #expect(error?.kind == .unsupportedScheme)
    }

    @Test(
        arguments: [
            ("[::1]", "::1", "[::1]"), ("[::1]:8080", "::1", "[::1]:8080"),
            ("[2001:DB8::A]", "2001:db8::a", "[2001:db8::a]"),
            ("[fe80::1%25eth0]", "fe80::1%eth0", "[fe80::1]"), ("[fe80::1%eth0]:1", "fe80::1%eth0", "[fe80::1]:1"),
            ("[::ffff:1.2.3.4]", "::ffff:1.2.3.4", "[::ffff:1.2.3.4]"),
            ("[1:2:3:4:5:6:7:8]", "1:2:3:4:5:6:7:8", "[1:2:3:4:5:6:7:8]"),
            ("[1:2:3:4:5:6:7::]", "1:2:3:4:5:6:7::", "[1:2:3:4:5:6:7::]"), ("[::]", "::", "[::]"),
            ("1.2.3.4", "1.2.3.4", "1.2.3.4"),
        ])
    func `may have a numeric host`(_ authority: String, _ host: String, _ field: String) throws {
        let url = try HTTPURL("http://u@\(authority)/")
        #expect(url.host == host)
        #expect(url.hostField == field)
        #expect(try HTTPURL(url.description) == url)
    }

    @Test(
        arguments: [
            ("/a/./b/../c", "/a/c"), ("/..", "/"), ("/../../a", "/a"), ("/a/..", "/"), ("/a/.", "/a/"),
            ("/.a/..b/c.", "/.a/..b/c."),
            ("/a/...", "/a/..."), ("/a//../b", "/a/b"), ("/a/b/..?x/../y", "/a/?x/../y"),
        ])
    func `has no dot segments, unless it is asked for`(_ path: String, _ target: String) throws {
        #expect(try HTTPURL("http://h\(path)").target == target)
        #expect(try HTTPURL("http://h\(path)", pathAsIs: true).target == path)
    }

    @Test(
        arguments: [
            ("b", "http://u:p@h:81/x/b"), ("/b", "http://u:p@h:81/b"), ("?q", "http://u:p@h:81/x/y?q"),
            ("#g", "http://u:p@h:81/x/y?z#g"), ("", "http://u:p@h:81/x/y?z"), ("//i/b", "http://i/b"),
            ("//i", "http://i/"), ("https://i", "https://i/"), ("../../c", "http://u:p@h:81/c"),
            ("./", "http://u:p@h:81/x/"),
            (" b ", "http://u:p@h:81/x/b"), ("a b?c d#e f", "http://u:p@h:81/x/a%20b?c%20d#e%20f"),
            ("./a:b", "http://u:p@h:81/x/a:b"),
            ("caf\u{E9}", "http://u:p@h:81/x/caf%C3%A9"), ("?", "http://u:p@h:81/x/y?"),
        ])
    func `leads where a reference points`(_ reference: String, _ result: String) throws {
        #expect(try HTTPURL("http://u:p@h:81/x/y?z#f").resolving(reference).description == result)
    }

    @Test func `hands its fragment on to a redirect that has none`() throws {
        let url = try HTTPURL("http://h/x#f")
        for (reference, result) in [("/b", "http://h/b#f"), ("/b#g", "http://h/b#g"), ("/b#", "http://h/b#")] {
            let bytes = Array(reference.utf8)
            #expect(try url.resolving(bytes: bytes.span, inheritsFragment: true).description == result)
        }
    }

    @Test func `takes a reference's bytes as they are`() throws {
        let url = try HTTPURL("http://h/x")
        let reference: [UInt8] = [0x2F, 0xFF]
        #expect(try url.resolving(bytes: reference.span).target == "/%FF")
    }

    @Test(arguments: ["/a\r\nX: y", "/a\u{00}", "\\b", "a:b", ":b", "http:b", "//", "///b", "//u@", "/a\u{1F}"])
    func `does not follow a reference that is broken`(_ reference: String) throws {
        let url = try HTTPURL("http://h/x")
        #expect(throws: TransportError.self) { try url.resolving(reference) }
    }

    @Test(
        arguments: [
            ("http://h/a", "b=c", "http://h/a?b=c"), ("http://h/a?x", "b=c", "http://h/a?x&b=c"),
            ("http://h/a?", "b", "http://h/a?b"),
            ("http://h/a?x#f", "b", "http://h/a?x&b#f"), ("http://h/a#f", "b", "http://h/a?b#f"),
            ("http://h/a", "", "http://h/a"),
            ("http://h/a", "b#c", "http://h/a?b%23c"), ("http://u@h:1/a", "b", "http://u@h:1/a?b"),
        ])
    func `takes more query`(_ url: String, _ query: String, _ result: String) throws {
        #expect(try HTTPURL(url).appendingQuery(query).description == result)
    }

    @Test(arguments: ["http://u:p@h:81/x?y#z", "http://u@[fe80::1%25e]:81/x?y#z", "http://h/x"])
    func `can lose its userinfo`(_ text: String) throws {
        let url = try HTTPURL(text).withoutUserInfo
        #expect(url.user == nil)
        #expect(url.password == nil)
        #expect(url == (try HTTPURL(url.description)))
        #expect(url.hostField == (try HTTPURL(text).hostField))
        #expect(url.target == (try HTTPURL(text).target))
        #expect(url.fragment == (try HTTPURL(text).fragment))
    }
}
