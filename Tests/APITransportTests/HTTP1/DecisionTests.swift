import APITransport
import Testing

/// What comes of an answer.
private enum Verdict: Equatable {
    case refused
    case failed(TransportError.Kind)
    /// Status, body, and whether the connection may carry another request.
    case read(Int, String, keeps: Bool = true)
}

private let ok = "HTTP/1.1 200 OK\r\n"
private let length = "Content-Length: 2\r\n"
private let chunked = ok + "Transfer-Encoding: chunked\r\n\r\n"
private let read = Verdict.read(200, "hi")

/// A row of the table beside the reader: an answer of its kind, and what is decided about it.
private struct Decision: CustomTestStringConvertible, Sendable {
    let answer: String
    let method: HTTPMethod
    let verdict: Verdict

    init(_ answer: String, _ verdict: Verdict, _ method: HTTPMethod = .get) {
        self.answer = answer
        self.verdict = verdict
        self.method = method
    }

    var testDescription: String { answer.prefix(90).debugDescription }

    static let statusLine = [
        Decision("HTTP/2.0 200 OK\r\n\(length)\r\nhi", .refused), .init("http/1.1 200 OK\r\n\(length)\r\nhi", .refused),
        .init("220 mail.test ESMTP\r\n", .refused), .init("HTTP/1.9 200 OK\r\n\(length)\r\nhi", read),
        .init("HTTP/1.1   200 OK\r\n\(length)\r\nhi", read), .init("HTTP/1.1\t200 OK\r\n\(length)\r\nhi", .refused),
        .init("HTTP/1.1 200\r\n\(length)\r\nhi", read), .init("HTTP/1.1 200 \u{E9}\r\n\(length)\r\nhi", read),
        .init("HTTP/1.1 099 X\r\n\(length)\r\nhi", .refused), .init("HTTP/1.1 2000 X\r\n\(length)\r\nhi", .refused),
        .init("HTTP/1.1 999 X\r\n\(length)\r\nhi", .read(999, "hi")), .init("\r\n\(ok)\(length)\r\nhi", read),
        .init("\r\n\r\n\(ok)\(length)\r\nhi", .refused),
    ]

    static let fieldLines = [
        Decision("HTTP/1.1 200 OK\n\(length)\nhi", read), .init(ok + "X: a\rb\r\n\(length)\r\nhi", .refused),
        .init(ok + "X: a\0b\r\n\(length)\r\nhi", .refused), .init(ok + "X: \u{E9}\r\n\(length)\r\nhi", read),
        .init(ok + "X : y\r\n\(length)\r\nhi", .refused), .init(ok + "X(: y\r\n\(length)\r\nhi", .refused),
        .init(ok + "X y\r\n\(length)\r\nhi", .refused), .init(ok + ": y\r\n\(length)\r\nhi", .refused),
        .init(ok + "X: a\r\n b\r\n\(length)\r\nhi", read), .init(ok + " X: a\r\n\(length)\r\nhi", .refused),
        .init(ok + "Content-Length: 1\r\n 2\r\n\r\nhi", .refused),
        .init(ok + "Transfer-Encoding: chun\r\n ked\r\n\r\n0\r\n\r\n", .refused),
        .init(ok + "X:\r\nY:   z \t\r\n\(length)\r\nhi", read), .init(ok + "\r\nhi", .read(200, "hi", keeps: false)),
    ]

    static let lengths = [
        Decision(ok + "Content-Length: 9\r\n\r\n", .read(200, ""), .head),
        .init("HTTP/1.1 204 X\r\nTransfer-Encoding: chunked\r\n\r\n", .read(204, "")),
        .init("HTTP/1.1 304 X\r\nContent-Length: 9\r\n\r\n", .read(304, "")),
        .init("HTTP/1.1 204 X\r\nContent-Length: x\r\n\r\n", .refused),
        .init("HTTP/1.1 205 X\r\n\(length)\r\nhi", .read(205, "hi")), .init(ok + length + length + "\r\nhi", read),
        .init(ok + "Content-Length: 2, 2\r\n\r\nhi", read),
        .init(ok + length + "Content-Length: 3\r\n\r\nhi", .refused),
        .init(ok + "Content-Length:\r\n\r\nhi", .refused), .init(ok + "Content-Length: +2\r\n\r\nhi", .refused),
        .init(ok + "Content-Length: 0 2\r\n\r\nhi", .refused), .init(ok + "Content-Length: 0x2\r\n\r\nhi", .refused),
        .init(ok + "Content-Length: 36893488147419103232\r\nConnection: close\r\n\r\nhi", .refused),
        .init(ok + "Content-Length: 0002\r\n\r\nhi", read),
        .init(ok + length + "Transfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n", .read(200, "hi", keeps: false)),
        .init(
            "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
            .read(200, "hi", keeps: false)
        ),
        .init(ok + "Transfer-Encoding: gzip\r\n\r\nhi", .read(200, "hi", keeps: false)),
        .init(ok + "Transfer-Encoding: unknown, chunked\r\n\r\n0\r\n\r\n", .refused),
        .init(ok + "Transfer-Encoding: identity\r\n\r\nhi", .refused),
        .init(ok + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", .refused),
        .init(ok + "Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", .refused),
        .init(ok + "Transfer-Encoding: ,\r\n\r\nhi", .refused), .init(ok + length + "\r\nh", .failed(.incompleteBody)),
        .init(chunked + "2\r\nhi\r\n", .failed(.incompleteBody)), .init(ok + "Content-Le", .failed(.closed)),
        .init("", .failed(.closed)), .init("HTTP/1.1 100 \r\n\r\n", .failed(.closed)),
    ]

    static let chunks = [
        Decision(chunked + "2 \t\r\nhi\r\n0\r\n\r\n", read), .init(chunked + "0002\r\nhi\r\n000\r\n\r\n", read),
        .init(chunked + "\r\nhi", .refused), .init(chunked + "00000000000000002\r\nhi", .refused),
        .init(chunked + "8000000000000000\r\nhi", .refused), .init(chunked + "-2\r\nhi", .refused),
        .init(chunked + "0x2\r\nhi", .refused), .init(chunked + "2 x\r\nhi", .refused),
        .init(chunked + "2;;a;b=\"c;\\\"\"\r\nhi\r\n0\r\n\r\n", read), .init(chunked + "2;a=\"b\r\nhi", .refused),
        .init(chunked + "2\nhi\n0\n\n", .refused), .init(chunked + "2\rhi", .refused),
        .init(chunked + "2\r\nhi\n0\r\n\r\n", .refused), .init(chunked + "2\r\nhi!\r\n0\r\n\r\n", .refused),
        .init(chunked + "2\r\nhi\r\n0\r\nContent-Length: 9\r\n\r\n", read),
    ]

    static let rest = [
        Decision("HTTP/1.1 103 \r\nContent-Length: 9\r\n\r\n\(ok)\(length)\r\nhi", read),
        .init("HTTP/1.1 101 \r\n\r\n", .refused),
        .init(String(repeating: "HTTP/1.1 100 \r\n\r\n", count: 65), .failed(.headTooLarge)),
        .init(ok + String(repeating: "X: y\r\n", count: 513) + "\r\n", .failed(.headTooLarge)),
        .init(ok + length + "Connection: x, close\r\n\r\nhi", .read(200, "hi", keeps: false)),
        .init("HTTP/1.0 200 OK\r\n\(length)\r\nhi", .read(200, "hi", keeps: false)),
        .init("HTTP/1.0 200 OK\r\n\(length)Connection: keep-alive\r\n\r\nhi", read),
        .init(ok + length + "Proxy-Connection: close\r\n\r\nhi", read),
        .init(ok + length + "Keep-Alive: timeout=1\r\n\r\nhi", .read(200, "hi", keeps: false)),
        .init(ok + length + "Keep-Alive: timeout=5, max=0\r\n\r\nhi", .read(200, "hi", keeps: false)),
        .init(ok + length + "Keep-Alive: timeout=2, max=1\r\n\r\nhi", read),
    ]
}

@Suite struct `The decisions of the reader` {
    @Test(arguments: Decision.statusLine + Decision.fieldLines + Decision.lengths + Decision.chunks + Decision.rest)
    private func `are as its table says`(_ decision: Decision) {
        let played = PlayedResponse([Array(decision.answer.utf8)], method: decision.method)
        let verdict: Verdict =
            if let fault = played.fault {
                fault.kind == .invalidResponse ? .refused : .failed(fault.kind)
            } else {
                .read(
                    played.head?.status ?? 0,
                    String(decoding: played.body, as: UTF8.self),
                    keeps: played.keepsAlive
                )
            }
        #expect(verdict == decision.verdict, "\(played.fault?.message ?? "")")
    }
}
