import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

/// Programs without a run loop block their main thread in a semaphore or in `dispatchMain()`.
@Suite struct `While the main thread is blocked` {
    /// Runs `body` while a job on the main queue waits for its end.
    private func withMainThreadBlocked(_ body: () async throws -> Void) async throws {
        let end = DispatchSemaphore(value: 0)
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async {
                continuation.resume()
                end.wait()
            }
        }
        defer { end.signal() }
        try await body()
    }

    private func server() throws -> EmbeddedHTTPServer {
        try EmbeddedHTTPServer(routes: ["*": { .text("you asked for \($0.path)") }])
    }

    @Test func `a request completes on the queue that it names`() async throws {
        let server = try server()
        let service = APIService(client: NativeAPIClient())
        try await withMainThreadBlocked {
            let text = await withCheckedContinuation { continuation in
                _ = service.sendRequest(TestRequest(server.url("/a")), queue: DispatchQueue(label: "callbacks")) {
                    continuation.resume(returning: $0.result.value)
                }
            }
            #expect(text == Data("you asked for /a".utf8))
        }
    }

    @Test func `a task gets its model`() async throws {
        let server = try server()
        let service = APIService(client: NativeAPIClient())
        try await withMainThreadBlocked {
            let text = try await service.send(TestRequest(server.url("/b")))
            #expect(text == Data("you asked for /b".utf8))
        }
    }

    @Test func `a failure arrives too`() async throws {
        let service = APIService(client: NativeAPIClient())
        let port = try RefusingPort.find()
        try await withMainThreadBlocked {
            await #expect(throws: APIError.self) {
                try await service.send(TestRequest("http://127.0.0.1:\(port)/"))
            }
        }
    }

    @Test func `a download is placed and reported`() async throws {
        let server = try server()
        let folder = try TemporaryDirectory()
        let file = URL(fileURLWithPath: folder.path("f"))
        let client = NativeAPIClient()
        try await withMainThreadBlocked {
            let answer = await client.download(testRequest(server.url("/c"))) { _, _ in (file, []) }
            #expect(answer.error == nil && answer.fileURL == file)
        }
        #expect(try folder.read("f") == Array("you asked for /c".utf8))
    }
}
