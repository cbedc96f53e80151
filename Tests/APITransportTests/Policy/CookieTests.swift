import APITransport
import Foundation
import Testing

@Suite struct `A cookie jar` {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        struct Step: Decodable, Sendable {
            let url: String
            let set_cookie_b64: [String]
        }
        struct Query: Decodable, Sendable {
            let url: String
            let cookie_b64: String?
            let also_b64: [String?]?
        }
        let id: String
        let steps: [Step]
        let query: [Query]
        let needs: [String]?
        var testDescription: String { id }
    }

    @Test func `sends no more than a server reads`() throws {
        var session = CookieSession()
        for number in 0..<20 {
            try session.receive("c\(number)=" + String(repeating: "x", count: 4_000), from: "http://h.test/")
        }
        try session.receive("small=1; Path=/", from: "http://h.test/")
        let sent = try #require(try session.sent(to: "http://h.test/"))
        #expect(sent.utf8.count <= 8_190)
        #expect(sent.hasPrefix("c0=x"))
        #expect(sent.hasSuffix("; small=1"))
    }

    @Test func `takes no cookie from a file that no server could have set`() {
        let jar = HTTPCookieJar()
        let line = "h.test\tFALSE\t/\tFALSE\t0\tbig\t" + String(repeating: "x", count: 5_000) + "\n"
        jar.load(Array(line.utf8))
        #expect(jar.cookies.isEmpty)
    }

    /// What cases may need of a build, as far as this one has it.
    private static let abilities: Set<String> = {
        var abilities: Set<String> = []
        #if LibPSL
        abilities.insert("public-suffix-list")
        #endif
        #if LibIDN2
        abilities.insert("idna")
        #endif
        return abilities
    }()

    @Test(arguments: CaseFile.read("cookies", as: Case.self).filter { abilities.isSuperset(of: $0.needs ?? []) })
    func `agrees with the shared cases`(_ item: Case) throws {
        // The cases hold dates that are still to come.
        let now: Int64 = 1_800_000_000
        var jar = CookieJar()
        for step in item.steps {
            let origin = CookieOrigin(try HTTPURL(step.url))
            for value in step.set_cookie_b64 {
                jar.store([UInt8](try #require(Data(base64Encoded: value)))[...], from: origin, now: now)
            }
        }
        for query in item.query {
            let sent = jar.header(for: CookieOrigin(try HTTPURL(query.url)), now: now)
                .map { Data($0).base64EncodedString() }
            let accepted = [query.cookie_b64] + (query.also_b64 ?? [])
            #expect(accepted.contains(sent) || accepted.contains("ANY"), "\(query.url)")
        }
    }

    @Test(arguments: [
        "json={\"a\":[1,2],\"b\":\"c\"}", "open=\"never closed", "name[0]=x", "bad\u{1}=x", "=nameless", "nameless", "",
        ";;;", "=;=",
    ])
    func `keeps a strange cookie as it is or drops it alone`(_ strange: String) throws {
        var session = CookieSession()
        try session.receive(strange, from: "http://h.test/")
        try session.receive("good=1", from: "http://h.test/")
        let sent = try #require(try session.sent(to: "http://h.test/"))
        #expect(sent == "good=1" || sent == "\(strange); good=1")
    }

    @Test(arguments: ["evil.test", "test", "b.example.test", "sub.a.example.test", "ample.test", "a.example.test.evil"])
    func `refuses a domain that is not the sender's`(_ domain: String) throws {
        var session = CookieSession()
        try session.receive("a=1; Domain=\(domain)", from: "http://a.example.test/")
        #expect(session.jar.count == 0)
    }

    @Test(arguments: ["example.test", ".example.test", "EXAMPLE.test", "a.example.test"])
    func `accepts the sender's domain and those above it`(_ domain: String) throws {
        var session = CookieSession()
        try session.receive("a=1; Domain=\(domain)", from: "http://a.example.test/")
        #expect(session.jar.count == 1)
        #expect(try session.sent(to: "http://a.example.test/") == "a=1")
    }

    @Test(arguments: [("http://a.example.test./", "test."), ("http://a.b.test/", "test"), ("http://1.2.3.4/", "3.4")])
    func `lets nobody set a cookie for everybody`(_ url: String, _ domain: String) throws {
        var session = CookieSession()
        try session.receive("a=1; Domain=\(domain)", from: url)
        #expect(session.jar.count == 0)
    }

    @Test func `asks whether a domain is owned by nobody`() throws {
        var session = CookieSession()
        session.jar = CookieJar(isPublicSuffix: { $0 == "co.uk" || $0 == "uk" })
        try session.receive("a=1; Domain=co.uk", from: "http://x.co.uk/")
        #expect(try session.sent(to: "http://y.co.uk/") == nil)
        #expect(session.jar.count == 0)
        try session.receive("a=1; Domain=co.uk", from: "http://co.uk/")
        #expect(try session.sent(to: "http://co.uk/") == "a=1")
        #expect(try session.sent(to: "http://y.co.uk/") == nil)
    }

    @Test func `keeps the cookies of a host from those below and beside it`() throws {
        var session = CookieSession()
        try session.receive("host=1", from: "http://example.test/")
        try session.receive("domain=1; Domain=example.test", from: "http://example.test/")
        #expect(try session.sent(to: "http://sub.example.test/") == "domain=1")
        #expect(try session.sent(to: "http://example.test/") == "host=1; domain=1")
        #expect(try session.sent(to: "http://notexample.test/") == nil)
    }

    @Test func `sends each hop of a redirect the cookies valid for it, each once`() throws {
        var session = CookieSession()
        try session.receive("id=a", from: "http://a.test/")
        try session.receive("id=b", from: "http://b.test/")
        #expect(try session.sent(to: "http://a.test/next") == "id=a")
        #expect(try session.sent(to: "http://b.test/next") == "id=b")
    }

    @Test func `lets Max-Age win over Expires and ends a cookie on time`() throws {
        var session = CookieSession()
        try session.receive("a=1; Max-Age=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT", from: "http://h.test/")
        #expect(try session.sent(to: "http://h.test/", at: CookieSession.now) == "a=1")
        #expect(try session.sent(to: "http://h.test/", at: CookieSession.now + 1) == nil)
        #expect(session.jar.count == 0)
    }

    @Test(arguments: ["Max-Age=99999999999999999999", "Expires=Fri, 31 Dec 9999 23:59:59 GMT"])
    func `keeps nothing longer than 400 days`(_ attribute: String) throws {
        var session = CookieSession()
        try session.receive("a=1; \(attribute)", from: "http://h.test/")
        #expect(session.jar.cookies(now: CookieSession.now).first?.expires == CookieSession.now + 400 * 86_400)
    }

    @Test func `takes and gives secure cookies over https and to the machine itself alone`() throws {
        var session = CookieSession()
        try session.receive("a=1; Secure", from: "http://h.test/")
        #expect(session.jar.count == 0)
        try session.receive("a=1; Secure", from: "https://h.test/")
        #expect(try session.sent(to: "http://h.test/") == nil)
        #expect(try session.sent(to: "https://h.test/") == "a=1")
        try session.receive("b=1; Secure", from: "http://127.0.0.1:8080/")
        #expect(try session.sent(to: "http://127.0.0.1:8080/") == "b=1")
    }

    @Test func `does not let a clear-text answer hide a secure cookie`() throws {
        var session = CookieSession()
        try session.receive("a=good; Secure; Domain=example.test; Path=/", from: "https://www.example.test/")
        try session.receive("a=bad; Path=/", from: "http://www.example.test/")
        try session.receive("a=bad; Domain=example.test; Path=/login", from: "http://www.example.test/")
        try session.receive("a=bad; Domain=example.test; Max-Age=0", from: "http://www.example.test/")
        #expect(try session.sent(to: "https://www.example.test/login") == "a=good")
        try session.receive("b=fine", from: "http://www.example.test/")
        #expect(try session.sent(to: "http://www.example.test/") == "b=fine")
    }

    @Test(arguments: [
        ("__Secure-a=1; Secure", true), ("__Secure-a=1", false), ("__secure-a=1", false),
        ("__Host-a=1; Secure; Path=/", true), ("__Host-a=1; Secure", false), ("__Host-a=1; Path=/", false),
        ("__Host-a=1; Secure; Path=/; Domain=h.test", false), ("__HOST-a=1; Secure; Path=/x", false),
    ])
    func `holds a name to what its prefix promises`(_ value: String, _ isKept: Bool) throws {
        var session = CookieSession()
        try session.receive(value, from: "https://h.test/")
        #expect(session.jar.count == (isKept ? 1 : 0))
    }

    @Test(arguments: [(4_096, true), (4_097, false)])
    func `refuses a pair that is too large`(_ bytes: Int, _ isKept: Bool) throws {
        var session = CookieSession()
        try session.receive("a=\(String(repeating: "x", count: bytes - 1))", from: "http://h.test/")
        #expect(session.jar.count == (isKept ? 1 : 0))
    }

    @Test func `ignores an attribute that is too large`() throws {
        var session = CookieSession()
        try session.receive("a=1; Path=/\(String(repeating: "x", count: 1_024))", from: "http://h.test/y/z")
        #expect(session.jar.cookies(now: CookieSession.now).first?.path == "/y")
    }

    @Test func `lets the longest unused go when a domain has too many`() throws {
        var limits = CookieJar.Limits()
        limits.perDomain = 3
        var session = CookieSession(jar: CookieJar(limits: limits))
        for name in ["a", "b", "c"] { try session.receive("\(name)=1; Path=/\(name)", from: "http://h.test/") }
        #expect(try session.sent(to: "http://h.test/a") == "a=1")
        try session.receive("d=1", from: "http://h.test/")
        #expect(session.jar.cookies(now: CookieSession.now).map(\.name) == ["a", "c", "d"])
    }

    @Test func `lets what has expired and what is not secure go first`() throws {
        var limits = CookieJar.Limits()
        limits.perDomain = 3
        var session = CookieSession(jar: CookieJar(limits: limits))
        try session.receive("secure=1; Secure", from: "https://h.test/")
        try session.receive("short=1; Max-Age=5", from: "https://h.test/")
        try session.receive("plain=1", from: "https://h.test/")
        try session.receive("x=1", from: "https://h.test/", at: CookieSession.now + 5)
        #expect(session.jar.cookies(now: CookieSession.now).map(\.name) == ["secure", "plain", "x"])
        try session.receive("y=1", from: "https://h.test/", at: CookieSession.now + 5)
        #expect(session.jar.cookies(now: CookieSession.now).map(\.name) == ["secure", "x", "y"])
    }

    @Test func `stays within its bound in all`() throws {
        var limits = CookieJar.Limits()
        limits.total = 64
        var session = CookieSession(jar: CookieJar(limits: limits))
        for number in 0..<200 { try session.receive("a=\(number)", from: "http://h\(number).test/") }
        #expect(session.jar.count <= 64)
        #expect(try session.sent(to: "http://h199.test/") == "a=199")
        #expect(try session.sent(to: "http://h0.test/") == nil)
        #expect(session.jar.cookies(now: CookieSession.now).count == session.jar.count)
    }

    @Test func `sees the host that the caller's Host field names`() throws {
        var jar = CookieJar()
        let url = try HTTPURL("http://127.0.0.1:8080/x")
        let named = CookieOrigin(url, hostField: "localhost")
        jar.store(Array("a=1; domain=localhost".utf8)[...], from: named, now: 0)
        #expect(jar.header(for: named, now: 0) == Array("a=1".utf8))
        #expect(jar.header(for: CookieOrigin(url), now: 0) == nil)
    }

    @Test func `shows no value when a cookie is printed`() throws {
        let cookie = try #require(Cookie(name: "id", value: "hush", domain: "h.test"))
        var dumped = ""
        dump([cookie], to: &dumped)
        for text in ["\(cookie)", String(reflecting: cookie), dumped] { #expect(!text.contains("hush")) }
    }
}
