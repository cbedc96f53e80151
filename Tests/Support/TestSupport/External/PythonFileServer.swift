/// Python's `http.server` over a folder: HTTP/1.0, a connection for each request.
package final class PythonFileServer: Sendable {
    package static var isAvailable: Bool { SystemPrograms.has("python3") }

    package let port: UInt16
    private let server: ExternalServer

    /// Starts it and waits until it takes connections.
    ///
    /// - Parameter files: what is served, by path.
    /// - Throws: `ExternalServer.Failure` when it cannot be started.
    package init(files: [String: [UInt8]]) async throws {
        let folder = try TemporaryDirectory()
        port = try RefusingPort.find()
        for (name, bytes) in files { try folder.write(bytes, to: "www/" + name) }
        let program = try SystemPrograms.required("python3")
        server = try await ExternalServer(
            [program, "-u", "-m", "http.server", "--bind", "127.0.0.1", "--directory", folder.path("www"), "\(port)"],
            in: folder,
            ports: [port]
        )
    }

    package func stop() { server.stop() }

    package func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
}
