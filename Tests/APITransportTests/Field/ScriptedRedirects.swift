import APITransport
import TestSupport

/// Answers that lead elsewhere, and what must be asked for there.
extension ScriptedExchange {
    static let redirected = places + methods + bodies + secrets + hosts + cookies + domains + rounds

    private static let hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
    private static let end = Outcome.response(200, Array("hello".utf8))
    private static let own = "http://own.test/path/start?x=1"

    private static func redirect(_ location: String, _ status: Int = 302, _ fields: String = "") -> String {
        "HTTP/1.1 \(status) \r\nLocation: \(location)\r\n\(fields)Content-Length: 0\r\n\r\n"
    }

    // MARK: Where to

    private static let places: [ScriptedExchange] =
        [
            ("c", "/path/c"), ("/c", "/c"), ("../c", "/c"), ("../../../c", "/c"), ("?y=2", "/path/start?y=2"),
            ("./", "/path/"), ("c#part", "/path/c"), ("/a b", "/a%20b"), ("/caf\u{E9}", "/caf%C3%A9"),
            ("/%0d%0aX:%20y", "/%0d%0aX:%20y"), ("/a;b%3Bc/%2F/%FF", "/a;b%3Bc/%2F/%FF"),
            ("//own.test:8081/d", "/d"), ("http://own.test:8081/d?z", "/d?z"), ("http://own.test:8081", "/"),
        ].map { location, target in
            ScriptedExchange("a redirect to \(location.debugDescription)", [redirect(location), hello], end)
                .with { exchange in
                    exchange.sharesCuts = true
                    exchange.url = "http://own.test:8081/path/start?x=1"
                    exchange.expects = { request, number in
                        request.target == (number == 0 ? "/path/start?x=1" : target)
                            && request.values(of: "host") == ["own.test:8081"] && request["x"] == nil
                    }
                }
        } + [
            ScriptedExchange("a redirect to nowhere", [redirect("")], .response(302, [])),
            ScriptedExchange(
                "a redirect without a place",
                ["HTTP/1.1 302 \r\nContent-Length: 0\r\n\r\n"],
                .response(302, [])
            ),
        ]
        + ["http://", "http://h:99999/", "http://[::1/", "//", "http://h\\x/"].map { location in
            ScriptedExchange("a redirect to \(location.debugDescription)", [redirect(location)], .failure(.badURL))
        }

    // MARK: With what

    private static let methods: [ScriptedExchange] = [301, 302, 303, 307, 308].flatMap { status in
        [HTTPMethod.post, .put, .delete, .head].map { method in
            let becomesGET = (status < 303 && method == .post) || (status == 303 && method != .head)
            let hasBody = method != .head
            let answer = hasBody ? hello : "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
            return ScriptedExchange(
                "\(method) and \(status)",
                [redirect("/next", status), answer],
                .response(200, Array((hasBody ? "hello" : "").utf8))
            ).with { exchange in
                exchange.sharesCuts = true
                exchange.method = method
                exchange.prepare = { request in
                    guard hasBody else { return }
                    request.body = .bytes(Array("body".utf8))
                    try request.fields.append(name: "Content-Type", value: "a/b")
                }
                exchange.expects = { request, number in
                    guard number > 0, becomesGET else {
                        return request.method == method.rawValue && request.text == (hasBody ? "body" : "")
                            && request["content-type"] == (hasBody ? "a/b" : nil)
                    }
                    return request.method == "GET" && request.text.isEmpty && request["content-length"] == nil
                        && request["content-type"] == nil
                }
            }
        }
    }

    private static let bodies: [ScriptedExchange] = [307, 308].flatMap { status in
        [true, false].map { isReplayable in
            ScriptedExchange(
                "\(status) after a body that can be read \(isReplayable ? "again" : "once")",
                [redirect("/next", status), hello],
                isReplayable ? end : .failure(.bodyNotReplayable)
            ).with { exchange in
                exchange.method = .post
                exchange.prepare = { $0.body = .stream(length: nil, replayable: isReplayable) { OneWord() } }
                exchange.expects = { request, number in request.text == "word" && (number == 0 || isReplayable) }
            }
        }
    }

    // MARK: Who may know

    private static func confidential(
        _ name: String,
        _ locations: [String],
        hosts: [String],
        trusting trusted: String? = nil
    ) -> ScriptedExchange {
        ScriptedExchange(name, locations.map { redirect($0) } + [hello], end).with { exchange in
            exchange.url = own
            exchange.prepare = { request in
                for name in ["Authorization", "Cookie", "Proxy-Authorization", "X-Kept"] {
                    try request.fields.append(name: name, value: "secret")
                }
                if let trusted { request.options.redirects.trust = .when { _, to in to.host == trusted } }
            }
            exchange.expects = { request, number in
                let knows = number == 0 || hosts[..<number].allSatisfy { ["own.test", trusted].contains($0) }
                let secrets = ["authorization", "cookie", "proxy-authorization"].map { request[$0] }
                return secrets == Array(repeating: knows ? "secret" : nil, count: 3) && request["x-kept"] == "secret"
                    && (number == 0 || request["host"] == hosts[number - 1])
            }
        }
    }

    private static let secrets: [ScriptedExchange] = [
        confidential("secrets within an origin", ["/next"], hosts: ["own.test"]),
        confidential("secrets on two hops", ["/next", "/last"], hosts: ["own.test", "own.test"]),
        confidential("secrets and another host", ["http://foe.test/"], hosts: ["foe.test"]),
        confidential("secrets and a host below", ["http://a.own.test/"], hosts: ["a.own.test"]),
        confidential("secrets and another port", ["http://own.test:81/"], hosts: ["own.test:81"]),
        confidential("secrets that do not come back", ["http://foe.test/", own], hosts: ["foe.test", "own.test"]),
        confidential(
            "secrets for a friend",
            ["http://friend.test/", "http://foe.test/"],
            hosts: ["friend.test", "foe.test"],
            trusting: "friend.test"
        ),
    ]

    /// The host that the caller names is for the origin that the caller named it for.
    private static let hosts: [ScriptedExchange] = [
        ("/next", "virtual.test"), ("http://own.test:80/", "virtual.test"), ("http://own.test:81/", "own.test:81"),
        ("http://foe.test/", "foe.test"), ("http://own.test./", "own.test."),
    ].map { location, host in
        ScriptedExchange("a Host field and \(location)", [redirect(location), hello], end).with { exchange in
            exchange.sharesCuts = true
            exchange.url = own
            exchange.prepare = { try $0.fields.append(name: "Host", value: "virtual.test") }
            exchange.expects = { request, number in
                request.values(of: "host") == [number == 0 ? "virtual.test" : host]
            }
        }
    }

    // MARK: Cookies

    private static func cookies(
        _ name: String,
        from url: String = own,
        set: [String],
        to location: String = "next",
        sent: @escaping @Sendable ([String]) -> Bool
    ) -> ScriptedExchange {
        let fields = set.map { "Set-Cookie: \($0)\r\n" }.joined()
        return ScriptedExchange(name, [redirect(location, 302, fields), hello], end).with { exchange in
            exchange.sharesCuts = true
            exchange.url = url
            exchange.expects = { request, number in
                let values = request.values(of: "cookie")
                return number == 0 ? values.isEmpty : values.count < 2 && sent(values.first.map(Self.names) ?? [])
            }
        }
    }

    @Sendable private static func names(_ field: String) -> [String] {
        field.split(separator: "; ").map(String.init)
    }

    private static let cookies: [ScriptedExchange] =
        [#"s={"a":"b; c"}"#, #"s="open"#, "s[0]=x", "=", "nameless", ";;;", "s=\u{E9}", "s=1; Domain=", "bad\u{9}=x"]
        .map { strange in
            cookies("a cookie behind \(strange.debugDescription)", set: [strange, "own=1"]) { $0.contains("own=1") }
        }
        + [
            ("a=1; Max-Age=0", false), ("a=1; Max-Age=-1", false),
            ("a=1; Max-Age=100; Expires=Thu, 01 Jan 1970 00:00:00 GMT", true),
            ("a=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", false), ("a=1; Expires=never", true),
            ("a=1; Max-Age=soon", true), ("a=1; Path=/other", false), ("a=1; Path=/path/ne", false),
            ("a=1; Path=/other; Path=/", true), ("a=1; Path=/path/next", true), ("a=1; Path=/other; Path=", true),
            ("a=1; Path=/path/; Path=next", true),
            ("a=1; Secure", false), ("a=1; version=1; port=\"80\"; HttpOnly", true),
        ].map { value, isSent in
            cookies("a cookie \(value.debugDescription)", set: [value]) { $0 == (isSent ? ["a=1"] : []) }
        }
        + [
            ScriptedExchange(
                "cookies of one name from two hosts",
                [
                    redirect("http://foe.test/", 302, "Set-Cookie: id=own\r\n"),
                    redirect("http://own.test/next", 302, "set-cookie: id=foe; Path=/\r\n"), redirect("/last"), hello,
                ],
                end
            ).with { exchange in
                exchange.url = "http://own.test/first"
                exchange.expects = { request, number in
                    request.values(of: "cookie") == [[], [], ["id=own"], ["id=own"]][number]
                }
            }
        ]

    private static let domains: [ScriptedExchange] =
        ["evil.test", "test", "b.example.test", ".test", "a.example.test.evil", "ample.test"].map { domain in
            cookies(
                "a cookie for \(domain)",
                from: "http://a.example.test/",
                set: ["x=1; Domain=\(domain)", "y=1; Domain=example.test"],
                to: "http://b.example.test/"
            ) { $0 == ["y=1"] }
        } + [
            cookies(
                "cookies of a host and of a domain",
                from: "http://example.test/",
                set: ["host=1", "domain=1; Domain=example.test"],
                to: "http://sub.example.test/"
            ) { $0 == ["domain=1"] }
        ]

    // MARK: How often

    private static let rounds: [ScriptedExchange] = [
        ScriptedExchange("a login that leads to itself", [redirect(own, 302, "Set-Cookie: in=1\r\n"), hello], end)
            .with { exchange in
                exchange.url = own
                exchange.expects = { request, number in
                    request.target == "/path/start?x=1" && request["cookie"] == (number == 0 ? nil : "in=1")
                }
            },
        ScriptedExchange("a circle of one", [redirect(own), redirect(own), redirect(own)], .failure(.tooManyRedirects))
            .with { exchange in
                exchange.url = own
                exchange.prepare = { $0.options.redirects = RedirectPolicy(maximum: 2) }
            },
        ScriptedExchange(
            "a circle of two",
            [redirect("/b"), redirect(own), redirect("/b")],
            .failure(.tooManyRedirects)
        )
        .with { exchange in
            exchange.url = own
            exchange.prepare = { $0.options.redirects = RedirectPolicy(maximum: 2) }
        },
        ScriptedExchange("a redirect into silence", [redirect("/next")], .failure(.timeout)).with { exchange in
            exchange.fallsSilent = true
            exchange.prepare = { $0.options.deadlines.firstByte = .milliseconds(50) }
        },
    ]
}

/// A body without a length.
private final class OneWord: HTTPBodySource {
    func read(into buffer: inout [UInt8], limit: Int) -> HTTPBodyProgress {
        buffer += "word".utf8
        return .finished
    }
}
