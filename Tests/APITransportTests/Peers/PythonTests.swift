import APITransport
import TestSupport
import Testing

@Suite(.enabled(if: PythonFileServer.isAvailable)) struct `Requests to Python's file server` {
    @Test(arguments: Way.allCases) func `are answered in HTTP/1.0, a connection each`(way: Way) async throws {
        let python = try await PythonFileServer(files: ["f.txt": Array("content".utf8), "d/g": []])
        let client = HTTPClient.patient()
        for _ in 0..<2 {
            let answer = try await way.get(python.url("/f.txt"), over: client)
            #expect(answer.version == .http1_0 && answer.body == Array("content".utf8))
            #expect(!answer.metrics.isReused)
        }
        let folder = try await way.get(python.url("/d"), over: client)
        #expect(folder.status == 200 && folder.url.path == "/d/" && folder.redirects.map(\.status) == [301])
        #expect(try await way.get(python.url("/d/g"), over: client).body.isEmpty)
        #expect(try await way.get(python.url("/none"), over: client).status == 404)
        var request = try HTTPRequest(python.url("/f.txt"))
        request.method = .post
        request.body = .bytes(Array("a=1".utf8))
        #expect(try await way.send(request, over: client).status == 501)
    }
}
