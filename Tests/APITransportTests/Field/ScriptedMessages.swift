import APITransport
import TestSupport

/// What fields and bodies say, and how much of them there may be.
extension ScriptedExchange {
    private static let ok = "HTTP/1.1 200 OK\r\n"

    // MARK: Fields and bodies

    static let described: [ScriptedExchange] =
        [
            ScriptedExchange(
                "fields in odd letter case, and twice",
                ok
                    + "eTAG: \"1\"\r\nCONTENT-TYPE: a/b\r\nLink: <a>\r\nX-A: 1\r\nlink: <b>\r\nx-a: 2\r\nset-cookie: a=b\r\n"
                    + "Set-Cookie: c=d\r\ncontent-length: 2\r\n\r\nhi",
                "hi"
            ).with { exchange in
                exchange.accepts = { response in
                    let fields = response.fields
                    let isFound =
                        ["etag", "ETag", "ETAG"].allSatisfy { fields[$0] == "\"1\"" }
                        && ["content-type", "Content-Type"].allSatisfy { fields[$0] == "a/b" }
                    return isFound && fields.map(\.name).first == "eTAG" && fields.values("LINK") == ["<a>", "<b>"]
                        && fields.combined("X-a") == "1, 2" && fields.values("SET-COOKIE") == ["a=b", "c=d"]
                        && fields.combined("set-cookie") == "a=b"
                }
            },
            ScriptedExchange("a request with a field twice", ok + "Content-Length: 2\r\n\r\nhi", "hi").with {
                exchange in
                exchange.prepare = { request in
                    for value in ["a/b", "c/d"] { try request.fields.append(name: "Accept", value: value) }
                }
                exchange.expects = { request, _ in request.values(of: "accept") == ["a/b", "c/d"] }
            },
            ScriptedExchange(
                "a transfer coding below chunks",
                bytes: [
                    Array(
                        "\(ok)Transfer-Encoding: gzip, chunked\r\n\r\n\(String(CodedText.gzip.count, radix: 16))\r\n"
                            .utf8
                    )
                        + CodedText.gzip + Array("\r\n0\r\n\r\n".utf8)
                ],
                .response(200, CodedText.text)
            ),
            ScriptedExchange(
                "a part of a coded body",
                [
                    "HTTP/1.1 206 Part\r\nContent-Encoding: gzip\r\nContent-Range: bytes 1-2/9\r\nContent-Length: 2\r\n\r\nhi"
                ],
                .response(206, Array("hi".utf8))
            ).with { exchange in
                exchange.accepts = { $0.fields["content-encoding"] == "gzip" }
            },
        ]
        + [HTTPMethod.get, .delete, .post, .options].flatMap { method in
            ["body", ""].map { body in
                ScriptedExchange(
                    "\(method) with a body of \(body.utf8.count)",
                    ok + "Content-Length: 2\r\n\r\nhi",
                    "hi"
                )
                .with { exchange in
                    exchange.sharesCuts = true
                    exchange.method = method
                    exchange.prepare = { $0.body = .bytes(Array(body.utf8)) }
                    exchange.expects = { request, _ in
                        request.text == body && request.values(of: "content-length") == ["\(body.utf8.count)"]
                            && request["transfer-encoding"] == nil
                    }
                }
            }
        }

    // MARK: Limits

    private static func limited(
        _ name: String,
        _ answer: String,
        _ kind: TransportError.Kind?,
        _ limits: HTTPLimits
    ) -> ScriptedExchange {
        ScriptedExchange(name, [answer], kind.map { .failure($0) } ?? .response(200, Array("hi".utf8)))
            .with { exchange in
                exchange.sharesCuts = true
                exchange.configure = { $0.limits = limits }
            }
    }

    private static let length = "Content-Length: 2\r\n\r\nhi"
    private static let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"

    static let limited: [ScriptedExchange] =
        [(55, nil), (54, .headTooLarge)].map { (bytes: Int, kind: TransportError.Kind?) in
            limited(
                "a head of 55 bytes where \(bytes) may be",
                ok + "X-A: abcdefghij\r\n" + length,
                kind,
                .init(headBytes: bytes)
            )
        }
        + [(3, nil), (2, .headTooLarge)].map { (count: Int, kind: TransportError.Kind?) in
            limited(
                "three fields where \(count) may be",
                ok + "a:b\r\nc:d\r\n" + length,
                kind,
                .init(fieldCount: count)
            )
        }
        + [(6, nil), (5, .headTooLarge)].map { (bytes: Int, kind: TransportError.Kind?) in
            limited(
                "a trailer where \(bytes) bytes may be",
                chunked + "2\r\nhi\r\n0\r\na:\r\n\r\n",
                kind,
                .init(trailerBytes: bytes)
            )
        }
        + [(4, nil), (3, .headTooLarge)].map { (bytes: Int, kind: TransportError.Kind?) in
            limited(
                "an extension where \(bytes) bytes may be",
                chunked + "2;abc\r\nhi\r\n0\r\n\r\n",
                kind,
                .init(chunkLineBytes: bytes)
            )
        }
        + [(2, nil), (1, .bodySizeExceeded)].flatMap { (bytes: Int64, kind: TransportError.Kind?) in
            [ok + length, chunked + "1\r\nh\r\n1\r\ni\r\n0\r\n\r\n"].map { answer in
                limited("a body of 2 bytes where \(bytes) may be", answer, kind, .init(bodyBytes: bytes))
            }
        }
        + [
            limited(
                "a length beyond what may be collected",
                ok + "Content-Length: 5368709120\r\n\r\n",
                .decodedSizeExceeded,
                HTTPLimits()
            ),
            ScriptedExchange(
                "zeros beyond what may be decoded",
                bytes: [HTTPBytes.response(fields: [("Content-Encoding", "gzip")], body: CodedText.zeros)],
                .failure(.decodedSizeExceeded)
            ).with { exchange in
                exchange.prepare = { $0.options.maximumDecodedBytes = 65_535 }
            },
            ScriptedExchange(
                "zeros as many as may be decoded",
                bytes: [HTTPBytes.response(fields: [("Content-Encoding", "gzip")], body: CodedText.zeros)],
                .response(200, [UInt8](repeating: 0, count: 65_536))
            ).with { exchange in
                exchange.prepare = { $0.options.maximumDecodedBytes = 65_536 }
            },
        ]
}
