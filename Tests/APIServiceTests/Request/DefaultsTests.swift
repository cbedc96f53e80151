import APIService
import Foundation
import Testing

@Suite struct `A request of defaults` {
    private struct Bare: APIRequestDefaults {
        typealias Response = Data
    }

    private struct Absolute: APIRequestDefaults {
        typealias Response = Data
        var url: URL? { testURL("http://h/whole?q=1") }
    }

    @Test func `needs to say as what its answer is read, and nothing else`() async throws {
        let stub = StubAPIClient { _ in .text("x") }
        let service = UncheckedSendable(APIService(client: stub))
        let data = try await SharedConfiguration.with({ $0.baseURL = testURL("http://127.0.0.1/base") }) {
            try await service.value.send(Bare())
        }
        #expect(data == Data("x".utf8))
        let sent = try #require(stub.requests.first)
        #expect(sent.url?.absoluteString == "http://127.0.0.1/base" && sent.httpMethod == "GET")
        #expect(sent.httpBody == nil && sent.allHTTPHeaderFields?.isEmpty != false)
    }

    @Test func `goes nowhere without an address, and says so`() async throws {
        let service = UncheckedSendable(APIService(client: NativeAPIClient()))
        try await SharedConfiguration.with({ $0.baseURL = nil }) {
            let answer = try await service.value.response(to: Bare())
            #expect(answer.result.error?.urlErrorCode == .unsupportedURL)
        }
    }

    @Test func `may have a whole address of its own`() {
        #expect(Absolute().completeURL.absoluteString == "http://h/whole?q=1")
    }
}
