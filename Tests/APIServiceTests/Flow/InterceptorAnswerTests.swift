import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite struct `An answer that a request's interceptor gives again` {
    /// Its interceptor passes the answer on twice, from two threads at once if wanted.
    private struct Eager: APIRequestDefaults {
        typealias Response = Data

        var fromThreads = false
        var given: @Sendable () -> Void = {}

        var baseURL: URL { testURL("http://127.0.0.1/") }
        var path: String { "" }

        func intercept<U: APIRequest>(
            request: U,
            response: APIResponse<Data>,
            replaceResponseHandler: @escaping APICompletionHandler<Data>
        ) {
            let answer = UncheckedSendable { replaceResponseHandler(response) }
            for _ in 0..<2 {
                if fromThreads {
                    DispatchQueue.global().async {
                        answer.value()
                        given()
                    }
                } else {
                    answer.value()
                    given()
                }
            }
        }
    }

    private struct Counting: APIPlugin {
        let received = Observed(0)
        func didReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {
            received.update { $0 += 1 }
        }
    }

    private let service = APIService(client: StubAPIClient { _ in .text("x") })

    @Test(arguments: [false, true])
    func `is ignored by the completion and the plugins`(fromThreads: Bool) async throws {
        let plugin = Counting()
        let completions = Observed(0)
        let given = Observed(0)
        let request = Eager(fromThreads: fromThreads) { given.update { $0 += 1 } }
        service.sendRequest(request, plugins: [plugin], queue: .global()) { _ in completions.update { $0 += 1 } }
        try await given.wait(for: "both answers") { $0 == 2 }
        #expect(completions.value == 1)
        #expect(plugin.received.value == 1)
    }

    @Test(arguments: [false, true])
    func `is ignored by a task that waits`(fromThreads: Bool) async throws {
        let plugin = Counting()
        let given = Observed(0)
        let request = Eager(fromThreads: fromThreads) { given.update { $0 += 1 } }
        let service = UncheckedSendable(service)
        #expect(try await service.value.send(request, plugins: [plugin]) == Data("x".utf8))
        try await given.wait(for: "both answers") { $0 == 2 }
        #expect(plugin.received.value == 1)
    }
}
