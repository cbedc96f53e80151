/// A small well-behaved HTTP/1.1 server on loopback: routes are closures, connections are kept alive.
///
/// For the demo and for tests that want an API rather than exact bytes. A route runs on the thread of its connection
/// and must not hold its own server.
package final class EmbeddedHTTPServer: Sendable {
    /// What a route answers.
    package struct Response: Sendable {
        package var status: Int
        package var reason: String?
        package var fields: [(String, String)]
        package var body: [UInt8]
        /// The body goes out in pieces of so many bytes, with a pause before each; nil: at once.
        package var pace: Pace?

        package init(_ status: Int = 200, fields: [(String, String)] = [], body: [UInt8] = []) {
            self.status = status
            self.fields = fields
            self.body = body
        }

        package static func text(_ text: String, status: Int = 200, fields: [(String, String)] = []) -> Response {
            Response(status, fields: [("Content-Type", "text/plain; charset=utf-8")] + fields, body: Array(text.utf8))
        }

        package static func json(_ text: String, status: Int = 200, fields: [(String, String)] = []) -> Response {
            Response(status, fields: [("Content-Type", "application/json")] + fields, body: Array(text.utf8))
        }
    }

    /// How fast a body goes out.
    package struct Pace: Sendable {
        package let pieceSize: Int
        package let pauseMilliseconds: Int32

        package init(pieceSize: Int, pauseMilliseconds: Int32) {
            self.pieceSize = pieceSize
            self.pauseMilliseconds = pauseMilliseconds
        }
    }

    package typealias Route = @Sendable (ReceivedRequest) throws -> Response

    /// The server beneath, with what it received.
    package let server: ScriptedServer

    /// Starts at once.
    ///
    /// - Parameters:
    ///   - options: address and TLS.
    ///   - routes: by `"GET /path"`, or by `"/path"` for any method; `"*"` takes what no other route does.
    /// - Throws: `ConnectionOver` when it cannot be started.
    package init(_ options: ScriptedServer.Options = .init(), routes: [String: Route]) throws {
        server = try ScriptedServer(options) { connection in
            while !connection.isOver, let request = try connection.readRequest() {
                try connection.perform(Self.actions(for: request, routes))
            }
        }
    }

    package var port: UInt16 { server.port }
    package var requests: [ReceivedRequest] { server.requests }

    package func url(_ path: String = "/", host: String? = nil) -> String {
        server.url(path, host: host)
    }

    /// Ends all connections and waits until their threads have ended.
    package func stop() {
        server.stop()
    }

    private static func actions(for request: ReceivedRequest, _ routes: [String: Route]) -> [Action] {
        let response = answer(request, routes)
        let isPersistent = request["Connection"]?.lowercased() != "close" && request.version == "HTTP/1.1"
        var fields = response.fields
        if response.status != 204 && response.status != 304 {
            fields.append(("Content-Length", "\(response.body.count)"))
        }
        if !isPersistent { fields.append(("Connection", "close")) }
        let reason = response.reason ?? reasons[response.status] ?? "Status \(response.status)"
        let head = HTTPBytes.head(response.status, reason, fields: fields)
        let isBodiless = request.method == "HEAD" || response.status == 204 || response.status == 304
        let body = isBodiless ? [] : response.body
        let end: [Action] = isPersistent ? [] : [.close]
        guard let pace = response.pace else { return [.send(head + body)] + end }
        return [.send(head)] + paced(body, pace) + end
    }

    private static func answer(_ request: ReceivedRequest, _ routes: [String: Route]) -> Response {
        let path = request.path
        let asGet = request.method == "HEAD" ? routes["GET " + path] : nil
        let route = routes[request.method + " " + path] ?? asGet ?? routes[path] ?? routes["*"]
        guard let route else { return .text("There is nothing at \(path).\n", status: 404) }
        do {
            return try route(request)
        } catch {
            return .text("\(error)\n", status: 500)
        }
    }

    private static func paced(_ body: [UInt8], _ pace: Pace) -> [Action] {
        let size = max(1, pace.pieceSize)
        return stride(from: 0, to: body.count, by: size).flatMap { start -> [Action] in
            let piece = Array(body[start..<min(start + size, body.count)])
            return [.pause(milliseconds: pace.pauseMilliseconds), .send(piece)]
        }
    }

    private static let reasons = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
        301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
        307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        409: "Conflict", 412: "Precondition Failed", 416: "Range Not Satisfiable", 422: "Unprocessable Content",
        429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout",
    ]
}
