import APIService
import Foundation
import Testing

@Suite struct `A plugin that takes over the request` {
    private struct Owner: APIPlugin {
        let name: String
        func prepare<T: APIRequest>(_ request: consuming URLRequest, targetRequest: T) -> URLRequest {
            request.setValue("1", forHTTPHeaderField: name)
            return request
        }
    }

    private struct Copier: APIPlugin {
        let name: String
        func prepare<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> URLRequest {
            var request = request
            request.setValue("1", forHTTPHeaderField: name)
            return request
        }
    }

    @Test(arguments: [false, true])
    func `works with others that copy it, in any order`(copiesFirst: Bool) async throws {
        let service = APIService(client: StubAPIClient { _ in .json("1") })
        let owners: [any APIPlugin] = [Owner(name: "X-One"), Owner(name: "X-Two")]
        let copiers: [any APIPlugin] = [Copier(name: "X-Three")]
        let plugins = copiesFirst ? copiers + owners : owners + copiers
        let response = try await service.response(to: TestRequest("http://127.0.0.1/"), plugins: plugins)
        #expect(response.request?.allHTTPHeaderFields == ["X-One": "1", "X-Two": "1", "X-Three": "1"])
    }

    private struct Keeper: APIRequestDefaults {
        typealias Response = Data
        let kept: URLRequest
        var url: URL? { kept.url }
        func intercept(urlRequest: URLRequest) throws -> URLRequest { kept }
    }

    @Test func `leaves alone what the application keeps`() async throws {
        let service = APIService(client: StubAPIClient { _ in .json("1") })
        let url = try #require(URL(string: "http://127.0.0.1/"))
        let request = Keeper(kept: URLRequest(url: url))
        let response = try await service.response(to: request, plugins: [Owner(name: "X-One")])
        #expect(response.request?.value(forHTTPHeaderField: "X-One") == "1")
        #expect(request.kept.allHTTPHeaderFields?.isEmpty != false)
    }
}
