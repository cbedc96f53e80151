import APITransport
import TestSupport
import Testing

/// Requests one after the other, to a server that behaves badly on its first connection and well on all others.
struct ScriptedConversation: Sendable, CustomTestStringConvertible {
    struct Question: Sendable {
        var method = HTTPMethod.get
        var status = 200
        /// The body of the right answer, wherever that is given.
        let answer: String
        /// How it ends when nothing is cut, if not with its answer.
        var failure: TransportError.Kind?

        /// The right answer as a server sends it that behaves well.
        var bytes: [UInt8] {
            let hasBody = method != .head && status != 204 && status != 304
            let length = status == 204 ? "" : "Content-Length: \(answer.utf8.count)\r\n"
            return Array("HTTP/1.1 \(status) -\r\n\(length)\r\n\(hasBody ? answer : "")".utf8)
        }

        /// Why this is not how it may end, whatever was cut; nil when it is.
        func fault(in result: Result<HTTPResponse, TransportError>) -> String? {
            guard case .success(let response) = result else { return nil }
            return response.status == status && response.body == Array(answer.utf8)
                ? nil : "\(response.status), \(String(decoding: response.body, as: UTF8.self))"
        }
    }

    let name: String
    let questions: [Question]
    /// What the first connection has for each request; then it ends.
    let first: [[UInt8]]
    /// How many connections it takes when nothing is cut.
    let connections: Int

    var testDescription: String { name }

    init(_ name: String, _ questions: [Question], _ first: [String], connections: Int = 2) {
        self.name = name
        self.questions = questions
        self.first = first.map { Array($0.utf8) }
        self.connections = connections
    }

    /// Bytes that the first connection has in all.
    var count: Int { first.reduce(0) { $0 + $1.count } }
}

extension ScriptedConversation {
    static let all = closed + spoiled + hinted + refused

    private static func ok(_ body: String, _ fields: String = "") -> String {
        "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(fields)\r\n\(body)"
    }

    private static let one = Question(answer: "one")
    private static let two = Question(answer: "two")

    /// The connection ends when the second request has come.
    private static let closed: [ScriptedConversation] =
        [HTTPMethod.get, .put, .delete, .options].map { method in
            .init("\(method) on a connection that ends", [one, Question(method: method, answer: "two")], [ok("one")])
        } + [
            .init("HEAD on a connection that ends", [one, Question(method: .head, answer: "")], [ok("one")]),
            .init(
                "POST on a connection that ends",
                [one, Question(method: .post, answer: "two", failure: .closed)],
                [ok("one")],
                connections: 1
            ),
            .init("two answers on one connection", [one, two], [ok("one"), ok("two")], connections: 1),
        ]

    /// More comes than was asked for.
    private static let spoiled: [ScriptedConversation] =
        [
            ok("left"), "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\n", "\r\n", "x",
        ].flatMap { rest -> [ScriptedConversation] in
            [
                .init("\(rest.debugDescription) behind a body", [one, two], [ok("one") + rest, ok("no")]),
                .init(
                    "\(rest.debugDescription) behind chunks",
                    [one, two],
                    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n" + rest, ok("no")]
                ),
            ]
        } + [
            .init(
                "a body behind 204",
                [Question(status: 204, answer: ""), two],
                ["HTTP/1.1 204 -\r\nContent-Length: 4\r\n\r\nbody", ok("no")]
            ),
            .init(
                "an answer behind 304",
                [Question(status: 304, answer: ""), two],
                ["HTTP/1.1 304 -\r\nContent-Length: 4\r\n\r\n" + ok("left"), ok("no")]
            ),
            .init("an answer behind no body", [Question(answer: ""), two], [ok("") + ok("left"), ok("no")]),
            .init(
                "a body behind HEAD",
                [Question(method: .head, answer: ""), two],
                ["HTTP/1.1 200 -\r\nContent-Length: 4\r\n\r\nbody", ok("no")]
            ),
        ]

    /// The server says whether it keeps the connection.
    private static let hinted: [ScriptedConversation] = [
        ("Connection: close\r\n", 2), ("Connection: x\r\nconnection: y, Close\r\n", 2),
        ("Keep-Alive: timeout=0\r\n", 2), ("Keep-Alive: timeout=1\r\n", 2), ("Keep-Alive: timeout=9, max=0\r\n", 2),
        ("Keep-Alive: timeout=3600\r\n", 1), ("Keep-Alive: max=1\r\n", 1),
    ].map { field, connections in
        .init("\(field.debugDescription)", [one, two], [ok("one", field), ok("two")], connections: connections)
    }

    /// After an answer that two readers may see differently the connection is not trusted any more.
    private static let refused: [ScriptedConversation] =
        [
            "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\none!",
            "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\none",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3x\r\none\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none!\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\nX: a\0b\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\nX y\r\n\r\n",
            "HTTP/1.1 200 OK\r\nX : y\r\nContent-Length: 3\r\n\r\none",
        ].map { answer in
            let failing = Question(answer: "one", failure: .invalidResponse)
            return .init("\(answer.debugDescription)", [failing, two], [answer, ok("no")])
        } + [
            .init(
                "chunks and a length",
                [one, two],
                [
                    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n\r\n",
                    ok("no"),
                ]
            ),
            .init("HTTP/1.0", [one, two], ["HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\none", ok("no")]),
        ]
}
