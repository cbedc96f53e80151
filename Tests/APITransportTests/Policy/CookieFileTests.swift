import APITransport
import Foundation
import Testing

@Suite struct `A file of cookies` {
    static func parse(_ text: String) -> (cookies: [Cookie], skippedLines: Int) {
        NetscapeCookies.parse(Array(text.utf8), now: CookieSession.now)
    }

    @Test func `is read field by field`() throws {
        let text = """
            # Netscape HTTP Cookie File
            # a comment

            .example.test\tTRUE\t/silly/\tFALSE\t0\tsession\tthis
            #HttpOnly_www.example.test\tFALSE\t/\tTRUE\t22139150993\tid\t"a b=c"\r
            h.test\tFALSE\t/\tFALSE\t2000000000\tempty
            Set-Cookie: late=1; Domain=.h.test; Path=/x; Secure
            """
        let (cookies, skipped) = Self.parse(text)
        #expect(skipped == 0)
        try #require(cookies.count == 4)
        #expect(
            cookies[0]
                == Cookie(
                    name: "session",
                    value: "this",
                    domain: "example.test",
                    includesSubdomains: true,
                    path: "/silly/"
                )
        )
        #expect(
            cookies[1]
                == Cookie(
                    name: "id",
                    value: "\"a b=c\"",
                    domain: "www.example.test",
                    expires: 22_139_150_993,
                    isSecure: true,
                    isHTTPOnly: true
                )
        )
        #expect(cookies[2] == Cookie(name: "empty", value: "", domain: "h.test", expires: 2_000_000_000))
        #expect(
            cookies[3]
                == Cookie(
                    name: "late",
                    value: "1",
                    domain: "h.test",
                    includesSubdomains: true,
                    path: "/x",
                    isSecure: true
                )
        )
    }

    @Test(arguments: [
        "h.test\tFALSE\t/\tFALSE\tsoon\ta\tb", "h.test\tFALSE\tnone\tFALSE\t0\ta\tb", "h.test\tFALSE\t/\tFALSE\t0\t\tb",
        "h.test FALSE / FALSE 0 a b", "h.test\tFALSE\t/\tFALSE\t0", "\tFALSE\t/\tFALSE\t0\ta\tb",
        "h.test\tFALSE\t/\tFALSE\t0\ta\tb\tc", "h/t\tFALSE\t/\tFALSE\t0\ta\tb", "Set-Cookie: a=1",
        "h.test\tFALSE\t/\tFALSE\t-1\ta\tb", "h.test\tFALSE\t/\tFALSE\t0\ta\tb\u{1}",
    ])
    func `leaves out a line that is no cookie, and counts it`(_ line: String) {
        let (cookies, skipped) = Self.parse("\(line)\nh.test\tFALSE\t/\tFALSE\t0\tgood\t1\n")
        #expect(skipped == 1)
        #expect(cookies.map(\.name) == ["good"])
    }

    @Test func `is read back as it was written`() throws {
        let cookies = [
            Cookie(name: "a", value: "1", domain: "h.test", expires: 2_000_000_000),
            Cookie(
                name: "b",
                value: "",
                domain: "example.test",
                includesSubdomains: true,
                path: "/x/y",
                isSecure: true
            ),
            Cookie(name: "c", value: "\"ä b\"", domain: "::1", isHTTPOnly: true),
            Cookie(name: "#d", value: "=,=", domain: "127.0.0.1", expires: .max),
        ].compactMap(\.self)
        try #require(cookies.count == 4)
        let text = NetscapeCookies.format(cookies)
        let (back, skipped) = NetscapeCookies.parse(text, now: CookieSession.now)
        #expect(back == cookies)
        #expect(skipped == 0)
        #expect(text.starts(with: "# Netscape HTTP Cookie File\n".utf8))
        #expect(String(decoding: text, as: UTF8.self).contains("h.test\tFALSE\t/\tFALSE\t2000000000\ta\t1\n"))
    }

    @Test func `has no place for a tab`() throws {
        let cookie = try #require(Cookie(name: "a", value: "1\t2", domain: "h.test"))
        #expect(Self.parse(String(decoding: NetscapeCookies.format([cookie]), as: UTF8.self)).cookies.isEmpty)
    }

    @Test(arguments: ["test", "test.", "127.0.0.1", "::1"])
    func `cannot give a cookie to all below a domain that nobody owns`(_ domain: String) {
        let line = "\(domain)\tTRUE\t/\tFALSE\t0\ta\tb"
        #expect(Self.parse(line).cookies.map(\.includesSubdomains) == [false])
    }

    @Test func `counts a time that is too large as never`() {
        let line = "h.test\tFALSE\t/\tFALSE\t99999999999999999999999\ta\tb"
        #expect(Self.parse(line).cookies.first?.expires == .max)
    }

    @Test(arguments: [
        ("", "v", "h.test", "/"), ("a=b", "v", "h.test", "/"), ("a", "v;w", "h.test", "/"),
        ("a", "v\r\n", "h.test", "/"),
        ("a", "v", "", "/"), ("a", "v", "h test", "/"), ("a", "v", "h.test", "x"), ("a", " v", "h.test", "/"),
        ("a", "v", "h.test", "/;"), ("a", "v", ".h.test", "/"),
    ])
    func `never gets a cookie that could not be sent or kept`(
        _ name: String,
        _ value: String,
        _ domain: String,
        _ path: String
    ) {
        #expect(Cookie(name: name, value: value, domain: domain, path: path) == nil)
    }
}

@Suite struct `A client's cookies` {
    @Test func `are loaded, sent, changed and saved`() throws {
        let jar = HTTPCookieJar()
        let skipped = jar.load(
            Array(
                "h.test\tFALSE\t/\tFALSE\t0\tsession\t1\nh.test\tFALSE\t/\tFALSE\t32503680000\tlasting\t2\nnonsense\n"
                    .utf8
            )
        )
        #expect(skipped == 1)
        let url = try HTTPURL("http://h.test/x")
        #expect(jar.header(for: url).map { String(decoding: $0, as: UTF8.self) } == "session=1; lasting=2")
        jar.store(try HTTPFields([(name: "Set-Cookie", value: "new=3; Path=/")]), from: url)
        jar.removeAll { $0.name == "lasting" }
        jar.set(try #require(Cookie(name: "own", value: "4", domain: "h.test")))
        #expect(jar.cookies.map(\.name) == ["session", "new", "own"])
        let saved = HTTPCookieJar()
        #expect(saved.load(jar.netscapeText()) == 0)
        #expect(saved.cookies == jar.cookies)
        jar.removeAll()
        #expect(jar.cookies.isEmpty)
        #expect(jar.header(for: url) == nil)
    }

    @Test func `of the session are left out when asked`() {
        let jar = HTTPCookieJar()
        jar.load(
            Array("h.test\tFALSE\t/\tFALSE\t0\tsession\t1\nh.test\tFALSE\t/\tFALSE\t32503680000\tlasting\t2\n".utf8),
            includesSession: false
        )
        #expect(jar.cookies.map(\.name) == ["lasting"])
    }

    @Test func `may be used from many threads at once`() async throws {
        let jar = HTTPCookieJar()
        let url = try HTTPURL("http://h.test/")
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for round in 0..<50 {
                        guard let cookie = Cookie(name: "c\(number)", value: "\(round)", domain: "h.test") else {
                            return
                        }
                        jar.set(cookie)
                        _ = jar.header(for: url)
                    }
                }
            }
        }
        #expect(Set(jar.cookies.map(\.value)) == ["49"])
        #expect(jar.cookies.count == 8)
    }
}
