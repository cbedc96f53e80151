import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

/// A stream whose bytes come when a test lets them.
private final class LateStream: InputStream {
    private let isAsked: Signal
    private let comes: DispatchSemaphore
    private var left = Data("late".utf8)

    init(isAsked: Signal, comes: DispatchSemaphore) {
        self.isAsked = isAsked
        self.comes = comes
        super.init(data: Data())
    }

    override func open() {}
    override func close() {}

    override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength: Int) -> Int {
        isAsked.fire()
        comes.wait()
        defer { comes.signal() }
        let count = min(maxLength, left.count)
        unsafe left.copyBytes(to: buffer, count: count)
        left.removeFirst(count)
        return count
    }
}

@Suite struct `A body that has to be waited for` {
    private static let ok = Action.send(HTTPBytes.response(text: "ok"))

    @Test(arguments: [false, true])
    func `holds up no other request of its client`(asForm: Bool) async throws {
        let (isAsked, comes) = (Signal(), DispatchSemaphore(value: 0))
        let server = try ScriptedServer { connection in
            while let request = try connection.readRequest() {
                #expect(request.body.isEmpty == (request.method == "GET"))
                try connection.perform([Self.ok])
            }
        }
        let client = NativeAPIClient.patient
        var request = testRequest(server.url(), method: "PUT")
        let stream = LateStream(isAsked: isAsked, comes: comes)
        if asForm {
            let form = APIMultipartFormData()
            form.append(stream, withLength: 4, name: "f", fileName: "f", mimeType: "text/plain")
            try request.setMultipartBody(form)
        } else {
            request.httpBodyStream = stream
        }
        async let late = client.data(for: request)
        try await isAsked.received()
        let other = await client.data(for: testRequest(server.url()))
        #expect(other.response?.statusCode == 200)
        comes.signal()
        #expect(await late.response?.statusCode == 200)
    }

    @Test func `ends with its request, although nothing of it comes`() async throws {
        let (isAsked, comes) = (Signal(), DispatchSemaphore(value: 0))
        defer { comes.signal() }
        let server = try ScriptedServer { connection in _ = try connection.readRequest() }
        let service = APIService(client: NativeAPIClient.patient)
        var request = testRequest(server.url(), method: "PUT")
        request.httpBodyStream = LateStream(isAsked: isAsked, comes: comes)
        let answer = Observed<APIDataResponse<Data>?>(nil)
        let isDone = Signal()
        let made = service.client.createDataRequest(request: request, queue: .global(), progressHandler: nil) { given in
            answer.update { $0 = given }
            isDone.fire()
        }
        made.resume()
        try await isAsked.received()
        made.cancel()
        try await isDone.received()
        #expect(answer.value?.error?.isExplicitlyCancelledError == true)
    }

    @Test(arguments: ClientKind.allCases)
    func `of unknown length is no file to upload`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let pipe = try NamedPipe()
        let file = APIFile(name: "f", fileURL: URL(fileURLWithPath: pipe.path))
        var upload = TestRequest(APIPlainText.self, scene.server.url())
        upload.method = .post
        upload.taskType = .upload(file)
        let error = try #require(await APIService(client: scene.client).response(to: upload).result.error)
        guard case .connectionError(let inner) = error,
            case .multipartEncodingFailed(.bodyPartFileSizeNotAvailable(let url)) = inner.asAFError
        else {
            Issue.record("another error: \(error)")
            return
        }
        #expect(url.path == pipe.path)
    }
}
