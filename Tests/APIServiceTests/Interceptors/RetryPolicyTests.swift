import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `A retry policy` {
    private static let epoch = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT

    private static func attempt(
        status: Int,
        method: String = "GET",
        retryAfter: String? = nil,
        number: Int = 1,
        elapsed: Duration = .zero
    ) -> APIAttempt {
        let fields = retryAfter.map { ["Retry-After": $0] }
        let response = HTTPURLResponse(
            url: testURL("http://h/"),
            statusCode: status,
            httpVersion: "HTTP/1.1",
            headerFields: fields
        )
        return APIAttempt(
            request: testRequest("http://h/", method: method),
            response: response,
            error: .responseValidationFailed(reason: .unacceptableStatusCode(code: status)),
            number: number,
            elapsed: elapsed
        )
    }

    private func delay(_ recovery: APIRecovery) -> Double? {
        guard case .retry(let delay) = recovery else { return nil }
        return delay.seconds
    }

    @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
    func `repeats what may pass`(status: Int) {
        #expect(APIRetryPolicy().decision(for: Self.attempt(status: status), chance: 0, now: Self.epoch) != .giveUp)
    }

    @Test(arguments: [300, 400, 401, 403, 404, 409, 422, 501])
    func `gives up on what will not`(status: Int) {
        #expect(APIRetryPolicy().decision(for: Self.attempt(status: status), chance: 0, now: Self.epoch) == .giveUp)
    }

    @Test(arguments: [
        ("GET", true), ("HEAD", true), ("PUT", true), ("DELETE", true), ("POST", false), ("PATCH", false),
    ])
    func `repeats by the method, which the caller may override`(method: String, isRepeated: Bool) {
        let attempt = Self.attempt(status: 503, method: method)
        var policy = APIRetryPolicy()
        #expect((policy.decision(for: attempt, chance: 0, now: Self.epoch) != .giveUp) == isRepeated)
        policy.repeatsAnyMethod = true
        #expect(policy.decision(for: attempt, chance: 0, now: Self.epoch) != .giveUp)
    }

    @Test(arguments: [(1, 0.5), (2, 1.0), (3, 2.0), (8, 30.0)])
    func `doubles its delay up to a bound`(number: Int, expected: Double) {
        var policy = APIRetryPolicy(maximumAttempts: 10)
        policy.jitter = 0
        let attempt = Self.attempt(status: 503, number: number)
        #expect(delay(policy.decision(for: attempt, chance: 1, now: Self.epoch)) == expected)
    }

    @Test func `leaves a part of the delay to chance`() {
        let attempt = Self.attempt(status: 503)
        #expect(delay(APIRetryPolicy().decision(for: attempt, chance: 0, now: Self.epoch)) == 0.5)
        #expect(delay(APIRetryPolicy().decision(for: attempt, chance: 1, now: Self.epoch)) == 0.25)
    }

    @Test func `stops after its number of attempts`() {
        let attempt = Self.attempt(status: 503, number: 3)
        #expect(APIRetryPolicy().decision(for: attempt, chance: 0, now: Self.epoch) == .giveUp)
    }

    @Test(arguments: ["2", "Sun, 06 Nov 1994 08:49:39 GMT"])
    func `never goes before the time a server asked for`(retryAfter: String) {
        let attempt = Self.attempt(status: 503, retryAfter: retryAfter)
        for step in 0...200 {
            let decision = APIRetryPolicy().decision(for: attempt, chance: Double(step) / 200, now: Self.epoch)
            #expect(delay(decision).map { $0 >= 2 && $0 < 2.5 } == true)
        }
    }

    @Test(arguments: ["", "soon", "-1", "99999999999999999999999"])
    func `goes by its own delay, or gives up, when that time cannot be read`(retryAfter: String) {
        let decision = APIRetryPolicy().decision(
            for: Self.attempt(status: 503, retryAfter: retryAfter),
            chance: 0,
            now: Self.epoch
        )
        #expect([nil, 0.5].contains(delay(decision)))
    }

    @Test(arguments: [
        ("1, 1", 1.0), ("1,7,3", 7), ("soon, 5", 5), (" 2 ,", 2), ("Sun, 06 Nov 1994 08:49:39 GMT, 1", 2),
        ("3, Sun, 06 Nov 1994 08:49:39 GMT", 3),
        ("Sun, 06 Nov 1994 08:49:39 GMT, Sun, 06 Nov 1994 08:49:41 GMT", 4),
        ("Sunday, 06-Nov-94 08:49:39 GMT", 2),
    ])
    func `reads a field that came several times as the longest of its waits`(retryAfter: String, expected: Double) {
        #expect(RetryAfter.delay(retryAfter, now: Self.epoch) == expected)
    }

    @Test(arguments: [",", "soon, later", "-1, 1.5", "Sun, Mon"])
    func `reads nothing in a list of nothing`(retryAfter: String) {
        #expect(RetryAfter.delay(retryAfter, now: Self.epoch) == nil)
    }

    @Test func `gives up when it would have to wait too long`() {
        let attempt = Self.attempt(status: 503, retryAfter: "61")
        #expect(APIRetryPolicy().decision(for: attempt, chance: 0, now: Self.epoch) == .giveUp)
    }

    @Test func `gives up at once when no further attempt fits in the total time`() {
        var policy = APIRetryPolicy()
        policy.totalTime = 1
        #expect(policy.decision(for: Self.attempt(status: 503, retryAfter: "5"), chance: 0, now: Self.epoch) == .giveUp)
        let late = Self.attempt(status: 503, elapsed: .milliseconds(600))
        #expect(policy.decision(for: late, chance: 0, now: Self.epoch) == .giveUp)
        #expect(policy.decision(for: Self.attempt(status: 503), chance: 0, now: Self.epoch) != .giveUp)
    }

    @Test(arguments: [
        (URLError.Code.timedOut, true), (.networkConnectionLost, true), (.cannotConnectToHost, true),
        (.serverCertificateUntrusted, false), (.cancelled, false), (.badURL, false),
    ])
    func `repeats failures of the network, not refusals`(code: URLError.Code, isRepeated: Bool) {
        let attempt = APIAttempt(
            request: testRequest("http://h/"),
            response: nil,
            error: .sessionTaskFailed(error: URLError(code))
        )
        #expect((APIRetryPolicy().decision(for: attempt, chance: 0, now: Self.epoch) != .giveUp) == isRepeated)
    }
}

@Suite struct `A client that retries` {
    private func client(
        _ answers: @escaping @Sendable (Int) -> StubAPIClient.Answer,
        policy: APIRetryPolicy,
        slept: Observed<[Duration]> = Observed([])
    ) -> (InterceptingAPIClient, StubAPIClient) {
        let count = Observed(0)
        let stub = StubAPIClient { _ in
            answers(
                count.update {
                    $0 += 1; return $0
                }
            )
        }
        let client = InterceptingAPIClient(stub, interceptors: [policy], now: { .now }) { delay in
            slept.update { $0.append(delay) }
        }
        return (client, stub)
    }

    @Test func `reports the first success, and how often it was sent`() async throws {
        let slept = Observed<[Duration]>([])
        let (client, stub) = client({ $0 < 3 ? .status(503) : .text("ok") }, policy: APIRetryPolicy(), slept: slept)
        let answer = await client.data(for: testRequest("http://h/"))
        #expect(answer.value == Data("ok".utf8))
        #expect(answer.transferMetrics?.attempts == 3)
        #expect(stub.requests.count == 3)
        #expect(slept.value.count == 2)
    }

    @Test func `waits no longer than a clock can count`() async throws {
        struct Patient: APIInterceptor {
            func recover(from attempt: APIAttempt) async -> APIRecovery {
                attempt.number == 1 ? .retry(after: .seconds(Int64.max)) : .giveUp
            }
        }
        let slept = Observed<[Duration]>([])
        let stub = StubAPIClient { _ in .status(503) }
        let client = InterceptingAPIClient(stub, interceptors: [Patient()], now: { .now }) { delay in
            slept.update { $0.append(delay) }
        }
        _ = await client.data(for: testRequest("http://h/"))
        #expect(slept.value == [.seconds(3_153_600_000)])
    }

    @Test func `reports the last failure`() async throws {
        let (client, _) = client({ _ in .text("down", status: 503) }, policy: APIRetryPolicy(maximumAttempts: 2))
        let answer = await client.data(for: testRequest("http://h/"))
        #expect(answer.error?.responseCode == 503)
        #expect(answer.data == Data("down".utf8))
        #expect(answer.transferMetrics?.attempts == 2)
    }

    @Test func `spends no more than its budget during an outage`() async throws {
        let budget = APIRetryBudget(ratio: 0.2, allowance: 5)
        let policy = APIRetryPolicy(maximumAttempts: 4, budget: budget)
        let (client, stub) = client({ _ in .failure(.cannotConnectToHost) }, policy: policy)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let answer = await client.data(for: testRequest("http://h/"))
                    #expect((answer.transferMetrics?.attempts ?? 0) >= 1)
                    #expect(answer.error?.isSessionTaskError == true)
                }
            }
        }
        #expect(stub.requests.count <= 50 + 10 + 5)
    }

    @Test func `ends at once when cancelled while it waits`() async throws {
        let waiting = Signal()
        let stub = StubAPIClient { _ in .status(503) }
        let client = InterceptingAPIClient(stub, interceptors: [APIRetryPolicy()], now: { .now }) { _ in
            waiting.fire()
            try await Task.sleep(for: .seconds(600))
        }
        let seen = try await client.errors(of: testRequest("http://h/"), cancelledAt: waiting)
        #expect(seen.count == 1 && seen.first??.isExplicitlyCancelledError == true)
        #expect(stub.requests.count == 1)
    }

    @Test func `lets every interceptor change each attempt`() async throws {
        struct Numbering: APIInterceptor {
            let count = Observed(0)
            func adapt(_ request: URLRequest) async throws -> URLRequest {
                var request = request
                request.setValue("\(count.update { $0 += 1; return $0 })", forHTTPHeaderField: "X-Attempt")
                return request
            }
        }
        let stub = StubAPIClient { $0.value(forHTTPHeaderField: "X-Attempt") == "2" ? .text("ok") : .status(500) }
        let client = InterceptingAPIClient(
            stub,
            interceptors: [Numbering(), APIRetryPolicy(maximumAttempts: 2)],
            now: { .now }
        ) { _ in }
        #expect(await client.data(for: testRequest("http://h/")).value == Data("ok".utf8))
    }

    @Test func `reports an interceptor that fails`() async throws {
        struct Failing: APIInterceptor {
            struct Failure: Error {}
            func adapt(_ request: URLRequest) async throws -> URLRequest { throw Failure() }
        }
        let stub = StubAPIClient { _ in .status(204) }
        let client = InterceptingAPIClient(stub, interceptors: [Failing()])
        #expect(await client.data(for: testRequest("http://h/")).error?.isRequestAdaptationError == true)
        #expect(stub.requests.isEmpty)
    }
}
