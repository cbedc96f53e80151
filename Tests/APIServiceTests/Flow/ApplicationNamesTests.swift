import APIService
import Foundation
import Testing

// What applications have added to the original under names that this package uses too. It compiles: theirs are meant.

extension APIResponse {
    fileprivate func map<NewValue>(_ transform: (T) throws -> NewValue) rethrows -> APIResponse<NewValue> {
        guard let current = result.value else {
            return APIResponse<NewValue>(request: nil, response: nil, data: nil, result: .failure(.networkError))
        }
        let value = try transform(current)
        return APIResponse<NewValue>(request: request, response: nil, data: Data("own".utf8), result: .success(value))
    }

    fileprivate var transferMetrics: String { "own" }
}

extension APIResult {
    fileprivate func get() throws -> T { try value.orThrow() }
}

extension Optional {
    fileprivate struct Missing: Error {}
    fileprivate func orThrow() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}

extension APIError {
    fileprivate var urlErrorCode: Int { 7 }
    fileprivate var transportError: String { "own" }
    fileprivate var decodingFailure: Bool { true }
}

extension APIService {
    fileprivate func send<T: APIRequest>(_ request: T, plugins: [any APIPlugin] = []) async throws -> String { "own" }
    fileprivate func send<T: APIRequest>(
        _ request: T,
        completion: @escaping (Result<T.Response, APIError>) -> Void
    ) -> String { "called" }
    fileprivate func response<T: APIRequest>(to request: T) async throws -> APIResponse<T.Response> {
        APIResponse(request: nil, response: nil, data: Data("own".utf8), result: .failure(.networkError))
    }
}

extension URLRequest {
    fileprivate var curlCommand: String { "own" }
}

@Suite struct `Names of an application's own` {
    @Test func `are those that are meant`() async throws {
        let response = APIResponse<Int>(request: nil, response: nil, data: nil, result: .success(1))
        #expect(response.map { $0 + 1 }.data == Data("own".utf8))
        #expect(response.transferMetrics == "own")
        #expect(try response.result.get() == 1)
        let error = APIError.networkError
        #expect(error.urlErrorCode == 7 && error.transportError == "own" && error.decodingFailure)
        let service = APIService(client: StubAPIClient { _ in .text("x") })
        let request = TestRequest("http://127.0.0.1/")
        #expect(try await service.send(request) == "own")
        #expect(service.send(request, completion: { _ in }) == "called")
        #expect(try await service.response(to: request).data == Data("own".utf8))
        #expect(testRequest("http://h/").curlCommand == "own")
    }
}
