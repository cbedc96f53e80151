import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `An answer without a body` {
    private struct Model: APIJSONParsable, Decodable {}

    private func server(_ status: Int) throws -> ScriptedServer {
        try ScriptedServer { _ in [.send(HTTPBytes.head(status, "Any", fields: [("Content-Length", "0")]))] }
    }

    @Test(arguments: [200, 201, 202, 204, 205])
    func `is what a request for nothing more waits for`(status: Int) async throws {
        let server = try server(status)
        let service = APIService(client: NativeAPIClient.patient)
        let request = TestRequest(APIEmptyResponse.self, server.url())
        #expect(try await service.send(request) == APIEmptyResponse())
        let answer = try await service.response(to: request)
        #expect(answer.statusCode == status)
        #expect(answer.result.error == nil)
    }

    @Test(arguments: [200, 201])
    func `is no model`(status: Int) async throws {
        let server = try server(status)
        let service = APIService(client: NativeAPIClient.patient)
        let error = try #require(
            await service.response(to: TestRequest(Model.self, server.url())).result.error
        )
        guard case .connectionError(let inner) = error,
            case .responseSerializationFailed(.inputDataNilOrZeroLength) = inner.asAFError
        else {
            Issue.record("another error: \(error)")
            return
        }
    }

    @Test func `of a status that is none of success is a failure for all`() async throws {
        let server = try server(404)
        let service = APIService(client: NativeAPIClient.patient)
        let answer = try await service.response(to: TestRequest(APIEmptyResponse.self, server.url()))
        #expect(answer.result.error?.text(.english).isEmpty == false)
        #expect(answer.statusCode == 404)
    }
}
