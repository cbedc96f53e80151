import APITransport

/// Exchanges whose requests have bodies that come later than their heads, or do not come at all.
extension ScriptedExchange {
    /// The ways in which the body of the request comes late; nil, alone: it does not.
    var kindsOfBody: [LateBody.Kind?] {
        if !hasLateBody { return [nil] }
        return isReplayable ? [.source] : LateBody.Kind.allCases
    }

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
    private static let `continue` = "HTTP/1.1 100 Continue\r\n\r\n"
    private static let tooLarge = "HTTP/1.1 413 Too Large\r\n"
    private static let hello = Outcome.response(200, Array("hello".utf8))
    private static let no = Outcome.response(413, Array("no".utf8))

    private static func late(
        _ name: String,
        _ answers: [String],
        _ arrivals: [Int?],
        _ outcome: Outcome = hello,
        expects: Bool = false,
        _ change: (inout ScriptedExchange) -> Void = { _ in }
    ) -> ScriptedExchange {
        var exchange = ScriptedExchange(name, answers, outcome)
        exchange.method = .post
        exchange.arrivals = arrivals
        if expects { exchange.prepare = { try $0.fields.set(name: "Expect", value: "100-continue") } }
        change(&exchange)
        return exchange
    }

    /// The answer does not wait for the body.
    static let early: [ScriptedExchange] = [
        late("an early answer", [tooLarge + "Content-Length: 2\r\n\r\nno"], [nil], no),
        late(
            "an early answer in chunks",
            [tooLarge + "Transfer-Encoding: chunked\r\n\r\n2\r\nno\r\n0\r\n\r\n"],
            [nil],
            no
        ),
        late("an early answer to the connection's end", [tooLarge + "\r\nno"], [nil], no) { $0.closes = true },
        late(
            "an early answer behind interim ones",
            [`continue` + "HTTP/1.1 103 Hints\r\n\r\n" + tooLarge + "Content-Length: 2\r\n\r\nno"],
            [nil],
            no
        ),
        late(
            "an early answer where 100 is expected",
            [tooLarge + "Content-Length: 2\r\n\r\nno"],
            [nil],
            no,
            expects: true
        ),
        late(
            "an early answer behind 100",
            [`continue` + tooLarge + "Content-Length: 2\r\n\r\nno"],
            [nil],
            no,
            expects: true
        ),
        late(
            "a broken early answer",
            ["HTTP/1.1 413 \r\nContent-Length: -2\r\n\r\nno"],
            [nil],
            .failure(.invalidResponse)
        ),
        late("an early end", [""], [nil], .failure(.closed)) { $0.closes = true },
        late("an early end behind 100", [`continue`], [nil], .failure(.closed), expects: true) { $0.closes = true },
        late(
            "417 to a body that cannot be sent again",
            ["HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n"],
            [nil],
            .response(417, []),
            expects: true
        ),
        late("417", ["HTTP/1.1 417 No\r\nContent-Length: 0\r\n\r\n", ok], [nil, 0], expects: true) {
            $0.isReplayable = true
        },
        late("an early redirect", ["HTTP/1.1 307 \r\nLocation: /next\r\nContent-Length: 0\r\n\r\n", ok], [nil, 0]) {
            $0.isReplayable = true
        },
        late(
            "an early redirect without the body",
            ["HTTP/1.1 303 \r\nLocation: /next\r\nContent-Length: 0\r\n\r\n", ok],
            [nil, nil]
        ),
        late(
            "an early redirect of a body that cannot be sent again",
            ["HTTP/1.1 308 \r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"],
            [nil],
            .failure(.bodyNotReplayable)
        ),
    ]

    /// The body comes, at some time.
    static let late: [ScriptedExchange] = [
        late("a late body", [ok], [0]),
        late("a late body where 100 is expected", [`continue` + ok], [`continue`.utf8.count], expects: true),
        late("a late body behind an unexpected 100", [`continue` + ok], [`continue`.utf8.count]),
        late(
            "a late body between interim answers",
            [`continue` + `continue` + ok],
            [`continue`.utf8.count],
            expects: true
        ),
        late("a late body within the answer's head", [ok], [20]),
        late("a late body within the answer's body", [ok], [ok.utf8.count - 2]),
        late("a late body before the end of the connection", ["HTTP/1.1 200 OK\r\n\r\nhello"], [21]) {
            $0.closes = true
        },
        late("a late body behind the answer", [ok], [ok.utf8.count]),
        late(
            "a late body of which a redirect was told",
            ["HTTP/1.1 307 \r\nLocation: /next\r\nContent-Length: 0\r\n\r\n", ok],
            [0, 0]
        ) {
            $0.isReplayable = true
        },
    ]
}
