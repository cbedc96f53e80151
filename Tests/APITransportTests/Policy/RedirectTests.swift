import APITransport
import Testing

@Suite struct `A redirect` {
    struct Followed {
        let method: HTTPMethod
        let url: String
        let dropsBody: Bool
        let dropped: Set<String>
        let dropsCredentials: Bool
    }

    static func decide(
        _ status: Int,
        _ location: String?,
        method: HTTPMethod = .get,
        from url: String = "http://h.test:8081/a/b?x=1",
        replays: Bool = true,
        hops: Int = 0,
        policy: RedirectPolicy = .follow
    ) throws -> RedirectDecision {
        let url = try HTTPURL(url)
        var fields = HTTPFields()
        if let location { try fields.append(name: "Location", value: location) }
        let request = RedirectedRequest(
            method: method,
            url: url,
            canSendBodyAgain: replays,
            hops: Array(repeating: RedirectHop(status: 302, from: url, to: url), count: hops)
        )
        return request.decision(status: status, fields: fields, policy: policy)
    }

    static func follow(
        _ status: Int,
        _ location: String,
        method: HTTPMethod = .get,
        from url: String = "http://h.test:8081/a/b?x=1",
        policy: RedirectPolicy = .follow
    ) throws -> Followed {
        guard case .follow(let step) = try decide(status, location, method: method, from: url, policy: policy) else {
            throw NotFollowed()
        }
        return Followed(
            method: step.method,
            url: step.url.description,
            dropsBody: step.dropsBody,
            dropped: Set(step.droppedFields),
            dropsCredentials: step.dropsCredentials
        )
    }

    struct NotFollowed: Error {}

    static func refusal(_ decision: RedirectDecision) -> TransportError.Kind? {
        if case .refuse(let kind, _) = decision { kind } else { nil }
    }

    static func isDelivered(_ decision: RedirectDecision) -> Bool {
        if case .deliver = decision { true } else { false }
    }

    // MARK: Methods

    @Test(arguments: [
        (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"), (308, "POST", "POST"),
        (301, "PUT", "PUT"), (302, "PUT", "PUT"), (303, "PUT", "GET"), (307, "PUT", "PUT"), (308, "PUT", "PUT"),
        (301, "DELETE", "DELETE"), (302, "DELETE", "DELETE"), (303, "DELETE", "GET"), (307, "DELETE", "DELETE"),
        (301, "HEAD", "HEAD"), (302, "HEAD", "HEAD"), (303, "HEAD", "HEAD"), (307, "HEAD", "HEAD"),
        (308, "HEAD", "HEAD"),
        (301, "GET", "GET"), (303, "GET", "GET"), (303, "TESTING", "GET"), (302, "TESTING", "TESTING"),
    ])
    func `changes the method as browsers do`(_ status: Int, _ before: String, _ after: String) throws {
        let method = try #require(HTTPMethod(rawValue: before))
        let step = try Self.follow(status, "/next", method: method)
        #expect(step.method.rawValue == after)
        #expect(step.dropsBody == (before != after || status == 303))
    }

    @Test(arguments: [
        (301, RedirectPolicy.KeptPosts.movedPermanently), (302, .found), (303, .seeOther),
    ])
    func `leaves a POST alone where the caller asks for it`(_ status: Int, _ kept: RedirectPolicy.KeptPosts) throws {
        var policy = RedirectPolicy.follow
        policy.keepsPost = kept
        let step = try Self.follow(status, "/next", method: .post, policy: policy)
        #expect(step.method == .post)
        #expect(!step.dropsBody)
        #expect(step.dropped.isEmpty)
    }

    @Test func `takes the fields that describe the body away with it`() throws {
        let step = try Self.follow(303, "/next", method: .post)
        #expect(
            step.dropped.isSuperset(of: ["content-type", "content-length", "transfer-encoding", "content-encoding"])
        )
        #expect(step.dropped.isDisjoint(with: ["authorization", "cookie", "host", "accept"]))
    }

    @Test(arguments: [307, 308])
    func `that needs the body again is refused when the body can be read only once`(_ status: Int) throws {
        let decision = try Self.decide(status, "/next", method: .post, replays: false)
        #expect(Self.refusal(decision) == .bodyNotReplayable)
    }

    @Test(arguments: [301, 302, 303])
    func `that drops the body does not need it again`(_ status: Int) throws {
        let decision = try Self.decide(status, "/next", method: .post, replays: false)
        #expect(Self.refusal(decision) == nil)
        #expect(!Self.isDelivered(decision))
    }

    // MARK: Which responses are redirects

    @Test(arguments: [200, 201, 300, 304, 305, 306, 309, 399, 404])
    func `is none with another status`(_ status: Int) throws {
        #expect(Self.isDelivered(try Self.decide(status, "/next")))
    }

    @Test(arguments: [nil, "", "  "])
    func `without a location is the answer`(_ location: String?) throws {
        #expect(Self.isDelivered(try Self.decide(302, location)))
    }

    @Test func `is the answer when the caller follows none`() throws {
        #expect(Self.isDelivered(try Self.decide(302, "/next", policy: .none)))
    }

    @Test func `with the same location twice is followed, with different ones refused`() throws {
        let request = RedirectedRequest(
            method: .get,
            url: try HTTPURL("http://h.test/"),
            canSendBodyAgain: true,
            hops: []
        )
        let same = try HTTPFields([(name: "Location", value: "/a"), (name: "location", value: "/a")])
        let other = try HTTPFields([(name: "Location", value: "/a"), (name: "location", value: "/b")])
        #expect(Self.refusal(request.decision(status: 302, fields: same, policy: .follow)) == nil)
        #expect(Self.refusal(request.decision(status: 302, fields: other, policy: .follow)) == .invalidResponse)
    }

    // MARK: Where it leads

    @Test(arguments: [
        ("c", "http://h.test:8081/a/c"), ("/c", "http://h.test:8081/c"), ("../c", "http://h.test:8081/c"),
        ("?y=2", "http://h.test:8081/a/b?y=2"), ("//other.test:8082/c", "http://other.test:8082/c"),
        ("http://other.test:8083/", "http://other.test:8083/"), ("https://h.test/x", "https://h.test/x"),
        ("../../../../c", "http://h.test:8081/c"), ("c?u=http://&/x", "http://h.test:8081/a/c?u=http://&/x"),
    ])
    func `is resolved against the URL that was redirected`(_ location: String, _ url: String) throws {
        #expect(try Self.follow(302, location).url == url)
    }

    @Test(arguments: [
        ("/next", "http://h.test/next#old"), ("/next#new", "http://h.test/next#new"),
        ("http://other.test/", "http://other.test/#old"),
    ])
    func `inherits the fragment unless it has its own`(_ location: String, _ url: String) throws {
        #expect(try Self.follow(302, location, from: "http://h.test/a#old").url == url)
    }

    @Test(arguments: [
        "ftp://h.test/", "data:,HI", "about:unicorn", "invalidurl:", "blob:djfksfjs", "facetime:a@a.org",
        "javascript:alert(1)", "file:///etc/passwd",
    ])
    func `to another scheme is refused`(_ location: String) throws {
        #expect(Self.refusal(try Self.decide(302, location)) == .redirectRefused)
    }

    @Test(arguments: ["http://", "http://[::1/", "http://h.test:99999/", "http://h\u{1F}.test/"])
    func `to what is no URL is refused`(_ location: String) throws {
        let url = try HTTPURL("http://h.test/")
        var fields = HTTPFields()
        fields.appendValidated(name: "Location".utf8.span, value: location.utf8.span)
        let request = RedirectedRequest(method: .get, url: url, canSendBodyAgain: true, hops: [])
        #expect(Self.refusal(request.decision(status: 302, fields: fields, policy: .follow)) == .badURL)
    }

    @Test func `from https to http is refused unless it is allowed`() throws {
        let decision = try Self.decide(302, "http://h.test/", from: "https://h.test/")
        #expect(Self.refusal(decision) == .redirectRefused)
        var policy = RedirectPolicy.follow
        policy.allowsDowngrade = true
        let step = try Self.follow(302, "http://h.test/", from: "https://h.test/", policy: policy)
        #expect(step.dropsCredentials)
        #expect(step.dropped.isSuperset(of: ["authorization", "cookie", "proxy-authorization", "referer"]))
    }

    // MARK: Credentials

    @Test(arguments: [
        "http://other.test:8081/", "http://h.test:8082/", "https://h.test:8081/", "//sub.h.test:8081/",
        "http://h.test/",
    ])
    func `to another origin leaves credentials behind`(_ location: String) throws {
        let step = try Self.follow(302, location)
        #expect(step.dropsCredentials)
        #expect(step.dropped.isSuperset(of: ["authorization", "cookie", "proxy-authorization", "host"]))
    }

    @Test(arguments: ["/x", "http://h.test:8081/x", "http://H.TEST:8081/x", "//h.test:8081"])
    func `within the origin takes credentials along`(_ location: String) throws {
        let step = try Self.follow(302, location)
        #expect(!step.dropsCredentials)
        #expect(step.dropped.isEmpty)
    }

    @Test func `to the effective port of the same scheme stays within the origin`() throws {
        #expect(try !Self.follow(302, "https://h.test:443/", from: "https://h.test/").dropsCredentials)
    }

    @Test(arguments: [
        ("http://h.test/", "https://h.test/", true), ("http://h.test:8080/", "https://h.test/", false),
        ("http://h.test/", "https://h.test:8443/", false), ("http://h.test/", "https://other.test/", false),
        ("http://h.test/", "http://h.test:81/", false),
    ])
    func `trusts an upgrade on the usual ports alone when told to`(_ from: String, _ to: String, _ keeps: Bool) throws {
        var policy = RedirectPolicy.follow
        policy.trust = .secureUpgrade
        #expect(try Self.follow(302, to, from: from, policy: policy).dropsCredentials == !keeps)
    }

    @Test func `trusts whom the caller trusts, but never sends the Host field of another host`() throws {
        var policy = RedirectPolicy.follow
        policy.trust = .when { from, to in from.host == "h.test" && to.host == "friend.test" }
        let friend = try Self.follow(302, "http://friend.test/", policy: policy)
        #expect(!friend.dropsCredentials)
        #expect(friend.dropped == ["host"])
        #expect(try Self.follow(302, "http://foe.test/", policy: policy).dropsCredentials)
        policy.trust = .anyOrigin
        #expect(try !Self.follow(302, "http://foe.test/", policy: policy).dropsCredentials)
    }

    // MARK: Limits

    @Test(arguments: [(20, 19, true), (20, 20, false), (0, 0, false), (5, 4, true), (5, 5, false)])
    func `is followed so many times and no more`(_ maximum: Int, _ hops: Int, _ isFollowed: Bool) throws {
        let decision = try Self.decide(302, "/a/b?x=1", hops: hops, policy: RedirectPolicy(maximum: maximum))
        #expect(Self.refusal(decision) == (isFollowed ? nil : .tooManyRedirects))
    }

    @Test func `is not followed by a number below zero, and the error does not name it`() throws {
        let decision = try Self.decide(302, "/a/b", hops: 0, policy: RedirectPolicy(maximum: -1))
        guard case .refuse(.tooManyRedirects, let message) = decision else {
            Issue.record("\(decision)")
            return
        }
        #expect(message.hasPrefix("Stopped after 0 redirects:"))
    }

    @Test func `to the same URL is no error by itself`() throws {
        #expect(try Self.follow(302, "http://h.test:8081/a/b?x=1").url == "http://h.test:8081/a/b?x=1")
    }

    @Test func `too many names the chain without queries`() throws {
        guard case .refuse(_, let message) = try Self.decide(302, "/c", hops: 30) else { throw NotFollowed() }
        #expect(message.contains("http://h.test:8081/a/b"))
        #expect(!message.contains("x=1"))
        #expect(message.utf8.count < 400)
    }
}
