internal import Foundation

/// nginx over plain HTTP and TLS, serving a folder's files.
package final class NginxServer: Sendable {
    package static var isAvailable: Bool { SystemPrograms.has("nginx") }

    package let port: UInt16
    package let tlsPort: UInt16
    /// Files put into its folder `www` are served; `www/index.html` is there already.
    package let folder: TemporaryDirectory
    private let server: ExternalServer

    /// Starts it and waits until it takes connections.
    ///
    /// - Parameters:
    ///   - tls: certificate and protocol versions.
    ///   - files: what is served, by path.
    ///   - locations: nginx directives to put into both `server` blocks.
    /// - Throws: `ExternalServer.Failure` when it cannot be started.
    package init(
        tls: TLSServerOptions = .init(TestCertificates.viaIntermediate),
        files: [String: [UInt8]] = [:],
        locations: String = ""
    ) async throws {
        let folder = try TemporaryDirectory()
        self.folder = folder
        port = try RefusingPort.find()
        tlsPort = try RefusingPort.find()
        try folder.write(tls.identity.chainPEM, to: "chain.pem")
        try folder.write(tls.identity.keyPEM, to: "key.pem")
        try folder.write("nginx is here\n", to: "www/index.html")
        for (name, bytes) in files { try folder.write(bytes, to: "www/" + name) }
        try folder.write("", to: "tmp/keep")
        let configuration = Self.configuration(folder.path, port, tlsPort, tls, locations)
        let file = try folder.write(configuration, to: "nginx.conf")
        let program = try SystemPrograms.required("nginx")
        server = try await ExternalServer(
            [program, "-p", folder.path, "-c", file, "-e", folder.path("error.log")],
            in: folder,
            ports: [port, tlsPort]
        )
    }

    package func stop() { server.stop() }

    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
    package func tlsURL(_ path: String = "/") -> String { "https://127.0.0.1:\(tlsPort)\(path)" }

    /// Started as root, the worker stays root, or it could not enter a folder that is root's own.
    private static func configuration(
        _ folder: String,
        _ port: UInt16,
        _ tlsPort: UInt16,
        _ tls: TLSServerOptions,
        _ locations: String
    ) -> String {
        """
        \(geteuid() == 0 ? "user root;" : "")
        daemon off;
        worker_processes 1;
        pid \(folder)/nginx.pid;
        error_log \(folder)/error.log warn;
        events { worker_connections 1024; }
        http {
          types { text/html html; application/json json; text/plain txt; application/octet-stream bin; }
          default_type application/octet-stream;
          access_log \(folder)/access.log;
          client_body_temp_path \(folder)/tmp/body; proxy_temp_path \(folder)/tmp/proxy;
          fastcgi_temp_path \(folder)/tmp/fastcgi; uwsgi_temp_path \(folder)/tmp/uwsgi; scgi_temp_path \(folder)/tmp/scgi;
          gzip on; gzip_min_length 1; gzip_types application/json text/plain; gzip_vary on;
          root \(folder)/www;
          ssl_certificate \(folder)/chain.pem;
          ssl_certificate_key \(folder)/key.pem;
          ssl_protocols \(protocols(tls));
          ssl_session_cache shared:S:1m;
          ssl_session_tickets \(tls.allowsResumption ? "on" : "off");
          server { listen 127.0.0.1:\(port); server_name localhost; \(locations) }
          server { listen 127.0.0.1:\(tlsPort) ssl; server_name localhost; \(locations) }
        }

        """
    }

    private static func protocols(_ tls: TLSServerOptions) -> String {
        let lowest = tls.minimumVersion?.rawValue ?? TLSServerOptions.Version.tls12.rawValue
        let highest = tls.maximumVersion?.rawValue ?? TLSServerOptions.Version.tls13.rawValue
        let names: [(TLSServerOptions.Version, String)] = [
            (.tls10, "TLSv1"), (.tls11, "TLSv1.1"), (.tls12, "TLSv1.2"), (.tls13, "TLSv1.3"),
        ]
        return names.filter { $0.0.rawValue >= lowest && $0.0.rawValue <= highest }.map(\.1).joined(separator: " ")
    }
}
