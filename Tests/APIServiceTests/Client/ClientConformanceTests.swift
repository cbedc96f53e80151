import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

/// One suite for all clients: what a service relies on.
@Suite struct `Every client` {
    // MARK: Answers in memory

    @Test(arguments: ClientKind.allCases)
    func `hands over a body`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let answer = await scene.client.data(for: scene.request("/ok"))
        #expect(answer.value == Data(TraceAnswers.ok.utf8))
        #expect(answer.response?.statusCode == 200)
        #expect(answer.response?.value(forHTTPHeaderField: "content-type") == "application/json")
        #expect(answer.request?.url?.path == "/ok")
    }

    @Test(
        arguments: ClientKind.allCases,
        [
            ("/404", AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: 404)), 9),
            ("/empty200", .responseSerializationFailed(reason: .inputDataNilOrZeroLength), nil),
        ] as [(String, AFError, Int?)]
    )
    func `refuses what is no success`(kind: ClientKind, expected: (path: String, error: AFError, size: Int?))
        async throws
    {
        let scene = try kind.make()
        let answer = await scene.client.data(for: scene.request(expected.path))
        #expect(answer.error.map { "\($0)" } == "\(expected.error)")
        #expect(answer.data?.count == expected.size)
    }

    @Test(arguments: ClientKind.allCases)
    func `takes an empty 204`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let answer = await scene.client.data(for: scene.request("/204"))
        #expect(answer.value == Data())
        #expect(answer.data == nil)
    }

    @Test(
        arguments: ClientKind.allCases,
        [
            ("application/json", false), ("application/json, text/plain", true), ("text/*", true), ("*/*", true),
        ]
    )
    func `checks the content type against the request's Accept`(
        kind: ClientKind,
        accept: (text: String, isAccepted: Bool)
    ) async throws {
        let scene = try kind.make()
        let answer = await scene.client.data(for: scene.request("/text", accept: accept.text))
        #expect((answer.error == nil) == accept.isAccepted)
        #expect(answer.data == Data("hello".utf8))
    }

    @Test(arguments: ClientKind.allCases)
    func `does not send a GET with a body`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let answer = await scene.client.data(for: scene.request("/ok", body: ""))
        guard case .urlRequestValidationFailed(.bodyDataInGETRequest) = answer.error else {
            Issue.record("\(answer)")
            return
        }
        #expect(answer.request == nil)
        #expect(scene.server.requests.isEmpty)
    }

    // MARK: Life cycle

    @Test(arguments: ClientKind.allCases)
    func `completes on the queue that was asked for`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let queue = DispatchQueue(label: "answers")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let isOnQueue = await withCheckedContinuation { continuation in
            _ = scene.client.createDataRequest(request: scene.request("/ok"), queue: queue, progressHandler: nil) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) ?? false)
            }.resume()
        }
        #expect(isOnQueue)
    }

    @Test(arguments: ClientKind.allCases)
    func `sends nothing before it is resumed`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let calls = Observed(0)
        let task = scene.client.createDataRequest(
            request: scene.request("/ok"),
            queue: .global(),
            progressHandler: nil
        ) { _ in calls.update { $0 += 1 } }
        #expect(scene.server.connectionCount == 0)
        task.resume().resume()
        try await calls.wait(for: "the completion") { $0 == 1 }
        task.cancel().resume()
        #expect(calls.value == 1)
        #expect(scene.server.requests.count == (kind == .stub ? 0 : 1))
    }

    @Test(arguments: ClientKind.allCases, [true, false])
    func `reports a cancel once, resumed or not`(kind: ClientKind, isResumed: Bool) async throws {
        let scene = try kind.make()
        let errors = Observed<[AFError?]>([])
        let task = scene.client.createDataRequest(
            request: scene.request("/slow"),
            queue: .global(),
            progressHandler: nil
        ) { answer in errors.update { $0.append(answer.error) } }
        if isResumed { task.resume() }
        task.cancel().cancel()
        task.resume()
        let seen = try await errors.wait(for: "the completion") { !$0.isEmpty }
        #expect(seen.count == 1)
        #expect(seen.first??.isExplicitlyCancelledError == true)
    }

    @Test(arguments: ClientKind.allCases)
    func `reports progress that does not change afterwards`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let reports = Observed<[UncheckedSendable<Progress>]>([])
        _ = await scene.client.data(for: scene.request("/bin")) { progress in
            let report = UncheckedSendable(progress)
            reports.update { $0.append(report) }
        }
        let seen = try await reports.wait(for: "the last report") { $0.last?.value.completedUnitCount == 102_400 }
        let counts = seen.map(\.value.completedUnitCount)
        #expect(counts == counts.sorted())
        #expect(seen.allSatisfy { $0.value.totalUnitCount == 102_400 })
    }

    // MARK: Downloads

    private func download(
        _ scene: ClientScene,
        _ path: String,
        to name: String,
        _ options: DownloadRequest.Options = []
    ) async -> APIDownloadResponse<Data> {
        let file = scene.file(name)
        return await scene.client.download(scene.request(path)) { temporary, _ in
            #expect(FileManager.default.fileExists(atPath: temporary.path))
            return (file, options)
        }
    }

    @Test(arguments: ClientKind.allCases)
    func `puts a download where it was told`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let answer = await download(scene, "/bin", to: "bin")
        #expect(answer.value?.count == 102_400)
        #expect(answer.fileURL == scene.file("bin"))
        #expect(try scene.folder.read("bin").count == 102_400)
    }

    @Test(arguments: ClientKind.allCases)
    func `leaves an existing file alone unless it may be replaced`(kind: ClientKind) async throws {
        let scene = try kind.make()
        try scene.folder.write("old", to: "bin")
        let refused = await download(scene, "/bin", to: "bin")
        guard case .downloadedFileMoveFailed(let error, _, let destination) = refused.error else {
            Issue.record("\(refused)")
            return
        }
        #expect((error as NSError).domain == NSCocoaErrorDomain && (error as NSError).code == 516)
        #expect(destination == scene.file("bin"))
        #expect(refused.response?.statusCode == 200)
        #expect(try scene.folder.read("bin").count == 3)
        let replaced = await download(scene, "/bin", to: "bin", .removePreviousFile)
        #expect(replaced.error == nil)
        #expect(try scene.folder.read("bin").count == 102_400)
    }

    @Test(arguments: ClientKind.allCases)
    func `never puts a download in the place of a device`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let link = scene.file("device")
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "/dev/full")
        let refused = await download(scene, "/bin", to: "device", .removePreviousFile)
        guard case .downloadedFileMoveFailed(let error, _, _) = refused.error else {
            Issue.record("\(refused)")
            return
        }
        #expect((error as? CocoaError)?.code == .fileWriteUnknown)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "/dev/full")
        #expect(try scene.folder.contents().allSatisfy { !$0.hasSuffix(".part") })
    }

    @Test(arguments: ClientKind.allCases)
    func `replaces a folder when told`(kind: ClientKind) async throws {
        let scene = try kind.make()
        try scene.folder.write("old", to: "place/file")
        let refused = await download(scene, "/bin", to: "place")
        #expect((refused.error?.underlyingError as? CocoaError)?.code == .fileWriteFileExists)
        #expect(scene.folder.exists("place/file"))
        let replaced = await download(scene, "/bin", to: "place", .removePreviousFile)
        #expect(replaced.error == nil)
        #expect(try scene.folder.read("place").count == 102_400)
    }

    @Test(arguments: ClientKind.allCases)
    func `makes missing folders only when told`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let refused = await download(scene, "/bin", to: "a/b/bin")
        guard case .downloadedFileMoveFailed(let error, _, _) = refused.error else {
            Issue.record("\(refused)")
            return
        }
        #expect((error as NSError).code == 4)
        let made = await download(scene, "/bin", to: "a/b/bin", .createIntermediateDirectories)
        #expect(made.error == nil)
        #expect(scene.folder.exists("a/b/bin"))
    }

    /// Differs from the original, which replaced the file by the error page.
    @Test(arguments: ClientKind.allCases)
    func `leaves the previous file when the answer is refused`(kind: ClientKind) async throws {
        let scene = try kind.make()
        try scene.folder.write("previous", to: "file")
        let asked = Observed(false)
        let file = scene.file("file")
        let answer = await scene.client.download(scene.request("/404")) { _, _ in
            asked.update { $0 = true }
            return (file, .removePreviousFile)
        }
        #expect(answer.error?.responseCode == 404)
        #expect(answer.response?.statusCode == 404)
        #expect(answer.fileURL == nil)
        #expect(!asked.value)
        #expect(String(decoding: try scene.folder.read("file"), as: UTF8.self) == "previous")
    }

    @Test(arguments: ClientKind.allCases)
    func `treats empty downloads like empty bodies`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let empty = await download(scene, "/empty200", to: "empty")
        #expect(empty.error.map { "\($0)" }?.contains("inputDataNilOrZeroLength") == true)
        #expect(empty.fileURL == scene.file("empty"))
        let none = await download(scene, "/204", to: "none")
        #expect(none.value == Data())
        #expect(scene.folder.exists("none"))
    }

    // MARK: Uploads

    @Test(arguments: [ClientKind.native, .urlSession, .replay, .intercepting])
    func `sends a file as a form, after the fields of the request`(kind: ClientKind) async throws {
        let scene = try kind.make()
        var request = scene.request("/ok", method: "POST", body: "a=b%20c")
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        let file = APIFile(name: "part", data: Data("content".utf8), fileName: "f.txt", mimeType: "text/plain")
        let upload = UncheckedSendable(request)
        let answer: APIDataResponse<Data> = await withCheckedContinuation { continuation in
            _ = scene.client.createUploadRequest(
                request: upload.value,
                file: file,
                queue: .global(),
                progressHandler: nil
            ) { continuation.resume(returning: $0) }.resume()
        }
        #expect(answer.error == nil)
        let received = try #require(scene.server.requests.first)
        #expect(received["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
        let field = try #require(received.text.range(of: #"name="a""#))
        let part = try #require(received.text.range(of: #"name="part"; filename="f.txt""#))
        #expect(field.lowerBound < part.lowerBound)
        #expect(received.text.contains("b c") && received.text.contains("content"))
    }

    @Test func `sends the members of a JSON body as fields`() throws {
        let body = #"{"name":"a/b","list":[1,{"x":true}],"none":null}"#
        let fields = ["Content-Type": "application/json"]
        let request = testRequest("http://h/", method: "POST", fields: fields, body: body)
        let file = APIFile(name: "f", data: Data("x".utf8), fileName: "f", mimeType: "a/b")
        let encoded = try UploadForm.encoded(request, file: file)
        let text = String(decoding: try #require(encoded.httpBody), as: UTF8.self)
        for part in ["name=\"name\"\r\n\r\na/b\r\n", "name=\"list\"\r\n\r\n[1,{\"x\":true}]\r\n", "\r\n\r\nnull\r\n"] {
            #expect(text.contains(part))
        }
    }

    @Test(arguments: ClientKind.allCases)
    func `refuses to upload with GET`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let file = APIFile(name: "f", data: Data("x".utf8), fileName: "f", mimeType: "a/b")
        let request = scene.request("/ok")
        let answer: APIDataResponse<Data> = await withCheckedContinuation { continuation in
            _ = scene.client.createUploadRequest(request: request, file: file, queue: .global(), progressHandler: nil) {
                continuation.resume(returning: $0)
            }.resume()
        }
        #expect(answer.error.map { "\($0)" }?.contains("bodyDataInGETRequest") == true)
        #expect(scene.server.requests.isEmpty)
    }
}
