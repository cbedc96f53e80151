import APIService
import Foundation
import Testing

/// Takes values from other tasks and hands them back.
private actor Desk {
    func pass<Value: Sendable>(_ value: Value) -> Value { value }
}

@Suite struct `Values of the request layer` {
    @Test func `cross from actor to actor`() async throws {
        let desk = Desk()
        let request = try URLRequest(url: "http://h", method: .get)
        let response = APIResponse<String>(request: request, response: nil, data: nil, result: .success("x"))
        #expect(await desk.pass(response).result.value == "x")
        #expect(
            await desk.pass(APIError.connectionError(AFError.explicitlyCancelled))
                == .connectionError(AFError.explicitlyCancelled)
        )
        #expect(await desk.pass(APIRequestHeaders(["a": "b"]))["A"] == "b")
        #expect(await desk.pass(APIRequestMethod.put) == .put)
        #expect(await desk.pass(APIFile(name: "n", data: Data(), fileName: "f", mimeType: "m")).name == "n")
        #expect(await desk.pass(APICachePackage(creationDate: .distantPast, data: Data())).data.isEmpty)
        #expect(await desk.pass(APITransferMetrics()).attempts == 1)
        let data = DataResponse<Data, AFError>(
            request: request,
            response: nil,
            data: nil,
            metrics: nil,
            serializationDuration: 0,
            result: .success(Data())
        )
        #expect(await desk.pass(data).value == Data())
        #expect(await desk.pass(CacheTool.shared) === CacheTool.shared)
    }
}
