import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `Progress of an awaited send` {
    private struct Get: APIRequestDefaults {
        typealias Response = Data
        let baseURL: URL
        var path: String
        var method = APIRequestMethod.get
        var taskType = APIRequestTaskType.request
    }

    private func reports(of request: Get, from scene: ClientScene) async throws -> [(done: Int64, of: Int64)] {
        let reports = Observed<[(done: Int64, of: Int64)]>([])
        _ = try await APIService(client: scene.client).send(request) { progress in
            let report = (progress.completedUnitCount, progress.totalUnitCount)
            reports.update { $0.append(report) }
        }
        // All of them are there before the answer.
        return reports.value
    }

    @Test(arguments: [ClientKind.native, .urlSession, .stub, .intercepting], [true, false])
    func `counts what arrives, in order`(kind: ClientKind, isDownload: Bool) async throws {
        let scene = try kind.make()
        var request = Get(baseURL: testURL(scene.server.url()), path: "/bin")
        let file = scene.file("bin")
        if isDownload { request.taskType = .download { _, _ in (file, .removePreviousFile) } }
        let counts = try await reports(of: request, from: scene)
        #expect(counts.last?.done == 102_400)
        #expect(counts.map(\.done) == counts.map(\.done).sorted())
        #expect(counts.allSatisfy { $0.of == 102_400 })
    }

    @Test(arguments: [ClientKind.native, .intercepting])
    func `counts what is sent of an upload`(kind: ClientKind) async throws {
        let scene = try kind.make()
        var request = Get(baseURL: testURL(scene.server.url()), path: "/ok", method: .post)
        request.taskType = .upload(
            APIFile(name: "f", data: Data(count: 300_000), fileName: "f.bin", mimeType: "application/octet-stream")
        )
        let counts = try await reports(of: request, from: scene)
        let size = try #require(scene.server.requests.first).body.count
        #expect(counts.last?.done == Int64(size) && size > 300_000)
    }

    @Test func `is not missed by an answer that is awaited without it`() async throws {
        let scene = try ClientKind.native.make()
        let request = Get(baseURL: testURL(scene.server.url()), path: "/bin")
        let service = APIService(client: scene.client)
        #expect(try await service.response(to: request, progressHandler: { _ in }).data?.count == 102_400)
        #expect(try await service.response(to: request).data?.count == 102_400)
    }
}
