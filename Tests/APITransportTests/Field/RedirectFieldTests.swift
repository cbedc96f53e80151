import APITransport
import Synchronization
import TestSupport
import Testing

private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

private func redirect(_ location: String, _ status: Int = 302) -> String {
    "HTTP/1.1 \(status) \r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
}

private func trusting(_ change: (inout HTTPClient.Configuration) -> Void = { _ in }) -> HTTPClient {
    var configuration = HTTPClient.Configuration()
    configuration.deadlines = Deadlines()
    configuration.tls.roots = .pem(Array(TestCertificates.authority.certificatePEM.utf8))
    change(&configuration)
    return HTTPClient(configuration)
}

/// A request with everything that must not reach another origin.
private func confidential(_ url: String) throws -> HTTPRequest {
    var request = try HTTPRequest(url)
    for name in ["Authorization", "Cookie", "Proxy-Authorization"] {
        try request.fields.append(name: name, value: "secret")
    }
    try request.fields.append(name: "X-Kept", value: "kept")
    return request
}

@Suite struct `A request that is sent elsewhere` {
    @Test(arguments: Way.allCases)
    func `keeps its secrets from another host, another port and clear text`(way: Way) async throws {
        let tls = ScriptedServer.Options(tls: TLSServerOptions(TestCertificates.valid))
        let target = try ScriptedServer { _ in [.send(ok)] }
        let secure = try ScriptedServer(tls) { _ in [.send(redirect(target.url("/clear", host: "localhost")))] }
        let otherHost = try ScriptedServer { _ in [.send(redirect(target.url("/host", host: "localhost")))] }
        let otherPort = try ScriptedServer { _ in [.send(redirect(target.url("/port")))] }
        for url in [secure.url(host: "localhost"), otherHost.url(), otherPort.url()] {
            var request = try confidential(url)
            request.options.redirects.allowsDowngrade = true
            #expect(try await way.send(request, over: trusting()).status == 200)
        }
        #expect(target.requests.map(\.target) == ["/clear", "/host", "/port"])
        for request in target.requests {
            #expect(request["x-kept"] == "kept")
            for name in ["authorization", "cookie", "proxy-authorization"] { #expect(request[name] == nil) }
        }
        for server in [secure, otherHost, otherPort] {
            #expect(server.requests.map { $0["authorization"] } == ["secret"])
        }
    }

    @Test(arguments: Way.allCases)
    func `goes from https to http only when that is allowed`(way: Way) async throws {
        let target = try ScriptedServer { _ in [.send(ok)] }
        let tls = ScriptedServer.Options(tls: TLSServerOptions(TestCertificates.valid))
        let secure = try ScriptedServer(tls) { _ in [.send(redirect(target.url(host: "localhost")))] }
        let error = await #expect(throws: TransportError.self) {
            try await way.get(secure.url(host: "localhost"), over: trusting())
        }
        #expect(error?.kind == .redirectRefused)
        #expect(target.requests.isEmpty)
    }

    @Test(arguments: Way.allCases)
    func `takes its secrets along where the caller says so, hop by hop`(way: Way) async throws {
        let foe = try ScriptedServer { _ in [.send(ok)] }
        let friend = try ScriptedServer { _ in [.send(redirect(foe.url()))] }
        let own = try ScriptedServer { _ in [.send(redirect(friend.url()))] }
        let asked = Mutex<[[UInt16]]>([])
        let friendlyPort = friend.port
        var request = try confidential(own.url())
        request.options.redirects.trust = .when { from, to in
            asked.withLock { $0.append([from.port, to.port]) }
            return to.port == friendlyPort
        }
        _ = try await way.send(request, over: trusting())
        #expect(asked.withLock(\.self) == [[own.port, friend.port], [friend.port, foe.port]])
        #expect(friend.requests.map { $0["authorization"] } == ["secret"])
        #expect(foe.requests.map { $0["authorization"] } == [nil])
    }

    @Test(arguments: [
        ("c", "/a/c"), ("/c", "/c"), ("../c", "/c"), ("?y=2", "/a/b?y=2"), ("./", "/a/"), ("c#part", "/a/c"),
        ("/%2e%2e/c%2Fd?q=%20%3F", "/%2e%2e/c%2Fd?q=%20%3F"), ("/a;b%3Bc", "/a;b%3Bc"), ("/%FF", "/%FF"),
    ])
    func `finds a relative place with its port`(_ location: String, _ target: String) async throws {
        let server = try ScriptedServer.serving([redirect(location), ok])
        for way in [Way.async] {
            let response = try await way.get(server.url("/a/b?x=1"), over: HTTPClient.patient())
            #expect(server.requests.map(\.target) == ["/a/b?x=1", target])
            #expect(response.url.port == server.port)
        }
        #expect(server.requests.map { $0["host"] } == [server.authority, server.authority])
    }

    @Test func `finds another host that is named without a scheme`() async throws {
        let other = try ScriptedServer.serving([ok])
        let server = try ScriptedServer.serving([redirect("//localhost:\(other.port)/c")])
        #expect(try await HTTPClient.patient().send(HTTPRequest(server.url("/a/b"))).status == 200)
        #expect(other.requests.map { $0["host"] } == ["localhost:\(other.port)"])
    }

    @Test(arguments: ["", "   "])
    func `stays where it is when the place is empty`(_ location: String) async throws {
        let server = try ScriptedServer { _ in [.send(redirect(location))] }
        let response = try await HTTPClient.patient().send(HTTPRequest(server.url("/a")))
        #expect(response.status == 302)
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        "/a b", "/a\u{1}", "http://h\u{7F}/", "http://127.0.0.1:99999/", "http://[::1/", "//", "http:///x",
        "http://a b/",
    ])
    func `forges nothing out of a strange place`(_ location: String) async throws {
        let server = try ScriptedServer { request in
            [.send(request.index == 0 && request.connection == 0 ? redirect(location) : ok)]
        }
        let result = await Result { () async throws(TransportError) in
            try await HTTPClient.patient().send(HTTPRequest(server.url("/start")))
        }
        if case .failure(let error) = result {
            #expect([.badURL, .invalidResponse, .redirectRefused].contains(error.kind))
            #expect(server.requests.count == 1)
        } else {
            // Followed, it went out escaped.
            #expect(server.requests.last?.target == "/a%20b")
        }
        for request in server.requests { #expect(!request.target.contains(" ")) }
    }

    @Test(arguments: Way.allCases)
    func `keeps its deadlines on every hop`(way: Way) async throws {
        let silent = try ScriptedServer { connection in
            _ = try connection.readRequest()
            try connection.perform([.drain])
        }
        let server = try ScriptedServer { _ in [.send(redirect(silent.url()))] }
        for deadlines in [
            Deadlines(firstByte: .milliseconds(60)), Deadlines(idle: .milliseconds(60)),
            Deadlines(total: .milliseconds(200)),
        ] {
            var request = try HTTPRequest(server.url())
            request.options.deadlines = deadlines
            let error = await #expect(throws: TransportError.self) {
                try await way.send(request, over: HTTPClient.patient())
            }
            #expect(error?.kind == .timeout)
        }
    }

    @Test(arguments: Way.allCases, ["/same", "/other"])
    func `goes so many times round and names the way`(way: Way, place: String) async throws {
        let server = try ScriptedServer { request in
            [.send(redirect(request.target == "/same" ? place : "/same"))]
        }
        var request = try HTTPRequest(server.url("/same"))
        request.options.redirects = RedirectPolicy(maximum: 4)
        let error = await #expect(throws: TransportError.self) {
            try await way.send(request, over: HTTPClient.patient())
        }
        #expect(error?.kind == .tooManyRedirects)
        #expect(error?.message.contains("/same") == true)
        #expect(server.requests.count == 5)
    }
}

extension Result where Failure == TransportError, Success: Sendable {
    /// What an asynchronous call ends with.
    fileprivate init(_ body: () async throws(TransportError) -> Success) async {
        do throws(TransportError) {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
