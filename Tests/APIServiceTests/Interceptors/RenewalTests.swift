import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

@Suite struct `A renewal of a credential` {
    private struct Refused: Error {}

    /// Tokens are numbers, and each test says how they are renewed and applied.
    private struct Tokens: APIAuthenticator {
        var expiring: Int?
        var addsNonce = false
        var renew: @Sendable (Int) async throws -> Int

        func apply(_ credential: Int, to request: inout URLRequest) {
            request.setValue("Bearer \(credential)", forHTTPHeaderField: "Authorization")
            if addsNonce { request.setValue(UUID().uuidString, forHTTPHeaderField: "X-Nonce") }
        }

        func refresh(_ credential: Int) async throws -> Int { try await renew(credential) }

        func needsRefresh(_ credential: Int) -> Bool { credential == expiring }
    }

    private func token(of request: URLRequest) -> String? { request.value(forHTTPHeaderField: "Authorization") }

    private func stub(accepting token: Int) -> StubAPIClient {
        StubAPIClient { self.token(of: $0) == "Bearer \(token)" ? .text("in") : .status(401) }
    }

    @Test func `that failed has failed for all requests that were sent before`() async throws {
        let sent = Observed(0)
        let renewals = Observed(0)
        // The first refusal comes while all the others are still on their way.
        let stub = StubAPIClient { _ in
            let number = sent.update {
                $0 += 1; return $0
            }
            return .status(401).delayed(by: number == 1 ? 0 : 0.05)
        }
        let tokens = Tokens { _ in
            renewals.update { $0 += 1 }
            try await sent.wait(for: "all to be sent") { $0 >= 20 }
            throw Refused()
        }
        let client = InterceptingAPIClient(stub, interceptors: [APIAuthenticationInterceptor(tokens, credential: 1)])
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<20 {
                group.addTask { await client.data(for: testRequest("http://h/")).error?.responseCode }
            }
            for await code in group { #expect(code == 401) }
        }
        #expect(renewals.value == 1)
        #expect(sent.value == 20)
        // One that begins now may have better luck.
        _ = await client.data(for: testRequest("http://h/"))
        #expect(renewals.value == 2)
    }

    @Test func `does not depend on what the credential looks like in a request`() async throws {
        let renewals = Observed(0)
        let tokens = Tokens(addsNonce: true) { old in
            renewals.update { $0 += 1 }
            return old + 1
        }
        let auth = APIAuthenticationInterceptor(tokens, credential: 1)
        let client = InterceptingAPIClient(stub(accepting: 2), interceptors: [auth])
        #expect(await client.data(for: testRequest("http://h/")).value == Data("in".utf8))
        #expect(renewals.value == 1)
    }

    /// The client keeps the authenticator, and the authenticator the client, until the test is over.
    private func renewing(
        with client: Observed<InterceptingAPIClient?>,
        _ send: @escaping @Sendable (InterceptingAPIClient, @escaping @Sendable (APIDataResponse<Data>) -> Void) -> Void
    ) -> Tokens {
        Tokens(expiring: 1) { _ in
            guard let client = client.value else { throw Refused() }
            let failure: AFError? = await withCheckedContinuation { continuation in
                DispatchQueue.global().async { send(client) { continuation.resume(returning: $0.error) } }
            }
            if let failure { throw failure }
            return 2
        }
    }

    @Test func `may send from any queue what is to have no credential`() async throws {
        let box = Observed<InterceptingAPIClient?>(nil)
        let tokens = renewing(with: box) { client, done in
            Tokens.withoutAuthentication {
                _ = client.createDataRequest(
                    request: testRequest("http://h/renew"),
                    queue: .global(),
                    progressHandler: nil,
                    completionHandler: { done($0) }
                ).resume()
            }
        }
        let stub = StubAPIClient { request in
            switch (request.url?.path, self.token(of: request)) {
            case ("/renew", nil), ("/", "Bearer 2"): .text("in")
            default: .status(401)
            }
        }
        let auth = APIAuthenticationInterceptor(tokens, credential: 1)
        let client = InterceptingAPIClient(stub, interceptors: [auth])
        box.update { $0 = client }
        defer { box.update { $0 = nil } }
        #expect(await client.data(for: testRequest("http://h/")).value == Data("in".utf8))
        #expect(stub.requests.count == 2)
    }

    @Test func `that waits for itself unrecognised ends with the timeout of its request`() async throws {
        let box = Observed<InterceptingAPIClient?>(nil)
        let tokens = renewing(with: box) { client, done in
            var request = testRequest("http://h/renew")
            request.timeoutInterval = 0.01
            _ = client.createDataRequest(
                request: request,
                queue: .global(),
                progressHandler: nil,
                completionHandler: { done($0) }
            ).resume()
        }
        let auth = APIAuthenticationInterceptor(tokens, credential: 1)
        let client = InterceptingAPIClient(stub(accepting: 2), interceptors: [auth])
        box.update { $0 = client }
        defer { box.update { $0 = nil } }
        var request = testRequest("http://h/")
        request.timeoutInterval = 3600
        let error = try #require(await client.data(for: request).error)
        #expect(error.isRequestAdaptationError)
        #expect(error.underlyingError?.asAFError?.isRequestAdaptationError == true)
        #expect(APIError.connectionError(error).urlErrorCode == .timedOut)
    }

    @Test func `awaits requests without a credential`() async throws {
        let tokens = Tokens { $0 }
        let auth = APIAuthenticationInterceptor(tokens, credential: 1)
        let stub = stub(accepting: 1)
        let client = InterceptingAPIClient(stub, interceptors: [auth])
        let code = await Tokens.withoutAuthentication {
            await client.data(for: testRequest("http://h/sign-in")).error?.responseCode
        }
        #expect(code == 401)
        #expect(stub.requests.map(token(of:)) == [nil])
    }

    @Test func `is not waited for any longer when a credential was set`() async throws {
        let never = Signal()
        defer { never.fire() }
        let began = Signal()
        let tokens = Tokens(expiring: 1) { old in
            began.fire()
            try await never.received()
            return old + 1
        }
        let auth = APIAuthenticationInterceptor(tokens, credential: 1)
        let client = InterceptingAPIClient(stub(accepting: 7), interceptors: [auth])
        async let answer = client.data(for: testRequest("http://h/"))
        try await began.received()
        auth.credential = 7
        #expect(await answer.value == Data("in".utf8))
    }
}
