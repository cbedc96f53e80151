import APIService
import Foundation
import TestSupport

/// What was recorded of the library whose client this package's own replaces, and how a line of it is compared.
enum ClientTrace {
    static let path = "golden/alamofire-5.8.1-on-linux.txt"

    static var lines: [String] { SharedCases.lines(path) }

    /// The one line that begins with a text, normalised.
    static func line(_ beginning: String) -> String? {
        lines.first { $0.hasPrefix(beginning) }.map(normalized)
    }

    /// The line after the one that begins with a text.
    static func line(after beginning: String) -> String? {
        let lines = lines
        guard let index = lines.firstIndex(where: { $0.hasPrefix(beginning) }), index + 1 < lines.count else {
            return nil
        }
        return normalized(lines[index + 1])
    }

    /// Module names, ports and the texts of system errors differ from run to run or from system to system.
    static func normalized(_ line: String) -> String {
        line.replacing(/\b(Alamofire|APIService(Core|Values)?)\./, with: "")
            .replacing(/127\.0\.0\.1:\w+/, with: "127.0.0.1:PORT")
            .replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "UUID")
            .replacing(/alamofire\.boundary\.[0-9a-f]{16}/, with: "BOUNDARY")
            .replacing(/Failed\(error: Error Domain=(\w+) Code=(-?\d+).*?\)(?=( destExists|$))/) { match in
                "Failed(error: \(match.output.1) \(match.output.2))"
            }
    }

    /// An error as the trace's lines show it.
    static func text(_ error: AFError) -> String {
        switch error {
        case .sessionTaskFailed(let inner): "sessionTaskFailed(error: \(code(of: inner)))"
        case .downloadedFileMoveFailed(let inner, _, _): "downloadedFileMoveFailed(error: \(code(of: inner)))"
        default: normalized("\(error)")
        }
    }

    private static func code(of error: any Error) -> String {
        let error = error as NSError
        return "\(error.domain) \(error.code)"
    }

    /// A request that a server got, as the JSON of an echo.
    struct Echo: Equatable {
        var method: String
        var path: String
        var headers: [String: String]
        var body: String

        /// Fields in which the clients differ on purpose: each names itself and the codings it can undo; nothing is
        /// made up about language or type, and what HTTP/1.1 does by default is not said.
        static let different: Set = ["User-Agent", "Accept-Encoding", "Accept-Language", "Connection"]

        init?(_ json: Data, hasType: Bool) {
            guard let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any],
                let method = object["method"] as? String, let path = object["path"] as? String,
                let headers = object["headers"] as? [String: String], let body = object["body"] as? String
            else { return nil }
            self.method = method
            self.path = path
            self.headers = headers.filter { name, _ in
                !Self.different.contains(name) && (hasType || name != "Content-Type")
            }.mapValues(ClientTrace.normalized)
            self.body = ClientTrace.normalized(body)
        }
    }

    // MARK: The server

    /// The answers that were recorded; those that are slow wait for the signal.
    static func actions(_ request: ReceivedRequest, _ silence: Signal) -> [Action] {
        let text = [("Content-Type", "text/plain")]
        let whole = [UInt8](repeating: 7, count: 40_000)
        let head = HTTPBytes.head(200, "OK", fields: [("Content-Length", "40000")])
        switch request.path {
        case "/ok" where request.method == "HEAD":
            return [.send(HTTPBytes.head(200, "OK", fields: [("Content-Length", "46")]))]
        case "/ok", "/bin", "/404", "/204", "/empty200", "/text": return TraceAnswers.actions(request, silence: silence)
        case "/205": return [.send(HTTPBytes.response(205, "-"))]
        case "/300": return [.send(HTTPBytes.response(300, "-", fields: text, text: "not found"))]
        case "/textempty": return [.send(HTTPBytes.response(200, "-", fields: text))]
        case "/noct": return [.send(HTTPBytes.response(200, "-", text: "hello"))]
        case "/redirect": return [.send(HTTPBytes.response(302, "-", fields: [("Location", "/echo")]))]
        case "/drip": return [.send(head), .sendInPieces(whole, of: 4000)]
        case "/drip-and-stop": return [.send(head), .send([UInt8](whole.prefix(4000))), .wait(for: silence)]
        case "/slow": return [.wait(for: silence)]
        default: return [.send(HTTPBytes.response(fields: [("Content-Type", "application/json")], body: echo(request)))]
        }
    }

    private static func echo(_ request: ReceivedRequest) -> [UInt8] {
        let fields = Dictionary(request.fields.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let object: [String: Any] = [
            "method": request.method, "path": request.target, "headers": fields, "body": request.text,
        ]
        return Array((try? JSONSerialization.data(withJSONObject: object)) ?? Data())
    }
}
