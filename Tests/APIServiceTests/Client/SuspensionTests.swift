import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

/// Three threads resume a task while three others suspend it.
private func resumeAndSuspendAtOnce(_ task: UncheckedSendable<any APIRequestTask>) async {
    await withTaskGroup(of: Void.self) { group in
        for number in 0..<6 {
            group.addTask {
                let task = task.value
                if number.isMultiple(of: 2) {
                    task.resume()
                } else {
                    (task as? any APISuspendableTask)?.suspend()
                }
            }
        }
    }
}

@Suite struct `A suspended task` {
    /// Foundation's session cannot stop the bytes that are on their way.
    @Test(arguments: [ClientKind.native, .intercepting, .urlSession])
    func `moves no bytes until it goes on, or keeps them to itself`(kind: ClientKind) async throws {
        let (goesOn, isSent) = (Signal(), Signal())
        let rest = [UInt8](repeating: 7, count: 60_000)
        let server = try ScriptedServer { request in
            guard request.path == "/long" else { return [.send(HTTPBytes.response(text: "ok"))] }
            return [
                .send("HTTP/1.1 200 OK\r\nContent-Length: 60004\r\n\r\nhead"), .wait(for: goesOn), .send(rest),
                .fire(isSent),
            ]
        }
        let client = try kind.make().client
        let received = Observed<Int64>(0)
        let answers = Observed<[Int]>([])
        let task = client.createDataRequest(
            request: testRequest(server.url("/long")),
            queue: .global(),
            progressHandler: { progress in
                let count = progress.completedUnitCount
                received.update { $0 = max($0, count) }
            },
            completionHandler: { answer in answers.update { $0.append(answer.value?.count ?? -1) } }
        )
        task.resume()
        try await received.wait(for: "the first bytes") { $0 == 4 }
        try #require(task as? any APISuspendableTask).suspend().suspend()
        goesOn.fire()
        try await isSent.received()
        // The same thread reads both connections: it has passed over the bytes of the first when this is over.
        #expect(await client.data(for: testRequest(server.url("/other"))).value == Data("ok".utf8))
        #expect(kind == .urlSession || received.value == 4)
        #expect(answers.value.isEmpty)
        task.resume()
        #expect(try await answers.wait(for: "the completion") { !$0.isEmpty } == [60_004])
    }

    @Test(arguments: ClientKind.allCases)
    func `answers once it goes on`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let answers = Observed(0)
        let task = scene.client.createDataRequest(
            request: scene.request("/ok"),
            queue: .global(),
            progressHandler: nil
        ) { answer in
            #expect(answer.error == nil)
            answers.update { $0 += 1 }
        }
        let suspendable = try #require(task as? any APISuspendableTask)
        suspendable.suspend()
        for _ in 0..<20 { suspendable.resume().suspend() }
        task.resume()
        try await answers.wait(for: "the completion") { $0 == 1 }
    }

    @Test func `does not begin its next attempt`() async throws {
        let spy = SpyClient()
        let pause = Pause()
        let client = InterceptingAPIClient(spy, interceptors: [pause])
        let answers = Observed<[Int?]>([])
        let task = client.createDataRequest(
            request: testRequest("http://h/"),
            queue: .global(),
            progressHandler: nil
        ) { answer in answers.update { $0.append(answer.value?.count) } }
        task.resume()
        try await pause.isAsked.received()
        let suspendable = try #require(task as? any APISuspendableTask)
        suspendable.suspend()
        pause.goesOn.fire()
        let events = try await spy.events.wait(for: "the second attempt") { $0.contains("suspend 2") }
        #expect(events == ["resume 1", "suspend 2"])
        #expect(answers.value.isEmpty)
        task.resume()
        #expect(try await answers.wait(for: "the completion") { !$0.isEmpty } == [2])
        #expect(spy.events.value == ["resume 1", "suspend 2", "resume 2"])
    }

    /// A task of a client that records with another, the queue its completion waits for, and how often that came.
    private func recorded(with spy: SpyClient) throws -> (any APIRequestTask, DispatchQueue, Observed<Int>) {
        let client = try ReplayAPIClient(file: URL(fileURLWithPath: "/nowhere"), recordingWith: spy)
        // No completion comes before the task has rested.
        let queue = DispatchQueue(label: "suspension test")
        queue.suspend()
        let answers = Observed(0)
        let task = client.createDataRequest(request: testRequest("http://h/"), queue: queue, progressHandler: nil) {
            _ in
            answers.update { $0 += 1 }
        }
        return (task, queue, answers)
    }

    @Test func `lets the client that it is recorded with rest too`() async throws {
        let spy = SpyClient()
        let (task, queue, answers) = try recorded(with: spy)
        task.resume()
        (task as? any APISuspendableTask)?.suspend()
        task.resume()
        queue.resume()
        #expect(spy.events.value == ["resume 1", "suspend 1", "resume 1"])
        try await answers.wait(for: "the completion") { $0 == 1 }
    }

    @Test func `tells its transfer nothing while it is being told`() async throws {
        let own = Observed<UncheckedSendable<any APIRequestTask>?>(nil)
        let spy = SpyClient(whileSuspending: { _ = own.value?.value.resume() })
        let (task, queue, answers) = try recorded(with: spy)
        let packed = UncheckedSendable(task)
        own.update { $0 = packed }
        task.resume()
        (task as? any APISuspendableTask)?.suspend()
        queue.resume()
        #expect(spy.events.value == ["resume 1", "suspend 1", "resume 1"])
        try await answers.wait(for: "the completion") { $0 == 1 }
        own.update { $0 = nil }
    }

    @Test func `tells its transfer each change once, whoever suspends and resumes meanwhile`() async throws {
        for _ in 0..<50 {
            let spy = SpyClient()
            let client = try ReplayAPIClient(file: URL(fileURLWithPath: "/nowhere"), recordingWith: spy)
            let queue = DispatchQueue(label: "suspension test")
            queue.suspend()
            let answers = Observed(0)
            let task = UncheckedSendable(
                client.createDataRequest(request: testRequest("http://h/"), queue: queue, progressHandler: nil) { _ in
                    answers.update { $0 += 1 }
                }
            )
            await resumeAndSuspendAtOnce(task)
            task.value.resume()
            queue.resume()
            let told = spy.events.value.map { $0.hasPrefix("resume") }
            #expect(told.first == true && told.last == true)
            #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 })
            try await answers.wait(for: "the completion") { $0 == 1 }
        }
    }

    @Test(arguments: ClientKind.allCases)
    func `can be cancelled`(kind: ClientKind) async throws {
        let scene = try kind.make()
        let errors = Observed<[AFError?]>([])
        let task = scene.client.createDataRequest(
            request: scene.request("/slow"),
            queue: .global(),
            progressHandler: nil
        ) { answer in errors.update { $0.append(answer.error) } }
        task.resume()
        (task as? any APISuspendableTask)?.suspend()
        task.cancel()
        let seen = try await errors.wait(for: "the completion") { !$0.isEmpty }
        #expect(seen.count == 1 && seen.first??.isExplicitlyCancelledError == true)
    }

    @Test func `ends once, whoever suspends, resumes and cancels meanwhile`() async throws {
        let silence = Signal()
        let server = try ScriptedServer { TraceAnswers.actions($0, silence: silence) }
        let client = NativeAPIClient.patient
        for _ in 0..<20 {
            let answers = Observed(0)
            let task = UncheckedSendable(
                client.createDataRequest(
                    request: testRequest(server.url("/bin")),
                    queue: .global(),
                    progressHandler: nil
                ) { _ in answers.update { $0 += 1 } }
            )
            await resumeAndSuspendAtOnce(task)
            task.value.resume()
            try await answers.wait(for: "the completion") { $0 == 1 }
        }
    }
}

/// Wants a second attempt, once it is told to go on.
private struct Pause: APIInterceptor {
    let isAsked = Signal()
    let goesOn = Signal()

    func recover(from attempt: APIAttempt) async -> APIRecovery {
        guard attempt.number == 1 else { return .giveUp }
        isAsked.fire()
        try? await goesOn.received()
        return .retry(after: .zero)
    }
}

/// Writes down what is done to its tasks; the first one fails, the second answers.
private final class SpyClient: APIClient, Sendable {
    let events = Observed<[String]>([])
    private let count = Observed(0)
    private let whileSuspending: @Sendable () -> Void

    init(whileSuspending: @escaping @Sendable () -> Void = {}) {
        self.whileSuspending = whileSuspending
    }

    private final class SpyTask: APISuspendableTask {
        let act: (String) -> Void

        init(_ act: @escaping (String) -> Void) { self.act = act }

        func resume() -> Self {
            act("resume")
            return self
        }

        func suspend() -> Self {
            act("suspend")
            return self
        }

        func cancel() -> Self {
            act("cancel")
            return self
        }
    }

    func createDataRequest(
        request: URLRequest,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        count.update { $0 += 1 }
        let number = count.value
        let completion = UncheckedSendable(completionHandler)
        return SpyTask { [events, whileSuspending] event in
            if event == "suspend" { whileSuspending() }
            events.update { $0.append("\(event) \(number)") }
            guard event == "resume" else { return }
            queue.async {
                completion.value(
                    APIDataResponse(
                        request: request,
                        response: nil,
                        data: nil,
                        metrics: nil,
                        serializationDuration: 0,
                        result: number == 1 ? .failure(.sessionDeinitialized) : .success(Data(count: 2))
                    )
                )
            }
        }
    }

    func createDownloadRequest(
        request: URLRequest,
        to: @escaping APIDownloadDestination,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDownloadResponseCompletionHandler
    ) -> any APIRequestTask {
        SpyTask { _ in }
    }
}
