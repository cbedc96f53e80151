import APIService
import APITransport
import Foundation
import TestSupport
import Testing

/// An upload of one file, in the hands of the service.
private struct Upload: APIRequestDefaults {
    typealias Response = APIPlainText
    var baseURL: URL
    var path = ""
    var file: APIFile
    var method = APIRequestMethod.post
    var parameters: [String: Any]? = ["title": "big"]
    var taskType: APIRequestTaskType { .upload(file) }
}

/// A request whose body is a form of several files.
private struct Submission: APIRequestDefaults {
    typealias Response = APIPlainText
    var baseURL: URL
    var path = ""
    var method = APIRequestMethod.put
    var form: @Sendable () -> APIMultipartFormData

    func intercept(urlRequest: URLRequest) throws -> URLRequest {
        var request = urlRequest
        try request.setMultipartBody(form())
        return request
    }
}

@Suite struct `A form read while it is sent` {
    private static let small = APIFile(name: "f", data: Data("x".utf8), fileName: "f", mimeType: "text/plain")
    private static let ok = Action.send(HTTPBytes.response(text: "ok"))

    private static let unavailable = Action.send(
        HTTPBytes.head(503, "Unavailable", fields: [("Content-Length", "0")])
    )

    /// A file that takes no room on the disk.
    private static func sparse(_ size: UInt64, in folder: TemporaryDirectory) throws -> URL {
        let url = URL(fileURLWithPath: try folder.write("begin", to: "big.mp4"))
        let handle = try FileHandle(forWritingTo: url)
        try handle.truncate(atOffset: size)
        try handle.close()
        return url
    }

    /// How far this process has read a file that it has open; nil when it has not.
    private static func position(in file: URL) throws -> UInt64? {
        for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
            guard target == file.resolvingSymlinksInPath().path else { continue }
            let lines = try String(contentsOfFile: "/proc/self/fdinfo/\(name)", encoding: .utf8).split(separator: "\n")
            let line = lines.first { $0.hasPrefix("pos:") }
            return line.flatMap { UInt64($0.dropFirst(4).trimmingCharacters(in: .whitespaces)) }
        }
        return nil
    }

    @Test func `reads no more of a file than the server takes`() async throws {
        let folder = try TemporaryDirectory()
        let size: UInt64 = 2_000_000_000
        let file = try Self.sparse(size, in: folder)
        let (headArrived, done) = (Signal(), Signal())
        let head = Observed<String?>(nil)
        let server = try ScriptedServer { connection in
            let length = try connection.readHead()?["Content-Length"]
            head.update { $0 = length }
            headArrived.fire()
            try connection.perform([.wait(for: done)])
        }
        let service = APIService(client: NativeAPIClient.patient)
        let request = Upload(baseURL: testURL(server.url()), file: APIFile(name: "film", fileURL: file))
        let answers = Observed(0)
        let task = service.sendRequest(request, queue: .global()) { answer in
            #expect(answer.result.error?.isCancelled == true)
            answers.update { $0 += 1 }
        }
        try await headArrived.received()
        let length = try #require(head.value.flatMap { UInt64($0) })
        #expect(length > size && length < size + 1000)
        #expect(try Self.position(in: file).map { $0 < 64_000_000 } ?? true)
        task?.cancel()
        try await answers.wait(for: "the completion") { $0 == 1 }
        done.fire()
    }

    @Test(arguments: [ClientKind.native, .urlSession, .intercepting])
    func `arrives whole, with its length, name and type`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let file = try Self.sparse(3_000_000, in: scene.folder)
        let service = APIService(client: scene.client)
        let progress = Observed<[Int64]>([])
        var request = Upload(baseURL: testURL(scene.server.url()), file: APIFile(name: "film", fileURL: file))
        request.path = "/ok"
        let answer: APIResponse<APIPlainText> = await withCheckedContinuation { continuation in
            service.sendRequest(
                request,
                queue: .global(),
                progressHandler: { step in
                    let count = step.completedUnitCount
                    progress.update { $0.append(count) }
                },
                completionHandler: { continuation.resume(returning: $0) }
            )
        }
        #expect(answer.result.error == nil)
        let received = try #require(scene.server.requests.first)
        #expect(received["Content-Length"] == "\(received.body.count)")
        #expect(received.body.count > 3_000_000)
        #expect(progress.value.max() == Int64(received.body.count))
        let beginning = String(decoding: received.body.prefix(600), as: UTF8.self)
        #expect(beginning.contains("name=\"title\"\r\n\r\nbig\r\n"))
        #expect(beginning.contains("name=\"film\"; filename=\"big.mp4\"\r\nContent-Type: video/mp4\r\n\r\nbegin\0"))
        if kind == .urlSession { #expect(Self.modes(ofFormsOf: 3_000_000..<3_001_000).isEmpty) }
    }

    @Test func `of several files is sent again when it can be`() async throws {
        let folder = try TemporaryDirectory()
        let files = try ["a.txt", "b.txt"].map { URL(fileURLWithPath: try folder.write("content of \($0)", to: $0)) }
        let answers = Observed(0)
        let server = try ScriptedServer { _ in
            answers.update { $0 += 1 }
            return [answers.value == 1 ? Self.unavailable : Self.ok]
        }
        let client = InterceptingAPIClient(
            NativeAPIClient.patient,
            interceptors: [APIRetryPolicy(maximumAttempts: 2, baseDelay: 0)]
        )
        let request = Submission(baseURL: testURL(server.url())) {
            let form = APIMultipartFormData(boundary: "B")
            for file in files { form.append(file, withName: "file") }
            return form
        }
        #expect(try await APIService(client: client).send(request).text == "ok")
        let bodies = server.requests.map(\.body)
        #expect(bodies.count == 2 && bodies.first == bodies.last)
        #expect(server.requests.first?["Content-Type"] == "multipart/form-data; boundary=B")
        let form = request.form()
        #expect(try Array(form.encode()) == bodies.first)
    }

    /// What a stream has given is gone: a second attempt would send an empty one.
    @Test(arguments: [true, false])
    func `that can be read once is sent once`(asForm: Bool) async throws {
        let server = try ScriptedServer { _ in [Self.unavailable] }
        let client = InterceptingAPIClient(
            NativeAPIClient.patient,
            interceptors: [APIRetryPolicy(maximumAttempts: 3, baseDelay: 0)]
        )
        var request = testRequest(server.url(), method: "PUT")
        let stream = InputStream(data: Data("once".utf8))
        if asForm {
            let form = APIMultipartFormData()
            form.append(stream, withLength: 4, name: "n", fileName: "f", mimeType: "a/b")
            try request.setMultipartBody(form)
        } else {
            request.httpBodyStream = stream
        }
        let answer = await client.data(for: request)
        #expect(answer.error?.responseCode == 503)
        #expect(server.requests.count == 1)
    }

    @Test func `that cannot be read says which file it was`() async throws {
        let folder = try TemporaryDirectory()
        let file = URL(fileURLWithPath: folder.path("none.bin"))
        let server = try ScriptedServer { _ in [Self.ok] }
        let service = APIService(client: NativeAPIClient.patient)
        let missing = Upload(baseURL: testURL(server.url()), file: APIFile(name: "f", fileURL: file))
        let error = try #require(await service.response(to: missing).result.error)
        #expect(error.text(.english) == "The request failed: The file none.bin cannot be reached.")
        _ = try folder.write("four", to: "none.bin")
        let shrunk = Submission(baseURL: testURL(server.url())) {
            let form = APIMultipartFormData()
            form.append(file, withName: "f")
            _ = try? folder.write("1", to: "none.bin")
            return form
        }
        guard case .connectionError(let inner) = try #require(await service.response(to: shrunk).result.error) else {
            Issue.record("not the form's error")
            return
        }
        #expect(inner.asAFError?.isMultipartEncodingError == true)
    }

    @Test(arguments: [("application/json", "[1,2,3]"), ("text/plain", "a=b"), (nil, "a=b")] as [(String?, String)])
    func `does not replace a body that has no fields`(type: String?, body: String) throws {
        let request = testRequest(
            "http://h/",
            method: "POST",
            fields: type.map { ["Content-Type": $0] } ?? [:],
            body: body
        )
        #expect {
            try UploadForm.encoded(request, file: Self.small)
        } throws: {
            $0.asAFError?.isParameterEncodingError == true
        }
    }

    @Test func `is no empty body to a client that does not know it`() throws {
        var request = testRequest("http://h/", method: "PUT", body: "old")
        try request.setMultipartBody(APIMultipartFormData())
        #expect(request.httpBody == nil)
        let stream = try #require(request.httpBodyStream)
        stream.open()
        #expect(stream.streamStatus == .notOpen)
    }

    /// A client of an application's own, without uploads.
    private struct Old: ForwardingClient {
        let base: StubAPIClient
    }

    @Test func `is encoded in memory for clients without uploads`() async throws {
        let folder = try TemporaryDirectory()
        let file = URL(fileURLWithPath: try folder.write("content", to: "f.txt"))
        let stub = StubAPIClient { _ in .text("ok") }
        let upload = Upload(baseURL: testURL("http://127.0.0.1/"), file: APIFile(name: "f", fileURL: file))
        #expect(try await APIService(client: Old(base: stub)).send(upload).text == "ok")
        let body = String(decoding: try #require(stub.requests.first?.httpBody), as: UTF8.self)
        #expect(body.contains("filename=\"f.txt\"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n"))
        #expect(APIFile(name: "f", fileURL: file).data == Data("content".utf8))
    }

    @Test(arguments: [true, false])
    func `is encoded in memory when it is recorded with such a client`(isIntercepted: Bool) async throws {
        let folder = try TemporaryDirectory()
        let file = URL(fileURLWithPath: try folder.write("content", to: "f.txt"))
        let stub = StubAPIClient { _ in .text("ok") }
        let old = Old(base: stub)
        let base: any APIClient = isIntercepted ? InterceptingAPIClient(old, interceptors: []) : old
        let client = try ReplayAPIClient(
            file: URL(fileURLWithPath: folder.path("exchanges.json")),
            recordingWith: base
        )
        let upload = Upload(baseURL: testURL("http://127.0.0.1/"), file: APIFile(name: "f", fileURL: file))
        #expect(try await APIService(client: client).send(upload).text == "ok")
        let sent = try #require(stub.requests.first)
        #expect(sent.httpBodyStream == nil)
        let body = String(decoding: try #require(sent.httpBody), as: UTF8.self)
        #expect(body.contains("filename=\"f.txt\"\r\nContent-Type: text/plain\r\n\r\ncontent\r\n"))
    }

    /// A client of an application's own that takes the bytes of a file.
    private struct OwnUploads: ForwardingClient {
        let base: StubAPIClient

        func createUploadRequest(
            request: URLRequest,
            file: APIFile,
            queue: DispatchQueue,
            progressHandler: APIProgressHandler?,
            completionHandler: @escaping APIDataResponseCompletionHandler
        ) -> any APIRequestTask {
            // What is read late is what was there when the file was handed over.
            if let url = file.fileURL { try? FileManager.default.removeItem(at: url) }
            var request = request
            request.httpBody = file.data
            return createDataRequest(
                request: request,
                queue: queue,
                progressHandler: progressHandler,
                completionHandler: completionHandler
            )
        }
    }

    @Test(arguments: [true, false])
    func `is never empty to a client that asks for its bytes`(isIntercepted: Bool) async throws {
        let folder = try TemporaryDirectory()
        let stub = StubAPIClient { _ in .text("ok") }
        let own = OwnUploads(base: stub)
        let service = APIService(client: isIntercepted ? InterceptingAPIClient(own, interceptors: []) : own)
        var file = URL(fileURLWithPath: try folder.write("content", to: "f.txt"))
        var upload = Upload(baseURL: testURL("http://127.0.0.1/"), file: APIFile(name: "f", fileURL: file))
        #expect(try await service.send(upload).text == "ok")
        #expect(stub.requests.first?.httpBody == Data("content".utf8))
        // A folder may be read, but has no bytes.
        file = URL(fileURLWithPath: folder.path("folder"))
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        upload.file = APIFile(name: "f", fileURL: file)
        guard case .connectionError(let error) = try #require(await service.response(to: upload).result.error),
            case .multipartEncodingFailed(.bodyPartFileNotReachableWithError(file, _)) = error.asAFError
        else {
            Issue.record("no error of the file")
            return
        }
        #expect(stub.requests.count == 1)
    }

    @Test func `forgets why it could not be read when it is read again`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer { _ in [Self.ok] }
        let form = APIMultipartFormData()
        form.append(URL(fileURLWithPath: try folder.write("four", to: "f.txt")), withName: "f")
        var request = testRequest(server.url(), method: "PUT")
        try request.setMultipartBody(form)
        let client = NativeAPIClient.patient
        _ = try folder.write("1", to: "f.txt")
        #expect(await client.data(for: request).error?.isMultipartEncodingError == true)
        #expect(request.multipartBody?.failure != nil)
        _ = try folder.write("four", to: "f.txt")
        #expect(await client.data(for: request).value == Data("ok".utf8))
        #expect(request.multipartBody?.failure == nil)
    }

    /// Who may do what with the forms on disk that are of such a size, and with their folders.
    private static func modes(ofFormsOf sizes: Range<Int>) -> [[Int]] {
        let files = FileManager.default
        let names = (try? files.contentsOfDirectory(atPath: files.temporaryDirectory.path)) ?? []
        return names.filter { $0.hasSuffix(".form") }.compactMap { name in
            let folder = files.temporaryDirectory.appendingPathComponent(name)
            let body = try? files.attributesOfItem(atPath: folder.appendingPathComponent("body").path)
            guard let size = body?[.size] as? NSNumber, sizes.contains(size.intValue) else { return nil }
            let around = try? files.attributesOfItem(atPath: folder.path)
            return [around, body].compactMap { ($0?[.posixPermissions] as? NSNumber)?.intValue }
        }
    }

    @Test func `lies on disk where nobody else can look`() async throws {
        let folder = try TemporaryDirectory()
        let form = APIMultipartFormData()
        let content = [UInt8](repeating: 7, count: 54_321)
        form.append(URL(fileURLWithPath: try folder.write(content, to: "f.bin")), withName: "f")
        let modes = Observed<[[Int]]>([])
        let server = try ScriptedServer { _ in
            // Other tests' forms are of other sizes, and come and go.
            let seen = Self.modes(ofFormsOf: 54_321..<55_000)
            modes.update { $0 += seen }
            return [Self.ok]
        }
        var request = testRequest(server.url(), method: "PUT")
        try request.setMultipartBody(form)
        let answer = await URLSessionAPIClient(configuration: .patient).data(for: request)
        #expect(answer.value == Data("ok".utf8))
        #expect(modes.value == [[0o700, 0o600]])
        #expect(Self.modes(ofFormsOf: 54_321..<55_000).isEmpty)
    }
}

extension APIError {
    fileprivate var isCancelled: Bool {
        guard case .connectionError(let error) = self else { return false }
        return error.asAFError?.isExplicitlyCancelledError == true
    }
}
