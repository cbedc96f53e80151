import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `An authentication interceptor` {
    /// A service whose tokens are numbers: a refresh turns 1 into 2, and only what `accepts` says is let in.
    private final class Backend: APIAuthenticator {
        struct Refused: Error {}
        struct State {
            var refreshes = 0
            var refusals = 0
        }

        let state = Observed(State())
        let gate: Signal?
        let fails: Bool
        let expiring: Int?

        init(gate: Signal? = nil, fails: Bool = false, expiring: Int? = nil) {
            self.gate = gate
            self.fails = fails
            self.expiring = expiring
        }

        func apply(_ credential: Int, to request: inout URLRequest) {
            request.setValue("Bearer \(credential)", forHTTPHeaderField: "Authorization")
        }

        func needsRefresh(_ credential: Int) -> Bool { credential == expiring }

        func refresh(_ credential: Int) async throws -> Int {
            state.update { $0.refreshes += 1 }
            try await gate?.received()
            if fails { throw Refused() }
            return credential + 1
        }

        func stub(accepting token: Int) -> StubAPIClient {
            StubAPIClient { [state] request in
                if request.value(forHTTPHeaderField: "Authorization") == "Bearer \(token)" { return .text("in") }
                state.update { $0.refusals += 1 }
                return .text("out", status: 401)
            }
        }
    }

    private func answers(_ count: Int, from client: InterceptingAPIClient) async -> [APIDataResponse<Data>] {
        await withTaskGroup(of: APIDataResponse<Data>.self) { group in
            for _ in 0..<count { group.addTask { await client.data(for: testRequest("http://h/")) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `renews once for fifty refused requests, and repeats them all`() async throws {
        let gate = Signal()
        let backend = Backend(gate: gate)
        let auth = APIAuthenticationInterceptor(backend, credential: 1)
        let client = InterceptingAPIClient(backend.stub(accepting: 2), interceptors: [auth])
        async let answers = answers(50, from: client)
        try await backend.state.wait(for: "fifty refusals") { $0.refusals == 50 }
        gate.fire()
        #expect(await answers.allSatisfy { $0.value == Data("in".utf8) })
        #expect(backend.state.value.refreshes == 1)
        #expect(auth.credential == 2)
    }

    @Test func `tells requests apart by the credential they carry`() {
        let backend = Backend()
        var request = testRequest("http://h/")
        backend.apply(1, to: &request)
        #expect(backend.carries(1, request))
        #expect(!backend.carries(2, request))
    }

    @Test func `does not renew again for a refusal that comes when the renewal is over`() async throws {
        let backend = Backend()
        let auth = APIAuthenticationInterceptor(backend, credential: 1)
        let refused = try await auth.adapt(testRequest("http://h/"))
        auth.credential = 2
        let attempt = APIAttempt(
            request: refused,
            response: HTTPURLResponse(url: URL(filePath: "/"), statusCode: 401, httpVersion: nil, headerFields: nil),
            error: .responseValidationFailed(reason: .unacceptableStatusCode(code: 401)),
            number: 1,
            elapsed: .zero
        )
        #expect(await auth.recover(from: attempt) == .retry(after: .zero))
        #expect(backend.state.value.refreshes == 0)
    }

    @Test func `renews before sending when the credential is about to expire`() async throws {
        let backend = Backend(expiring: 1)
        let auth = APIAuthenticationInterceptor(backend, credential: 1)
        let client = InterceptingAPIClient(backend.stub(accepting: 2), interceptors: [auth])
        #expect(await answers(20, from: client).allSatisfy { $0.value == Data("in".utf8) })
        #expect(backend.state.value.refreshes == 1)
        #expect(backend.state.value.refusals == 0)
    }

    @Test func `gives up when the new credential is refused too`() async throws {
        let backend = Backend()
        let auth = APIAuthenticationInterceptor(backend, credential: 1)
        let client = InterceptingAPIClient(backend.stub(accepting: 9), interceptors: [auth])
        let answer = try #require(await answers(1, from: client).first)
        #expect(answer.error?.responseCode == 401)
        #expect(answer.data == Data("out".utf8))
        #expect(answer.transferMetrics?.attempts == 2)
        #expect(backend.state.value.refreshes == 1)
    }

    @Test func `reports the refusal when the renewal fails`() async throws {
        let backend = Backend(fails: true)
        let auth = APIAuthenticationInterceptor(backend, credential: 1)
        let client = InterceptingAPIClient(backend.stub(accepting: 2), interceptors: [auth])
        #expect(await answers(3, from: client).allSatisfy { $0.error?.responseCode == 401 })
        #expect(auth.credential == 1)
    }

    @Test func `sends as it is without a credential`() async throws {
        let backend = Backend()
        let auth = APIAuthenticationInterceptor(backend)
        let client = InterceptingAPIClient(backend.stub(accepting: 1), interceptors: [auth])
        #expect(await answers(1, from: client).first?.error?.responseCode == 401)
        auth.credential = 1
        #expect(await answers(1, from: client).first?.value == Data("in".utf8))
        #expect(backend.state.value.refreshes == 0)
    }

    @Test func `does not let an old renewal undo a sign-out`() async throws {
        let gate = Signal()
        let backend = Backend(gate: gate)
        let auth = APIAuthenticationInterceptor(backend, credential: 1)
        let client = InterceptingAPIClient(backend.stub(accepting: 2), interceptors: [auth])
        async let answers = answers(1, from: client)
        try await backend.state.wait(for: "the renewal") { $0.refreshes == 1 }
        auth.credential = nil
        gate.fire()
        _ = await answers
        #expect(auth.credential == nil)
    }

    @Test func `does not wait for itself when the renewal uses the same client`() async throws {
        struct Circular: APIAuthenticator {
            let client: Observed<InterceptingAPIClient?>
            func apply(_ credential: Int, to request: inout URLRequest) {
                request.setValue("\(credential)", forHTTPHeaderField: "X-Token")
            }
            func refresh(_ credential: Int) async throws -> Int {
                guard let client = client.value else { return 0 }
                let answer = await client.data(for: testRequest("http://h/refresh"))
                return answer.value.map(\.count) ?? 0
            }
        }
        let box = Observed<InterceptingAPIClient?>(nil)
        let stub = StubAPIClient { request in
            if request.url?.path == "/refresh" { return .text("xx") }
            return request.value(forHTTPHeaderField: "X-Token") == "2" ? .text("in") : .status(401)
        }
        let auth = APIAuthenticationInterceptor(Circular(client: box), credential: 1)
        let client = InterceptingAPIClient(stub, interceptors: [auth])
        box.update { $0 = client }
        // The client keeps the authenticator, and the authenticator the client.
        defer { box.update { $0 = nil } }
        #expect(await client.data(for: testRequest("http://h/")).value == Data("in".utf8))
    }

    @Test func `ends waiting requests when the client is shut down, and outlives it`() async throws {
        let gate = Signal()
        let backend = Backend(gate: gate)
        let auth = APIAuthenticationInterceptor(backend, credential: 1)
        let client = InterceptingAPIClient(backend.stub(accepting: 2), interceptors: [auth])
        async let answers = answers(10, from: client)
        try await backend.state.wait(for: "ten refusals") { $0.refusals == 10 }
        client.shutDown()
        let seen = await answers
        #expect(seen.count == 10 && seen.allSatisfy { $0.error?.isSessionInvalidatedError == true })
        gate.fire()
        let late = await client.data(for: testRequest("http://h/"))
        #expect(late.error?.isSessionInvalidatedError == true)
    }
}
