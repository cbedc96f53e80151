import APIService
import APITransport
import Foundation
import TestSupport

/// A request whose members a test sets.
struct TestRequest<Response: APIParsable>: APIRequestDefaults {
    var baseURL: URL
    var path = ""
    var method = APIRequestMethod.get
    var parameters: [String: Any]?
    var headers: APIRequestHeaders?
    var taskType = APIRequestTaskType.request
    var encoding: any APIParameterEncoding = APIURLEncoding.default
    var cache: APICache?

    init(_: Response.Type, _ address: String) {
        baseURL = testURL(address)
    }
}

extension TestRequest where Response == Data {
    init(_ address: String) {
        self.init(Data.self, address)
    }
}

func testURL(_ address: String) -> URL {
    URL(string: address) ?? URL(fileURLWithPath: "/no/url")
}

func testRequest(_ address: String, method: String = "GET", fields: [String: String] = [:], body: String? = nil)
    -> URLRequest
{
    var request = URLRequest(url: testURL(address))
    request.httpMethod = method
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    request.httpBody = body.map { Data($0.utf8) }
    return request
}

extension URLSessionConfiguration {
    /// For clients that no slow machine makes lose patience.
    static var patient: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.default
        configuration.timeoutIntervalForRequest = 3600
        return configuration
    }
}

extension NativeAPIClient {
    /// A client that keeps its connections however slow the machine is.
    static var patient: NativeAPIClient {
        var configuration = HTTPClient.Configuration()
        configuration.idleConnectionLifetime = .seconds(3600)
        return NativeAPIClient(engine: HTTPClient(configuration), configuration: .patient)
    }
}

extension APIClient {
    /// Sends a request and waits for what the client reports.
    func data(for request: URLRequest, progress: APIProgressHandler? = nil) async -> APIDataResponse<Data> {
        await withCheckedContinuation { continuation in
            _ = createDataRequest(request: request, queue: .global(), progressHandler: progress) {
                continuation.resume(returning: $0)
            }.resume()
        }
    }

    /// Downloads and waits for what the client reports.
    func download(
        _ request: URLRequest,
        to destination: @escaping APIDownloadDestination
    ) async -> APIDownloadResponse<Data> {
        await withCheckedContinuation { continuation in
            _ = createDownloadRequest(request: request, to: destination, queue: .global(), progressHandler: nil) {
                continuation.resume(returning: $0)
            }.resume()
        }
    }

    /// Sends a request, cancels it when a moment has come, and says with what its completion was called each time.
    func errors(of request: URLRequest, cancelledAt moment: Signal) async throws -> [AFError?] {
        let errors = Observed<[AFError?]>([])
        let task = createDataRequest(request: request, queue: .global(), progressHandler: nil) { answer in
            errors.update { $0.append(answer.error) }
        }
        task.resume()
        try await moment.received()
        task.cancel()
        return try await errors.wait(for: "the completion") { !$0.isEmpty }
    }
}
