import APIService
import Foundation
import Synchronization
import Testing

/// A client of the first generation: it knows nothing of uploads.
private final class OldClient: APIClient {
    private struct Done: APIRequestTask {
        var run: () -> Void
        func resume() -> Done {
            run()
            return self
        }
        func cancel() -> Done { self }
    }

    func createDataRequest(
        request: URLRequest,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        Done {
            completionHandler(
                DataResponse(
                    request: request,
                    response: nil,
                    data: request.httpBody,
                    metrics: nil,
                    serializationDuration: 0,
                    result: .success(request.httpBody ?? Data())
                )
            )
        }
    }

    func createDownloadRequest(
        request: URLRequest,
        to: @escaping APIDownloadDestination,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDownloadResponseCompletionHandler
    ) -> any APIRequestTask {
        Done {}
    }
}

@Suite struct `A client without uploads` {
    private static let file = APIFile(name: "f", data: Data("D".utf8), fileName: "n.txt", mimeType: "text/plain")

    @Test func `sends a file as a form`() throws {
        let body = Mutex<Data?>(nil)
        OldClient().createUploadRequest(
            request: try URLRequest(url: "http://h", method: .post),
            file: Self.file,
            queue: .global(),
            progressHandler: nil
        ) { response in
            body.withLock { $0 = response.value }
        }.resume()
        let text = body.withLock { $0 }.map { String(decoding: $0, as: UTF8.self) }
        #expect(text?.contains("name=\"f\"; filename=\"n.txt\"\r\nContent-Type: text/plain\r\n\r\nD\r\n") == true)
    }

    @Test(arguments: [false, true])
    func `reports a form it cannot send, once`(_ cancels: Bool) async throws {
        let request = try URLRequest(url: "http://h", method: .get)
        let queue = DispatchQueue(label: "failed upload")
        let error = await withCheckedContinuation { done in
            let task = OldClient().createUploadRequest(
                request: request,
                file: Self.file,
                queue: queue,
                progressHandler: nil
            ) { response in
                dispatchPrecondition(condition: .onQueue(queue))
                done.resume(returning: response.error)
            }
            if cancels { task.cancel() }
            task.resume().resume().cancel()
        }
        guard !cancels else {
            #expect(error?.isExplicitlyCancelledError == true)
            return
        }
        guard case .urlRequestValidationFailed(.bodyDataInGETRequest)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}

@Suite struct `Network activity` {
    private struct Ping: APIRequest {
        typealias Response = Data
        var baseURL: URL { URL(filePath: "/") }
        var path: String { "" }
        var method: APIRequestMethod { .get }
        var parameters: [String: Any]? { nil }
        var headers: APIRequestHeaders? { nil }
        var taskType: APIRequestTaskType { .request }
        var encoding: any APIParameterEncoding { APIURLEncoding.default }
    }

    @Test func `ends as often as it began, also when it was stopped`() {
        let changes = Mutex<[NetworkActivityChangeType]>([])
        let plugin = NetworkActivityPlugin { change in changes.withLock { $0.append(change) } }
        let request = URLRequest(url: URL(filePath: "/"))
        let response = APIResponse<Data>(request: nil, response: nil, data: nil, result: .failure(.networkError))
        #expect(plugin.willSend(request, targetRequest: Ping()))
        plugin.willReceive(response, targetRequest: Ping())
        plugin.didReceive(response, targetRequest: Ping())
        #expect(plugin.willSend(request, targetRequest: Ping()))
        plugin.didStop(request, targetRequest: Ping())
        #expect(changes.withLock { $0 } == [.began, .ended, .began, .ended])
    }
}
