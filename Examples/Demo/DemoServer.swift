import APIService
import APITransport
import Foundation
import TestSupport

/// The service that the demo talks to: an HTTPS server in this process, with a certificate made a moment ago.
struct DemoServer {
    static let scan = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }

    let server: EmbeddedHTTPServer

    /// What sends the requests: our engine, told to trust the authority of the server's certificate and no other.
    let service: APIService = {
        var configuration = HTTPClient.Configuration()
        configuration.tls.roots = .pem(Array(TestCertificates.authority.certificatePEM.utf8))
        return APIService(client: NativeAPIClient(engine: HTTPClient(configuration)))
    }()

    var url: URL {
        get throws { try address(of: server) }
    }

    init() throws {
        server = try EmbeddedHTTPServer(
            .init(tls: TLSServerOptions(TestCertificates.viaIntermediate)),
            routes: [
                "GET /books": Self.findBook,
                "POST /books": { request in
                    guard request["Content-Type"] == "application/json", request.text.contains("\"pages\":224") else {
                        return .text("a book, as JSON, please\n", status: 400)
                    }
                    return .json(#"{"id":2,"title":"Solaris","author":"Stanisław Lem","pages":224}"#, status: 201)
                },
                "POST /loans": Self.lendBook,
                "GET /me": { request in
                    request["Authorization"] == "Bearer fresh"
                        ? .json(#"{"name":"Ada"}"#) : .json(#"{"error":"token expired"}"#, status: 401)
                },
                "POST /token": { _ in .json(#"{"token":"fresh"}"#) },
                "GET /scans/1.bin": { _ in
                    var response = EmbeddedHTTPServer.Response(body: Self.scan)
                    response.pace = EmbeddedHTTPServer.Pace(pieceSize: 100_000, pauseMilliseconds: 20)
                    return response
                },
                "GET /closed": { _ in
                    EmbeddedHTTPServer.Response(
                        503,
                        fields: [("Content-Type", "text/html")],
                        body: Array("<html><body><h1>Closed for stocktaking</h1></body></html>".utf8)
                    )
                },
            ]
        )
    }

    private static func findBook(_ request: ReceivedRequest) -> EmbeddedHTTPServer.Response {
        guard request.query.first?.value == "1" else { return .json(#"{"error":"no such book"}"#, status: 404) }
        return .json(#"{"id":1,"title":"The Dispossessed","author":"Ursula K. Le Guin","pages":341}"#)
    }

    private static func lendBook(_ request: ReceivedRequest) -> EmbeddedHTTPServer.Response {
        let reader = request.form.first { $0.name == "reader" }?.value ?? ""
        let books = request.form.filter { $0.name == "books[]" }.map { "\"\($0.value)\"" }
        return .json("{\"reader\":\"\(reader)\",\"books\":[\(books.joined(separator: ","))]}")
    }
}

/// The address of a server under the name that its certificate is for.
func address(of server: EmbeddedHTTPServer) throws -> URL {
    guard let url = URL(string: server.url("/", host: "localhost")) else { throw Failed("a server without an address") }
    return url
}
