import APITransport
import TestSupport

/// Answers that were got wrong in the field, and their kin.
extension ScriptedExchange {
    static let all: [ScriptedExchange] = {
        let exchanges =
            wholeFraming + brokenFraming + brokenHeads + coded + followed + redirected + described + limited + early
            + late
        return exchanges.indices.map { exchanges[$0].after(exchanges[..<$0]) }
    }()

    private static func refused(_ name: String, _ answer: String) -> ScriptedExchange {
        ScriptedExchange(name, [answer], .failure(.invalidResponse))
    }

    private static func bodiless(_ name: String, _ status: Int, _ answer: String) -> ScriptedExchange {
        let isCoded = answer.contains("Content-Encoding: gzip\r\n")
        return ScriptedExchange(name, [answer], .response(status, []))
            .with { $0.accepts = { ($0.fields["content-encoding"] == "gzip") == isCoded } }
    }

    /// How many informational responses the client takes here: few, since all are cut at every byte.
    static let mostInformational = 4

    // MARK: Framing

    private static let ok = "HTTP/1.1 200 OK\r\n"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

    private static let wholeFraming: [ScriptedExchange] = [
        .init("a length", ok + "Content-Length: 5\r\n\r\nhello", "hello"),
        .init("the same length twice", ok + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nhi", "hi"),
        .init("a list of one length", ok + "Content-Length: 2, 2\r\n\r\nhi", "hi"),
        .init("chunks, an extension and a trailer", chunked + "2;a=\"b\"\r\nhi\r\n1\r\n!\r\n0\r\nX: y\r\n\r\n", "hi!"),
        .init("blanks behind the sizes", chunked + "2  \r\nhi\r\n0 \r\n\r\n", "hi"),
        .init(
            "chunks and a length",
            ok + "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            "hi"
        ),
        .init("an end with the connection", ok + "\r\nhello", "hello").with { exchange in
            exchange.closes = true
            exchange.accepts = { $0.bodyEndsWithConnection }
        },
        .init("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello", "hello").with { $0.closes = true },
        .bodiless("204 with a length", 204, "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n"),
        .bodiless("304 with a length", 304, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n"),
        .bodiless("205", 205, "HTTP/1.1 205 Reset Content\r\nContent-Length: 0\r\n\r\n"),
        .bodiless("HEAD", 200, ok + "Content-Length: 5\r\nContent-Encoding: gzip\r\n\r\n").with { $0.method = .head },
        .init(
            "interim answers",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n\(ok)Content-Length: 2\r\n\r\nhi",
            "hi"
        ),
        .init("lines that end with a line feed", "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi", "hi"),
        .init("a folded value", ok + "X: a\r\n b\r\nContent-Length: 2\r\n\r\nhi", "hi"),
        .init("no reason phrase", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nhi", "hi"),
        .init("a blank for a reason phrase", "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nhi", "hi"),
        .init(
            "a reason phrase in Latin-1",
            bytes: [Array("HTTP/1.1 200 Tr".utf8) + [0xE8] + Array("s\r\nContent-Length: 2\r\n\r\nhi".utf8)],
            .response(200, Array("hi".utf8))
        ),
        .init("another answer behind", ok + "Content-Length: 2\r\n\r\nhi\(ok)Content-Length: 2\r\n\r\nno", "hi")
            .with { $0.surplus = 40 },
    ]

    private static let brokenFraming: [ScriptedExchange] =
        [
            "2\r\nContent-Length: 4\r\n\r\nhihi", "2, 4\r\n\r\nhihi", "\r\n\r\n", "-2\r\n\r\nhi", "+2\r\n\r\nhi",
            "2 2\r\n\r\nhi",
            "0x2\r\n\r\nhi", "2;\r\n\r\nhi", "99999999999999999999\r\n\r\nhi",
        ].map { .refused("a length of \($0.debugDescription)", ok + "Content-Length: " + $0) }
        + [
            "2g\r\nhi", "\r\nhi", "00000000000000002\r\nhi", "ffffffffffffffff\r\nhi", "-2\r\nhi", "0x2\r\nhi", "2\nhi",
            "2\r\nhi!\r\n",
        ]
        .map { .refused("a chunk \($0.debugDescription)", chunked + $0) }
        + ["gzip, chunked, chunked", "chunked, gzip", "unknown", "chunked;q=1", ","]
        .map { .refused("codings \($0)", ok + "Transfer-Encoding: \($0)\r\n\r\n2\r\nhi\r\n0\r\n\r\n") }
        + [
            "", "5\r\nhe", "5\r\nhello", "5\r\nhello\r\n", "5\r\nhello\r\n0", "5\r\nhello\r\n0\r\n",
            "5\r\nhello\r\n0\r\nX: y\r\n",
        ]
        .map { rest in
            ScriptedExchange(
                "chunks that end with \(rest.debugDescription)",
                [chunked + rest],
                .failure(.incompleteBody)
            )
            .with { $0.closes = true }
        }

    private static let brokenHeads: [ScriptedExchange] =
        [
            "X : y\r\n", "X y\r\n", ": y\r\n", "X: a\rb\r\n", "X: a\0b\r\n", " X: y\r\n", "X\0: y\r\n",
        ].map { .refused("a line \($0.debugDescription)", ok + $0 + "Content-Length: 2\r\n\r\nhi") }
        + [
            "HTTP/2 200\r\n", "HTTP/2.0 200 OK\r\n", "http/1.1 200 OK\r\n", "HTTP/1.1 20 OK\r\n",
            "HTTP/1.1 2000 OK\r\n",
            "HTTP/1.1 2x0 OK\r\n", "HTTP/1.1  \r\n", "SSH-2.0-server\r\n", "<html>\r\n",
            "HTTP/1.1 101 Switching\r\n\r\n",
        ].map { .refused("a first line \($0.debugDescription)", $0 + "Content-Length: 0\r\n\r\n") }
        + [
            "", "HTTP/1", "HTTP/1.1 200 O", ok + "Content-Le", ok + "Content-Length: 2\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n",
        ]
        .map { head in
            ScriptedExchange("a head that ends with \(head.debugDescription)", [head], .failure(.closed))
                .with { $0.closes = true }
        }
        + [
            ScriptedExchange(
                "interim answers for ever",
                [String(repeating: "HTTP/1.1 100 \r\n\r\n", count: mostInformational + 1)],
                .failure(.headTooLarge)
            )
        ]

    // MARK: Codings

    private static func coded(_ coding: String, _ bytes: [UInt8], _ fields: String = "") -> [UInt8] {
        Array("\(ok)Content-Encoding: \(coding)\r\n\(fields)Content-Length: \(bytes.count)\r\n\r\n".utf8) + bytes
    }

    private static let coded: [ScriptedExchange] = {
        let gzip = CodedText.gzip
        let readable: [(String, [UInt8])] = [
            ("gzip", gzip), ("x-gzip", gzip), ("deflate", CodedText.zlib), ("deflate", CodedText.raw),
            ("deflate, gzip", CodedText.gzipOfZlib), ("gzip", gzip + [0, 0, 0, 0]), ("gzip", gzip + [13, 10]),
            ("identity, gzip", gzip), ("gzip", gzip + [1, 2, 3, 4, 5]),
        ]
        var wrongSum = gzip
        wrongSum[gzip.count - 8] ^= 1
        var wrongLength = gzip
        wrongLength[gzip.count - 4] ^= 1
        let broken: [(String, [UInt8])] = [
            ("gzip", gzip + [0x1F, 0x8B]), ("gzip", Array(gzip.prefix(20))), ("gzip", gzip.dropLast(8)),
            ("gzip", gzip.dropLast()), ("gzip", wrongSum), ("gzip", wrongLength),
            ("deflate", CodedText.zlib.dropLast()),
            ("deflate, gzip", CodedText.gzip),
        ]
        let text = Array("plain words, as they are".utf8)
        return readable.map { coding, bytes in
            ScriptedExchange(
                "\(coding), \(bytes.count) bytes",
                bytes: [coded(coding, bytes)],
                .response(200, CodedText.text)
            )
        }
            + broken.map { coding, bytes in
                ScriptedExchange(
                    "broken \(coding), \(bytes.count) bytes",
                    bytes: [coded(coding, bytes)],
                    .failure(.contentCoding)
                )
            } + [
                ScriptedExchange("an unknown coding", bytes: [coded("br", text)], .response(200, text)),
                ScriptedExchange("gzip of nothing", bytes: [coded("gzip", [])], .response(200, [])),
                .bodiless("204 in gzip", 204, "HTTP/1.1 204 No\r\nContent-Encoding: gzip\r\n\r\n"),
                .bodiless("304 in gzip", 304, "HTTP/1.1 304 No\r\nContent-Encoding: gzip\r\n\r\n"),
            ]
    }()

    // MARK: More than one answer

    private static func redirect(_ status: Int, _ location: String, _ fields: String = "") -> String {
        "HTTP/1.1 \(status) \r\nLocation: \(location)\r\n\(fields)Content-Length: 2\r\n\r\nno"
    }

    private static let followed: [ScriptedExchange] = {
        let hello = ok + "Content-Length: 5\r\n\r\nhello"
        let end = Outcome.response(200, Array("hello".utf8))
        let challenge = "WWW-Authenticate: Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256\r\n"
        return [
            ScriptedExchange("a redirect", [redirect(302, "next"), hello], end),
            ScriptedExchange(
                "a redirect that sets a cookie",
                [redirect(303, "?y", "Set-Cookie: a=b\r\n"), hello],
                end
            ),
            ScriptedExchange("a redirect of a POST", [redirect(307, "/next"), hello], end).with { exchange in
                exchange.method = .post
                exchange.prepare = { $0.body = .bytes(Array("body".utf8)) }
            },
            ScriptedExchange(
                "a redirect elsewhere than to HTTP",
                [redirect(301, "mailto:a@b.test")],
                .failure(.redirectRefused)
            ),
            ScriptedExchange(
                "a redirect without end",
                [redirect(302, "/a"), redirect(302, "/b")],
                .failure(.tooManyRedirects)
            )
            .with { $0.prepare = { $0.options.redirects = RedirectPolicy(maximum: 1) } },
            ScriptedExchange("a challenge", ["HTTP/1.1 401 \r\n\(challenge)Content-Length: 0\r\n\r\n", hello], end)
                .with { $0.prepare = { $0.options.credentials = .digest(user: "u", password: "p") } },
            ScriptedExchange(
                "an answer that asks for patience",
                ["HTTP/1.1 503 \r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n", hello],
                end
            ).with { exchange in
                exchange.prepare = { request in
                    request.options.retries = RetryPolicy(maximum: 1)
                    request.options.retries.firstDelay = .zero
                }
            },
        ]
    }()
}
