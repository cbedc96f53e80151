import APITransport
import Testing

@Suite struct `A request's head` {
    private static let defaults: RequestWriter.Defaults = {
        let fields = try? HTTPFields([("User-Agent", "T/1"), ("Accept", "*/*"), ("Accept-Encoding", "gzip, deflate")])
        return RequestWriter.Defaults(fields ?? HTTPFields())
    }()

    private static func written(
        _ method: HTTPMethod = .get,
        _ url: String = "http://h/p?q=1",
        form: RequestWriter.TargetForm = .origin,
        fields: [(name: String, value: String)] = [],
        added: [(name: String, value: String)] = [],
        omitting: [String] = [],
        framing: RequestWriter.Framing = .none,
        usesHTTP10: Bool = false
    ) throws -> [String] {
        var buffer: [UInt8] = []
        RequestWriter.appendHead(
            method: method,
            url: try HTTPURL(url),
            form: form,
            fields: try HTTPFields(fields),
            added: try HTTPFields(added),
            defaults: defaults,
            omitting: omitting,
            framing: framing,
            usesHTTP10: usesHTTP10,
            to: &buffer
        )
        let text = String(decoding: buffer, as: UTF8.self)
        #expect(text.hasSuffix("\r\n\r\n"))
        return text.split(separator: "\r\n").map(String.init)
    }

    @Test func `has the request line, Host and the defaults`() throws {
        #expect(
            try Self.written() == [
                "GET /p?q=1 HTTP/1.1", "Host: h", "User-Agent: T/1", "Accept: */*", "Accept-Encoding: gzip, deflate",
            ]
        )
    }

    @Test func `has the caller's fields in their order and spelling, each default only where it is not named`() throws {
        let lines = try Self.written(
            .post,
            fields: [("x-B", "1"), ("ACCEPT", "text/plain"), ("X-a", "2")],
            added: [("Cookie", "c=d")],
            framing: .length(5)
        )
        #expect(
            lines == [
                "POST /p?q=1 HTTP/1.1", "Host: h", "x-B: 1", "ACCEPT: text/plain", "X-a: 2", "Cookie: c=d",
                "User-Agent: T/1", "Accept-Encoding: gzip, deflate", "Content-Length: 5",
            ]
        )
    }

    @Test func `has the caller's Host first, and never a framing that is not the body's`() throws {
        let lines = try Self.written(
            fields: [
                ("A", "b"), ("host", "other"), ("Content-Length", "7"), ("Transfer-Encoding", "chunked"),
            ],
            omitting: ["accept", "USER-AGENT", "Accept-Encoding"]
        )
        #expect(lines == ["GET /p?q=1 HTTP/1.1", "host: other", "A: b"])
    }

    @Test func `goes without Host when it is asked to`() throws {
        #expect(try Self.written(omitting: ["Host", "Accept", "User-Agent", "Accept-Encoding"]).count == 1)
    }

    @Test(
        arguments: [
            (HTTPMethod.get, RequestWriter.Framing.none, nil), (.delete, .none, nil),
            (.post, .none, "Content-Length: 0"),
            (.put, .none, "Content-Length: 0"), (.get, .length(0), "Content-Length: 0"),
            (.get, .length(.max), "Content-Length: 18446744073709551615"),
            (.get, .chunked, "Transfer-Encoding: chunked"),
        ] as [(HTTPMethod, RequestWriter.Framing, String?)]
    )
    func `says how long the body is`(_ method: HTTPMethod, _ framing: RequestWriter.Framing, _ line: String?) throws {
        let lines = try Self.written(method, framing: framing)
        #expect(
            lines.filter { $0.hasPrefix("Content-Length") || $0.hasPrefix("Transfer") } == (line.map { [$0] } ?? [])
        )
    }

    @Test(
        arguments: [
            ("http://h", "GET / HTTP/1.1", "Host: h"), ("http://h?x=1", "GET /?x=1 HTTP/1.1", "Host: h"),
            ("http://h#f", "GET / HTTP/1.1", "Host: h"), ("http://h:8080", "GET / HTTP/1.1", "Host: h:8080"),
            ("http://u:p@h:80/a", "GET /a HTTP/1.1", "Host: h"), ("https://h:443/", "GET / HTTP/1.1", "Host: h"),
            ("http://[::1]:81/", "GET / HTTP/1.1", "Host: [::1]:81"),
            ("http://[fe80::1%25eth0]:81/", "GET / HTTP/1.1", "Host: [fe80::1]:81"),
            ("http://h/%FF/x;b%3Bc/a%2Fb?%41#f", "GET /%FF/x;b%3Bc/a%2Fb?%41 HTTP/1.1", "Host: h"),
        ])
    func `asks for what the URL says and no more`(_ url: String, _ line: String, _ host: String) throws {
        #expect(try Self.written(.get, url).prefix(2) == [line, host])
    }

    @Test func `has the target's form that the way there needs`() throws {
        #expect(
            try Self.written(.get, "http://u:p@h:8080/a?b#c", form: .absolute).prefix(2) == [
                "GET http://h:8080/a?b HTTP/1.1", "Host: h:8080",
            ]
        )
        #expect(
            try Self.written(.connect, "https://h/a", form: .authority).prefix(2) == [
                "CONNECT h:443 HTTP/1.1", "Host: h:443",
            ]
        )
        #expect(try Self.written(.options, "https://h/a", form: .asterisk).first == "OPTIONS * HTTP/1.1")
    }

    @Test func `may be one of HTTP 1.0`() throws {
        #expect(try Self.written(usesHTTP10: true).first == "GET /p?q=1 HTTP/1.0")
    }

    @Test func `announces chunks when the length is not known or the caller asks for them`() throws {
        let asking = try HTTPFields([("Transfer-Encoding", "Chunked")])
        let none = HTTPFields()
        #expect(try RequestWriter.framing(hasBody: false, length: nil, fields: asking, usesHTTP10: false) == .none)
        #expect(try RequestWriter.framing(hasBody: true, length: 3, fields: none, usesHTTP10: false) == .length(3))
        #expect(try RequestWriter.framing(hasBody: true, length: 3, fields: asking, usesHTTP10: false) == .chunked)
        #expect(try RequestWriter.framing(hasBody: true, length: 3, fields: asking, usesHTTP10: true) == .length(3))
        #expect(try RequestWriter.framing(hasBody: true, length: nil, fields: none, usesHTTP10: false) == .chunked)
        let error = #expect(throws: TransportError.self) {
            try RequestWriter.framing(hasBody: true, length: nil, fields: none, usesHTTP10: true)
        }
        #expect(error?.kind == .invalidRequest)
    }

    @Test(arguments: [(1, "1"), (15, "f"), (16, "10"), (255, "ff"), (65_536, "10000"), (Int.max, "7fffffffffffffff")])
    func `has chunks of a size in hexadecimal`(_ size: Int, _ text: String) {
        var buffer: [UInt8] = []
        RequestWriter.appendChunkSize(size, to: &buffer)
        #expect(String(decoding: buffer, as: UTF8.self) == text + "\r\n")
    }

    @Test func `copies fields that came with a response`() throws {
        let played = PlayedResponse("HTTP/1.1 200 OK\nA:b\nC:  d  \r\nE: f\r\nG: h\r\n i\r\n\r\n")
        let fields = try #require(played.head?.fields)
        var buffer: [UInt8] = []
        RequestWriter.appendHead(
            method: .get,
            url: try HTTPURL("http://h/"),
            fields: fields,
            defaults: RequestWriter.Defaults(HTTPFields()),
            framing: .none,
            to: &buffer
        )
        let text = String(decoding: buffer, as: UTF8.self)
        #expect(text == "GET / HTTP/1.1\r\nHost: h\r\nA: b\r\nC: d\r\nE: f\r\nG: h i\r\n\r\n")
    }
}
