import APIService
import APITransport
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite struct `A request with a line break in it` {
    private func server() throws -> ScriptedServer {
        try ScriptedServer { _ in [.send(HTTPBytes.response(text: "ok"))] }
    }

    @Test(
        arguments: ["X-Note", "Content-Type", "Authorization", "Cookie"],
        ["hush\r\nX-Forged: y", "hush\nX-Forged: y", "hush\rX-Forged: y", "hush\0y"]
    )
    func `is refused before anything is sent, by the name of its field alone`(name: String, value: String) async throws
    {
        let server = try server()
        var request = testRequest(server.url(), method: "POST", body: "b")
        request.allHTTPHeaderFields = [name: value]
        let answer = await NativeAPIClient().data(for: request)
        let error = try #require(answer.error?.transportError)
        #expect(error.kind == .invalidRequest)
        #expect(error.message.contains(name) && !error.message.contains("hush"))
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: ["X-A\r\nX-Forged", "X A", "X-A:", ""])
    func `is refused for the name of a field`(name: String) async throws {
        let server = try server()
        var request = testRequest(server.url())
        request.allHTTPHeaderFields = [name: "y"]
        let answer = await NativeAPIClient().data(for: request)
        #expect(answer.error?.transportError?.kind == .invalidRequest)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: ["GET / HTTP/1.1\r\nX-Forged: y\r\n\r\nGET", "GET\n", "A B", "\0"])
    func `is refused for its method`(method: String) async throws {
        let server = try server()
        var request = testRequest(server.url())
        request.httpMethod = method
        let answer = await NativeAPIClient().data(for: request)
        #expect(answer.error?.transportError?.kind == .invalidRequest)
        #expect(server.connectionCount == 0)
    }

    @Test(arguments: [
        ("a\r\nX-Forged: y", "/v1/a%0D%0AX-Forged:%20y"), ("a b", "/v1/a%20b"), ("a\nb", "/v1/a%0Ab"),
        ("items:batchGet", "/v1/items:batchGet"), ("a;b", "/v1/a;b"),
    ])
    func `has it escaped in its path`(path: String, target: String) async throws {
        let server = try server()
        var request = TestRequest(server.url("/v1"))
        request.path = path
        #expect(try await APIService(client: NativeAPIClient()).send(request) == Data("ok".utf8))
        #expect(server.requests.map(\.target) == [target])
        #expect(server.requests.allSatisfy { $0["X-Forged"] == nil })
    }
}
