import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite struct `A task of a client` {
    @Test func `survives a race of resumes and cancels with one answer`() async throws {
        for _ in 0..<200 {
            let answers = Observed(0)
            let client = StubAPIClient { _ in .text("x") }
            let task = UncheckedSendable(
                client.createDataRequest(request: testRequest("http://h/"), queue: .global(), progressHandler: nil) {
                    _ in
                    answers.update { $0 += 1 }
                }
            )
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask { _ = number.isMultiple(of: 2) ? task.value.resume() : task.value.cancel() }
                }
            }
            try await answers.wait(for: "an answer") { $0 == 1 }
        }
    }

    @Test func `leaves no temporary file behind when a download is cancelled or refused`() async throws {
        let folder = FileManager.default.temporaryDirectory
        let before = Set(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".tmp") }
        )
        let refusing = StubAPIClient { _ in .text("no", status: 404) }
        _ = await refusing.download(testRequest("http://h/")) { temporary, _ in (temporary, []) }
        let slow = StubAPIClient { _ in StubAPIClient.Answer.text("late").delayed(by: 600) }
        let ended = Observed(false)
        let task = slow.createDownloadRequest(
            request: testRequest("http://h/"),
            to: { temporary, _ in (temporary, []) },
            queue: .global(),
            progressHandler: nil
        ) { _ in ended.update { $0 = true } }
        task.resume().cancel()
        try await ended.wait(for: "the end") { $0 }
        // Other tests' files come and go meanwhile; one that was left behind stays.
        var left = Set(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".tmp") }
        ).subtracting(before)
        let deadline = ContinuousClock.now + .seconds(120)
        while !left.isEmpty, ContinuousClock.now < deadline {
            await Task.yield()
            left = left.filter { FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path) }
        }
        #expect(left.isEmpty)
    }

    @Test func `may leave the file where it is`() async throws {
        let client = StubAPIClient { _ in .text("stay") }
        let answer = await client.download(testRequest("http://h/")) { temporary, _ in (temporary, []) }
        let file = try #require(answer.fileURL)
        defer { try? FileManager.default.removeItem(at: file) }
        #expect(try Data(contentsOf: file) == Data("stay".utf8))
    }
}
