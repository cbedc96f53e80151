import TestSupport
import Testing

/// One exchange with `Connection: close`, over TLS when a host is named.
private func fetch(_ path: String, port: UInt16, tlsHost: String? = nil) throws -> String {
    let client = try TestStream.connect(port: port)
    if let tlsHost { try client.startTLS(host: tlsHost, trusting: TestCertificates.authority) }
    try client.write(Array("GET \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8))
    return String(decoding: try client.readToEnd(), as: UTF8.self)
}

@Suite struct `Server programs` {
    @Test(.enabled(if: NginxServer.isAvailable))
    func `nginx serves files plain and over TLS`() async throws {
        let nginx = try await NginxServer(files: ["a/b.txt": Array("file".utf8)])
        #expect(try fetch("/a/b.txt", port: nginx.port).hasSuffix("\r\n\r\nfile"))
        #expect(try fetch("/", port: nginx.tlsPort, tlsHost: "localhost").hasSuffix("nginx is here\n"))
        nginx.stop()
        #expect(throws: ConnectionOver.self) { try TestStream.connect(port: nginx.port) }
    }

    @Test(.enabled(if: HaproxyServer.isAvailable))
    func `haproxy passes requests on`() async throws {
        let behind = try EmbeddedHTTPServer(routes: ["GET /x": { _ in .text("behind") }])
        let haproxy = try await HaproxyServer(backend: behind.port)
        #expect(try fetch("/x", port: haproxy.tlsPort, tlsHost: "localhost").hasSuffix("behind"))
        #expect(behind.requests.map(\.path) == ["/x"])
    }

    @Test(.enabled(if: PythonFileServer.isAvailable))
    func `python serves files`() async throws {
        let python = try await PythonFileServer(files: ["f": Array("content".utf8)])
        #expect(try fetch("/f", port: python.port).hasSuffix("\r\n\r\ncontent"))
    }

    @Test func `a program that is missing is not started`() {
        #expect(!SystemPrograms.has("no-such-program"))
    }

    @Test func `a program that ends at once is an error with its output`() async throws {
        let folder = try TemporaryDirectory()
        let port = try RefusingPort.find()
        let error = await #expect(throws: ExternalServer.Failure.self) {
            try await ExternalServer(["/bin/sh", "-c", "echo no luck; exit 3"], in: folder, ports: [port])
        }
        #expect(error?.description.contains("no luck") == true)
    }
}

@Suite struct `An embedded server` {
    @Test func `answers routes and keeps the connection`() throws {
        let server = try EmbeddedHTTPServer(routes: [
            "GET /text": { request in .text("q=\(request.query.first?.value ?? "")") },
            "/any": { request in .json("{\"method\":\"\(request.method)\"}") },
        ])
        let client = try TestStream.connect(port: server.port)
        try client.write(Array("GET /text?q=1+2 HTTP/1.1\r\n\r\n".utf8))
        #expect(String(decoding: try client.read(), as: UTF8.self).hasSuffix("\r\n\r\nq=1 2"))
        try client.write(Array("DELETE /any HTTP/1.1\r\n\r\n".utf8))
        #expect(String(decoding: try client.read(), as: UTF8.self).hasSuffix("{\"method\":\"DELETE\"}"))
        try client.write(Array("HEAD /text HTTP/1.1\r\n\r\n".utf8))
        #expect(String(decoding: try client.read(), as: UTF8.self).hasSuffix("Content-Length: 2\r\n\r\n"))
        try client.write(Array("GET /none HTTP/1.1\r\nConnection: close\r\n\r\n".utf8))
        #expect(String(decoding: try client.readToEnd(), as: UTF8.self).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    }
}
