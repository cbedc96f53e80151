import APITransport
import APIWire
import Testing

@Suite struct `An authenticator` {
    static func value(_ preparation: Authenticator.Preparation) -> String? {
        preparation.value.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Sends one request and gets one answer.
    static func exchange(
        _ authenticator: inout Authenticator,
        method: HTTPMethod = .get,
        target: String = "/65",
        hasBody: Bool = false,
        status: Int = 200,
        challenges: [String] = [],
        info: String? = nil,
        replays: Bool = true
    ) throws -> (sent: String?, withheld: Bool, isAgain: Bool) {
        let sent = try authenticator.prepare(method: method, target: target, hasBody: hasBody, clientNonce: "0a4f113b")
        var fields = HTTPFields()
        for challenge in challenges { try fields.append(name: "WWW-Authenticate", value: challenge) }
        if let info { try fields.append(name: "Authentication-Info", value: info) }
        let verdict = authenticator.received(status: status, fields: fields, canSendBodyAgain: replays)
        return (value(sent), sent.withholdsBody, verdict == .sendAgain)
    }

    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        struct Expectation: Decodable, Sendable {
            let header: String?
            let response: String?
            let username_hash: String?
        }
        let id: String
        let scheme: String
        let user: String
        let password: String
        let expect: Expectation
        let realm: String?
        let nonce: String?
        let uri: String?
        let method: String?
        let cnonce: String?
        let nc: String?
        let algorithm: String?
        var testDescription: String { id }
    }

    @Test(arguments: CaseFile.read("auth-vectors", as: Vector.self).filter { $0.scheme == "basic" })
    func `agrees with the shared cases of Basic`(_ item: Vector) throws {
        var authenticator = Authenticator(.basic(user: item.user, password: item.password))
        #expect(try Self.exchange(&authenticator).sent == item.expect.header)
    }

    @Test(arguments: CaseFile.read("auth-vectors", as: Vector.self).filter { $0.scheme == "digest" })
    func `agrees with the shared cases of Digest`(_ item: Vector) throws {
        let algorithms = ["MD5": DigestAlgorithm.md5, "SHA-256": .sha256, "SHA-512-256": .sha512_256]
        let challenge = DigestChallenge(
            realm: Array(try #require(item.realm).utf8),
            nonce: Array(try #require(item.nonce).utf8),
            algorithm: try #require(algorithms[item.algorithm ?? "MD5"])
        )
        let answer = DigestAnswer(
            challenge,
            user: item.user,
            password: item.password,
            method: try #require(item.method),
            target: try #require(item.uri),
            clientNonce: try #require(item.cnonce),
            count: try #require(UInt32(item.nc ?? "", radix: 16))
        )
        #expect(try answer.response() == item.expect.response)
        if let hash = item.expect.username_hash { #expect(try answer.hashedUser() == hash) }
    }

    // MARK: In advance

    @Test func `sends Basic and Bearer at once and takes no for an answer`() throws {
        for credentials in [Credentials.basic(user: "a", password: "b"), .bearer("token")] {
            var authenticator = Authenticator(credentials)
            let first = try Self.exchange(&authenticator, status: 401, challenges: ["Basic realm=x", "Bearer"])
            #expect(first.sent == "Basic YTpi" || first.sent == "Bearer token")
            #expect(!first.isAgain)
        }
    }

    @Test func `encodes a line break in a name, where it can end nothing`() throws {
        var authenticator = Authenticator(.basic(user: "user\nname", password: "password"))
        #expect(try Self.exchange(&authenticator).sent == "Basic dXNlcgpuYW1lOnBhc3N3b3Jk")
    }

    @Test func `refuses to write a line break where it would end the field`() throws {
        var authenticator = Authenticator(.digest(user: "user\nname", password: "password"))
        _ = try Self.exchange(&authenticator, status: 401, challenges: ["Digest realm=r, nonce=n"])
        let error = #expect(throws: TransportError.self) { try Self.exchange(&authenticator) }
        #expect(error?.kind == .invalidRequest)
    }

    @Test(arguments: [
        Credentials.basic(user: "a:b", password: "c"), .bearer(""), .bearer("a b"), .bearer("a\r\nX: y"), .bearer("é"),
    ])
    func `refuses credentials that cannot be written`(_ credentials: Credentials) {
        var authenticator = Authenticator(credentials)
        let error = #expect(throws: TransportError.self) { try Self.exchange(&authenticator) }
        #expect(error?.kind == .invalidRequest)
    }

    // MARK: Digest

    @Test func `answers the older kind of challenge`() throws {
        var authenticator = Authenticator(.digest(user: "testuser", password: "test2pass"))
        let first = try Self.exchange(
            &authenticator,
            status: 401,
            challenges: ["Digest realm=\"testrealm\", nonce=\"2053604145\""]
        )
        #expect(first.sent == nil)
        #expect(first.isAgain)
        let second = try Self.exchange(
            &authenticator,
            status: 401,
            challenges: ["Digest realm=\"testrealm\", nonce=\"2053604145\""]
        )
        #expect(
            second.sent
                == "Digest username=\"testuser\", realm=\"testrealm\", nonce=\"2053604145\", uri=\"/65\", "
                + "response=\"66d68d3251f1839576ba7c766cf9205b\""
        )
        #expect(!second.isAgain)
    }

    @Test func `answers with the quality of protection and counts the uses of a nonce`() throws {
        var authenticator = Authenticator(.digest(user: "Mufasa", password: "Circle Of Life"))
        let challenge =
            "Digest realm=\"testrealm@host.com\", qop=\"auth,auth-int\", "
            + "nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", opaque=\"5ccc069c403ebaf9f0171e9517f40e41\""
        _ = try Self.exchange(&authenticator, target: "/dir/index.html", status: 401, challenges: [challenge])
        let second = try Self.exchange(&authenticator, target: "/dir/index.html")
        #expect(
            second.sent
                == "Digest username=\"Mufasa\", realm=\"testrealm@host.com\", "
                + "nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c093\", uri=\"/dir/index.html\", cnonce=\"0a4f113b\", "
                + "nc=00000001, qop=auth, response=\"6629fae49393a05397450978507c4ef1\", "
                + "opaque=\"5ccc069c403ebaf9f0171e9517f40e41\""
        )
        #expect(try Self.exchange(&authenticator).sent?.contains("nc=00000002") == true)
    }

    @Test func `hashes the realm without its escapes and sends it with them`() throws {
        var authenticator = Authenticator(.digest(user: "testuser", password: "testpass"))
        let challenge = "Digest realm=\"test \\\"this\\\" realm!!\", nonce=\"1053604145\""
        _ = try Self.exchange(&authenticator, status: 401, challenges: [challenge])
        let second = try Self.exchange(&authenticator, target: "/1095")
        #expect(second.sent?.contains("realm=\"test \\\"this\\\" realm!!\"") == true)
        #expect(second.sent?.contains("response=\"df3246f44d2bc8de0e9f8fc4d7cf6e95\"") == true)
    }

    @Test func `takes the last of a parameter that is there twice`() throws {
        var authenticator = Authenticator(.digest(user: "testuser", password: "testpass"))
        let challenge = "Digest realm=\"testrealm\", algorithm=MD5, algorithm=MD5, nonce=1, nonce=2"
        _ = try Self.exchange(&authenticator, status: 401, challenges: [challenge])
        #expect(
            try Self.exchange(&authenticator, target: "/1437").sent
                == "Digest username=\"testuser\", realm=\"testrealm\", nonce=\"2\", uri=\"/1437\", "
                + "response=\"4376eb639bf8e7343a6e7b56e1b89c4f\", algorithm=MD5"
        )
    }

    @Test func `hashes the user's name when asked to`() throws {
        var authenticator = Authenticator(.digest(user: "auser", password: "apasswd"))
        let challenge = "Digest realm=\"testrealm\", nonce=\"1053604144\", algorithm=\"SHA-256\", userhash=true"
        _ = try Self.exchange(&authenticator, status: 401, challenges: [challenge])
        #expect(
            try Self.exchange(&authenticator, method: .post, target: "/2069").sent
                == "Digest username=\"fddc3bc7b753b73ab0848fd83cb20cbbca971258eb8d20c941dd5e0b010d66be\", "
                + "realm=\"testrealm\", nonce=\"1053604144\", uri=\"/2069\", "
                + "response=\"9a29f1dab407e62daa7121185f9f12db6177415e03f35d9a881550095a83378d\", "
                + "algorithm=SHA-256, userhash=true"
        )
    }

    @Test func `keeps one number of its own for a session`() throws {
        var authenticator = Authenticator(.digest(user: "u", password: "p"))
        let challenge = "Digest realm=r, nonce=n, qop=auth, algorithm=MD5-sess"
        _ = try Self.exchange(&authenticator, status: 401, challenges: [challenge])
        let first = try authenticator.prepare(method: .get, target: "/", hasBody: false, clientNonce: "one")
        let second = try authenticator.prepare(method: .get, target: "/", hasBody: false, clientNonce: "two")
        // H(H(H("u:r:p"):n:one):n:00000001:one:auth:H("GET:/"))
        #expect(Self.value(first)?.contains("response=\"c1af60594cf9bd395d48750b26dee927\"") == true)
        #expect(Self.value(second)?.contains("cnonce=\"one\", nc=00000002") == true)
    }

    @Test func `chooses the strongest challenge`() throws {
        let offers = [
            "Basic realm=r", "Digest realm=r, nonce=n, algorithm=MD5", "Digest realm=r, nonce=n, algorithm=SHA-512-256",
            "Digest realm=r, nonce=n, algorithm=SHA-256, Digest realm=r, nonce=n, algorithm=SHA-1024", "Negotiate",
        ]
        var authenticator = Authenticator(.strongest(user: "u", password: "p"))
        #expect(try Self.exchange(&authenticator, status: 401, challenges: offers).isAgain)
        #expect(try Self.exchange(&authenticator).sent?.contains("algorithm=SHA-512-256") == true)
    }

    @Test func `falls back to Basic only where it may`() throws {
        var strongest = Authenticator(.strongest(user: "u", password: "p"))
        let offers = ["X-MobileMe-AuthToken realm=\"Newcastle\", Basic realm=\"fun fun  fun\""]
        #expect(try Self.exchange(&strongest, status: 401, challenges: offers).isAgain)
        #expect(try Self.exchange(&strongest, status: 401, challenges: offers) == (sent: "Basic dTpw", false, false))
        var digest = Authenticator(.digest(user: "u", password: "p"))
        #expect(try !Self.exchange(&digest, status: 401, challenges: offers).isAgain)
    }

    @Test(arguments: [
        [], ["Bearer"], ["Digest"], ["Digest realm=r"], ["Digest nonce=n"],
        ["Digest realm=r, nonce=n, algorithm=SHA-1"],
        ["Digest realm=r, nonce=n, qop=auth-int"], ["Digest realm=r, nonce=n, algorithm=MD5-sess"], ["\"", ",,="],
    ])
    func `delivers the answer when it cannot do what is asked`(_ challenges: [String]) throws {
        var authenticator = Authenticator(.digest(user: "u", password: "p"))
        #expect(try !Self.exchange(&authenticator, status: 401, challenges: challenges).isAgain)
    }

    @Test func `answers a stale nonce again, but not for ever`() throws {
        var authenticator = Authenticator(.digest(user: "u", password: "p"))
        let challenge = "Digest realm=r, nonce=n, qop=\"crazy, auth\", stale=TRUE"
        var answers = 0
        while try Self.exchange(&authenticator, status: 401, challenges: [challenge]).isAgain {
            answers += 1
            try #require(answers < 20)
        }
        #expect(answers == 4)
    }

    @Test func `uses the next nonce that the server names`() throws {
        var authenticator = Authenticator(.digest(user: "u", password: "p"))
        _ = try Self.exchange(&authenticator, status: 401, challenges: ["Digest realm=r, nonce=n, qop=auth"])
        _ = try Self.exchange(&authenticator, info: "qop=auth, nextnonce=\"fresh\", rspauth=\"0\"")
        let third = try Self.exchange(&authenticator).sent
        #expect(third?.contains("nonce=\"fresh\"") == true)
        #expect(third?.contains("nc=00000001") == true)
    }

    // MARK: Bodies

    @Test func `asks without the body first, and sends it when nothing has to be proved`() throws {
        var authenticator = Authenticator(.digest(user: "u", password: "p"))
        let first = try Self.exchange(&authenticator, method: .post, hasBody: true, replays: false)
        #expect(first == (sent: nil, withheld: true, isAgain: true))
        let second = try Self.exchange(&authenticator, method: .post, hasBody: true)
        #expect(second == (sent: nil, withheld: false, isAgain: false))
    }

    @Test func `asks without the body first, and sends it with the proof`() throws {
        var authenticator = Authenticator(.digest(user: "u", password: "p"))
        let challenge = "Digest realm=r, nonce=n"
        let first = try Self.exchange(
            &authenticator,
            method: .post,
            hasBody: true,
            status: 401,
            challenges: [challenge],
            replays: false
        )
        #expect(first.isAgain)
        let second = try Self.exchange(&authenticator, method: .post, hasBody: true)
        #expect(second.sent != nil)
        #expect(!second.withheld)
    }

    @Test func `delivers what a question without the body met otherwise`() throws {
        var authenticator = Authenticator(.digest(user: "u", password: "p"))
        #expect(try !Self.exchange(&authenticator, method: .post, hasBody: true, status: 302).isAgain)
    }

    @Test func `delivers the challenge when the body cannot be sent again`() throws {
        var authenticator = Authenticator(.strongest(user: "u", password: "p"))
        let first = try Self.exchange(
            &authenticator,
            method: .post,
            hasBody: true,
            status: 401,
            challenges: ["Basic realm=r"],
            replays: false
        )
        #expect(!first.withheld)
        #expect(!first.isAgain)
    }

    // MARK: Proxies

    @Test func `proves itself to a proxy in the proxy's fields`() throws {
        var authenticator = Authenticator(.strongest(user: "u", password: "p"), role: .proxy)
        _ = try authenticator.prepare(method: .get, target: "/", hasBody: false, clientNonce: "c")
        let fields = try HTTPFields([(name: "Proxy-Authenticate", value: "Basic realm=r")])
        #expect(authenticator.received(status: 401, fields: fields, canSendBodyAgain: true) == .deliver)
        #expect(authenticator.received(status: 407, fields: fields, canSendBodyAgain: true) == .sendAgain)
        #expect(Authenticator.Role.proxy.field == "proxy-authorization")
    }
}
