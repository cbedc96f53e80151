import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `A replaying client` {
    private let folder: TemporaryDirectory
    private var file: URL { URL(fileURLWithPath: folder.path("exchanges.json")) }

    init() throws {
        folder = try TemporaryDirectory()
    }

    @Test func `records once and replays without the other client`() async throws {
        let stub = StubAPIClient { _ in .json(#"{"n":1}"#) }
        let recording = try ReplayAPIClient(file: file, recordingWith: stub)
        let first = await recording.data(for: testRequest("http://h/a"))
        let replaying = try ReplayAPIClient(file: file, recordingWith: stub)
        for _ in 0..<3 {
            let again = await replaying.data(for: testRequest("http://h/a"))
            #expect(again.value == first.value)
            #expect(again.response?.value(forHTTPHeaderField: "Content-Type") == "application/json")
        }
        #expect(stub.requests.count == 1)
    }

    @Test func `replays answers to one request in their order, then the last for ever`() async throws {
        let count = Observed(0)
        let stub = StubAPIClient { _ in .text("\(count.update { $0 += 1; return $0 })") }
        let recording = try ReplayAPIClient(file: file, recordingWith: stub)
        for _ in 0..<2 { _ = await recording.data(for: testRequest("http://h/")) }
        let replaying = try ReplayAPIClient(file: file)
        var seen: [String] = []
        for _ in 0..<4 {
            let answer = await replaying.data(for: testRequest("http://h/"))
            seen.append(String(decoding: answer.value ?? Data(), as: UTF8.self))
        }
        #expect(seen == ["1", "2", "2", "2"])
    }

    @Test func `tells requests apart by method, URL and body`() async throws {
        let stub = StubAPIClient { .text("\($0.httpMethod ?? "") \($0.httpBody?.count ?? 0)") }
        let recording = try ReplayAPIClient(file: file, recordingWith: stub)
        let requests = [
            testRequest("http://h/"), testRequest("http://h/", method: "POST", body: "a"),
            testRequest("http://h/", method: "POST", body: "bb"),
        ]
        for request in requests { _ = await recording.data(for: request) }
        let replaying = try ReplayAPIClient(file: file)
        for (request, expected) in zip(requests, ["GET 0", "POST 1", "POST 2"]) {
            #expect(await replaying.data(for: request).value == Data(expected.utf8))
        }
    }

    /// A request with a form around a file of this content, which is on disk and read as it is sent.
    private func upload(_ content: [UInt8]) throws -> URLRequest {
        let form = APIMultipartFormData()
        let source = URL(fileURLWithPath: try folder.write(content, to: "upload.bin"))
        form.append(source, withName: "f", fileName: "f.bin", mimeType: "application/octet-stream")
        var request = testRequest("http://h/", method: "POST")
        try request.setMultipartBody(form)
        return request
    }

    /// The same with the form in memory.
    private func encodedUpload(_ content: [UInt8]) throws -> URLRequest {
        let form = APIMultipartFormData()
        form.append(Data(content), withName: "f", fileName: "f.bin", mimeType: "application/octet-stream")
        var request = testRequest("http://h/", method: "POST", fields: ["Content-Type": form.contentType])
        request.httpBody = try form.encode()
        return request
    }

    @Test(arguments: [true, false])
    func `tells forms apart by what is in their files, whatever the boundary`(isOnDisk: Bool) async throws {
        let request = isOnDisk ? upload : encodedUpload
        let count = Observed(0)
        let stub = StubAPIClient { _ in .text("\(count.update { $0 += 1; return $0 })") }
        let recording = try ReplayAPIClient(file: file, recordingWith: stub)
        // Bytes that are no text, so that nothing of them may be lost on the way to a comparison.
        for content: [UInt8] in [[0xFE], [0xFF]] { _ = try await recording.data(for: request(content)) }
        let replaying = try ReplayAPIClient(file: file)
        for (content, expected) in [(0xFF, "2"), (0xFE, "1"), (0xFF, "2")] as [(UInt8, String)] {
            let answer = try await replaying.data(for: request([content]))
            #expect(answer.value == Data(expected.utf8))
        }
        let unknown = try await replaying.data(for: request([0xFD]))
        guard case .sessionTaskFailed(let error) = unknown.error else {
            Issue.record("\(unknown)")
            return
        }
        #expect(error is APIUnknownRequest)
    }

    @Test(arguments: [true, false], [true, false])
    func `refuses a stream, which cannot be compared`(isForm: Bool, isRecording: Bool) async throws {
        let stream = InputStream(data: Data("once".utf8))
        var request = testRequest("http://h/", method: "PUT")
        if isForm {
            let form = APIMultipartFormData()
            form.append(stream, withLength: 4, name: "n", fileName: "f", mimeType: "a/b")
            try request.setMultipartBody(form)
        } else {
            request.httpBodyStream = stream
        }
        let stub = StubAPIClient { _ in .text("x") }
        let client = try ReplayAPIClient(file: file, recordingWith: isRecording ? stub : nil)
        let error = try #require(await client.data(for: request).error)
        #expect(
            error.text(.english)
                == "The transfer failed: A request whose body is a stream can be neither recorded nor replayed."
        )
        #expect(stub.requests.isEmpty && stream.streamStatus == .notOpen)
    }

    @Test func `reports a form that cannot be read`() async throws {
        let request = try upload([1, 2])
        _ = try folder.write([1], to: "upload.bin")
        let stub = StubAPIClient { _ in .text("x") }
        let client = try ReplayAPIClient(file: file, recordingWith: stub)
        #expect(await client.data(for: request).error?.isMultipartEncodingError == true)
        #expect(stub.requests.isEmpty)
    }

    @Test func `refuses unknown requests`() async throws {
        let answer = await (try ReplayAPIClient(file: file)).data(for: testRequest("http://h/?token=t", method: "PUT"))
        guard case .sessionTaskFailed(let error) = answer.error else {
            Issue.record("\(answer)")
            return
        }
        let expected = APIUnknownRequest(method: "PUT", url: "http://h/?token=%3Credacted%3E")
        #expect(error as? APIUnknownRequest == expected)
    }

    @Test func `keeps refused answers as they came`() async throws {
        let stub = StubAPIClient { _ in .text("gone", status: 410) }
        _ = await (try ReplayAPIClient(file: file, recordingWith: stub)).data(for: testRequest("http://h/"))
        let answer = await (try ReplayAPIClient(file: file)).data(for: testRequest("http://h/"))
        #expect(answer.error?.responseCode == 410)
        #expect(answer.data == Data("gone".utf8))
    }

    @Test func `writes a readable file without secrets`() async throws {
        let stub = StubAPIClient { _ in
            StubAPIClient.Answer(fields: ["Set-Cookie": "sid=secret"], body: Data("hello".utf8))
        }
        let request = testRequest("http://h/?access_token=secret", fields: ["Authorization": "secret"])
        _ = await (try ReplayAPIClient(file: file, recordingWith: stub)).data(for: request)
        let text = String(decoding: try folder.read("exchanges.json"), as: UTF8.self)
        #expect(text.contains(#""text" : "hello""#))
        #expect(!text.contains("secret"))
    }

    @Test func `tells requests apart by a secret alone, which is not in the file`() async throws {
        let stub = StubAPIClient { .text($0.url?.query == "token=hunter2" ? "1" : "2") }
        let recording = try ReplayAPIClient(file: file, recordingWith: stub)
        let requests = ["hunter2", "hunter3"].map { testRequest("http://h/?token=\($0)") }
        _ = await recording.data(for: requests[0])
        // With one recorded nobody needs to know the secret.
        #expect(await (try ReplayAPIClient(file: file)).data(for: requests[1]).value == Data("1".utf8))
        _ = await recording.data(for: requests[1])
        let replaying = try ReplayAPIClient(file: file)
        #expect(await replaying.data(for: requests[1]).value == Data("2".utf8))
        #expect(await replaying.data(for: requests[0]).value == Data("1".utf8))
        #expect(await replaying.data(for: testRequest("http://h/?token=other")).error != nil)
        #expect(!String(decoding: try folder.read("exchanges.json"), as: UTF8.self).contains("hunter"))
    }

    @Test func `hides secrets in the URLs of fields`() async throws {
        let answer = StubAPIClient.Answer(fields: ["Content-Location": "https://u:hunter2@h/?access_token=hunter2"])
        let recording = try ReplayAPIClient(file: file, recordingWith: StubAPIClient { _ in answer })
        _ = await recording.data(for: testRequest("http://h/"))
        #expect(!String(decoding: try folder.read("exchanges.json"), as: UTF8.self).contains("hunter2"))
    }

    @Test func `refuses a body that is no base64`() throws {
        let exchange = #"{"request":{"method":"GET","url":"http://h/"},"status":200,"fields":[],"base64":"!!!not"}"#
        try folder.write("[\(exchange)]", to: "exchanges.json")
        #expect(throws: DecodingError.self) { try ReplayAPIClient(file: file) }
    }

    @Test func `does not take a broken file for none`() throws {
        try folder.write("{", to: "exchanges.json")
        #expect(throws: DecodingError.self) { try ReplayAPIClient(file: file) }
    }
}
