import APIService
import Foundation
import TestSupport

/// The answers of the reference traces, by path.
enum TraceAnswers {
    static let ok = #"{"code":200,"message":"everything is all right"}"#.prefixed(to: 46)

    static func answer(_ path: String) -> (status: Int, type: String?, body: [UInt8]) {
        switch path {
        case "/ok": (200, "application/json", Array(ok.utf8))
        case "/echo": (200, "application/json", Array(#"{"path":""#.padded(to: 252).utf8) + Array(#""}"#.utf8))
        case "/204": (204, nil, [])
        case "/empty200": (200, "application/json", [])
        case "/text": (200, "text/plain", Array("hello".utf8))
        case "/bin": (200, "application/octet-stream", [UInt8](repeating: 7, count: 102_400))
        default: (404, "text/plain", Array("not found".utf8))
        }
    }

    /// The same answers as bytes; `/slow` is never answered.
    static func actions(_ request: ReceivedRequest, silence: Signal) -> [Action] {
        if request.path == "/slow" { return [.wait(for: silence)] }
        let answer = answer(request.path)
        let fields = answer.type.map { [("Content-Type", $0)] } ?? []
        if answer.status == 204 { return [.send(HTTPBytes.head(204, "No Content", fields: []))] }
        return [.send(HTTPBytes.response(answer.status, "-", fields: fields, body: answer.body))]
    }

    static var stub: StubAPIClient {
        StubAPIClient { request in
            let path = request.url?.path ?? ""
            let answer = answer(path)
            let fields = answer.type.map { ["Content-Type": $0] } ?? [:]
            return StubAPIClient.Answer(
                status: answer.status,
                fields: fields,
                body: Data(answer.body),
                delay: path == "/slow" ? 600 : 0
            )
        }
    }
}

extension String {
    fileprivate func padded(to length: Int) -> String {
        self + String(repeating: "x", count: Swift.max(0, length - utf8.count))
    }

    fileprivate func prefixed(to length: Int) -> String {
        String(prefix(length - 2)) + #""}"#
    }
}
