/// haproxy in front of another server: it ends TLS and passes requests on.
package final class HaproxyServer: Sendable {
    package static var isAvailable: Bool { SystemPrograms.has("haproxy") }

    package let port: UInt16
    package let tlsPort: UInt16
    private let server: ExternalServer

    /// Starts it and waits until it takes connections.
    ///
    /// - Parameters:
    ///   - backend: the loopback port of the server that answers.
    ///   - tls: certificate, protocol versions and ALPN.
    ///   - rules: directives to put into the frontend, one a line.
    /// - Throws: `ExternalServer.Failure` when it cannot be started.
    package init(
        backend: UInt16,
        tls: TLSServerOptions = .init(TestCertificates.viaIntermediate, protocols: ["http/1.1"]),
        rules: [String] = []
    ) async throws {
        let folder = try TemporaryDirectory()
        port = try RefusingPort.find()
        tlsPort = try RefusingPort.find()
        let bundle = try folder.write(tls.identity.chainPEM + tls.identity.keyPEM, to: "bundle.pem")
        let alpn = tls.protocols.isEmpty ? "" : " alpn " + tls.protocols.joined(separator: ",")
        let lowest = tls.minimumVersion.map { " ssl-min-ver " + Self.name($0) } ?? ""
        let highest = tls.maximumVersion.map { " ssl-max-ver " + Self.name($0) } ?? ""
        let file = try folder.write(
            """
            global
              maxconn 200
            defaults
              mode http
              retries 0
              timeout connect 5s
              timeout client 60s
              timeout server 60s
            frontend tests
              bind 127.0.0.1:\(port)
              bind 127.0.0.1:\(tlsPort) ssl crt \(bundle)\(alpn)\(lowest)\(highest)
              \(rules.joined(separator: "\n  "))
              default_backend answers
            backend answers
              server one 127.0.0.1:\(backend)

            """,
            to: "haproxy.cfg"
        )
        let program = try SystemPrograms.required("haproxy")
        server = try await ExternalServer([program, "-db", "-f", file], in: folder, ports: [port, tlsPort])
    }

    package func stop() { server.stop() }

    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
    package func tlsURL(_ path: String = "/") -> String { "https://127.0.0.1:\(tlsPort)\(path)" }

    private static func name(_ version: TLSServerOptions.Version) -> String {
        switch version {
        case .tls10: "TLSv1.0"
        case .tls11: "TLSv1.1"
        case .tls12: "TLSv1.2"
        case .tls13: "TLSv1.3"
        }
    }
}
