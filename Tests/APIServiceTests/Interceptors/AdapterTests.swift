import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `An adapter among interceptors` {
    private struct Refused: Error, Equatable {}

    /// Numbers the attempts, and hands its requests back on another thread.
    private final class Numbering: APIRequestAdapter, Sendable {
        let sessions = Observed<[ObjectIdentifier]>([])

        func adapt(
            _ urlRequest: URLRequest,
            for session: APISession,
            completion: @escaping (Result<URLRequest, any Error>) -> Void
        ) {
            let identity = ObjectIdentifier(session)
            sessions.update { $0.append(identity) }
            let count = sessions.value.count
            let completion = UncheckedSendable(completion)
            DispatchQueue.global().async {
                var request = urlRequest
                request.setValue("\(count)", forHTTPHeaderField: "X-Attempt")
                completion.value(.success(request))
                // The first answer counts.
                completion.value(.failure(Refused()))
            }
        }
    }

    private struct Refusing: APIRequestAdapter {
        func adapt(
            _ urlRequest: URLRequest,
            for session: APISession,
            completion: @escaping (Result<URLRequest, any Error>) -> Void
        ) {
            completion(.failure(Refused()))
        }
    }

    private struct Silent: APIRequestAdapter {
        let asked: Signal

        func adapt(
            _ urlRequest: URLRequest,
            for session: APISession,
            completion: @escaping (Result<URLRequest, any Error>) -> Void
        ) {
            asked.fire()
        }
    }

    @Test func `changes each attempt, and is told its session`() async throws {
        let stub = StubAPIClient { request in
            request.value(forHTTPHeaderField: "X-Attempt") == "2" ? .text("ok") : .status(503)
        }
        let (adapter, session) = (Numbering(), APISession())
        let client = InterceptingAPIClient(
            stub,
            interceptors: [
                APIAdapterInterceptor(adapter, session: session), APIRetryPolicy(maximumAttempts: 2, baseDelay: 0),
            ]
        )
        #expect(await client.data(for: testRequest("http://h/")).value == Data("ok".utf8))
        #expect(stub.requests.map { $0.value(forHTTPHeaderField: "X-Attempt") } == ["1", "2"])
        #expect(adapter.sessions.value == [ObjectIdentifier(session), ObjectIdentifier(session)])
    }

    @Test func `ends the request with its error`() async throws {
        let stub = StubAPIClient { _ in .text("ok") }
        let client = InterceptingAPIClient(stub, interceptors: [APIAdapterInterceptor(Refusing())])
        let answer = await client.data(for: testRequest("http://h/"))
        guard case .requestAdaptationFailed(let error)? = answer.error else {
            Issue.record("\(answer)")
            return
        }
        #expect(error as? Refused == Refused())
        #expect(stub.requests.isEmpty)
    }

    @Test func `that never answers does not keep a cancelled request`() async throws {
        let asked = Signal()
        let stub = StubAPIClient { _ in .text("ok") }
        let client = InterceptingAPIClient(stub, interceptors: [APIAdapterInterceptor(Silent(asked: asked))])
        let seen = try await client.errors(of: testRequest("http://h/"), cancelledAt: asked)
        #expect(seen.count == 1 && seen.first??.isExplicitlyCancelledError == true)
        #expect(stub.requests.isEmpty)
    }
}
