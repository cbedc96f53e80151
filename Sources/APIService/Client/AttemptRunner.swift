import Dispatch
public import Foundation
import Synchronization

/// What a client reports, in memory or in a file, as far as attempts are concerned.
protocol ClientAnswer: SendableMetatype {
    var request: URLRequest? { get }
    var response: HTTPURLResponse? { get }
    var error: AFError? { get }
    var transferMetrics: APITransferMetrics? { get set }

    static func failure(_ error: AFError, request: URLRequest?) -> Self
}

extension DataResponse: ClientAnswer where Success == Data, Failure == AFError {}
extension DownloadResponse: ClientAnswer where Success == Data, Failure == AFError {}

/// Sends a request until it succeeds or no interceptor wants another attempt.
struct AttemptRunner<Answer: ClientAnswer>: Sendable {
    typealias Attempt = (any APIClient, URLRequest, DispatchQueue, @escaping (Answer) -> Void) -> any APIRequestTask

    let client: UncheckedSendable<any APIClient>
    let chain: InterceptorChain
    let queue: DispatchQueue
    let transfer: UncheckedSendable<Attempt>
    let hold = AttemptHold()

    func run(_ request: URLRequest) async -> UncheckedSendable<Answer> {
        await AttemptMemory.$current.withValue(AttemptMemory()) { await attempts(request) }
    }

    private func attempts(_ request: URLRequest) async -> UncheckedSendable<Answer> {
        var recoveries = chain.begin()
        let start = chain.now()
        var number = 1
        while true {
            let adapted: URLRequest
            do {
                adapted = try await chain.adapt(request)
            } catch {
                return UncheckedSendable(.failure(.requestAdaptationFailed(error: error), request: request))
            }
            var answer = await perform(adapted)
            answer.transferMetrics = (answer.transferMetrics ?? APITransferMetrics()).counting(number)
            guard
                let attempt = failedAttempt(
                    answer,
                    of: adapted,
                    number: number,
                    elapsed: start.duration(to: chain.now())
                ),
                await chain.wait(after: attempt, &recoveries)
            else { return UncheckedSendable(answer) }
            number += 1
        }
    }

    /// The attempt, if it failed and somebody still waits for the request.
    private func failedAttempt(_ answer: Answer, of request: URLRequest, number: Int, elapsed: Duration) -> APIAttempt?
    {
        guard let error = answer.error, !error.isExplicitlyCancelledError, !Task.isCancelled, !request.bodyIsSpent
        else { return nil }
        return APIAttempt(
            request: request,
            response: answer.response,
            error: error,
            number: number,
            elapsed: elapsed
        )
    }

    private func perform(_ request: URLRequest) async -> Answer {
        let promise = Promise<Answer>()
        let link = TaskLink()
        let task = transfer.value(client.value, request, queue) { promise.fill(.success($0)) }
        link.attach(task)
        hold.begin(task)
        defer { hold.end() }
        do {
            return try await promise.value(cancelling: link)
        } catch {
            return .failure(.explicitlyCancelled, request: request)
        }
    }
}

/// Lets the attempt under way rest, or the next one when there is none.
final class AttemptHold: Sendable {
    private struct State {
        var isResting = false
        var task: UncheckedSendable<any APIRequestTask>?
        var pace = TransferPace()

        /// What the task is to be told next.
        mutating func step() -> (@Sendable () -> Void)? {
            guard let task else {
                _ = pace.next(for: .finished)
                return nil
            }
            return switch pace.next(for: isResting ? .suspended : .resumed) {
            case .pause: { _ = (task.value as? any APISuspendableTask)?.suspend() }
            case .goOn: { task.value.resume() }
            case nil: nil
            }
        }
    }

    private let state = Mutex(State())

    /// Starts an attempt, unless it has to rest.
    func begin(_ task: any APIRequestTask) {
        let packed = UncheckedSendable(task)
        change { state in
            state.task = packed
            state.pace.restart()
        }
    }

    func end() {
        state.withLock { $0.task = nil }
    }

    func rest() {
        change { $0.isResting = true }
    }

    func goOn() {
        change { $0.isResting = false }
    }

    private func change(_ body: (inout State) -> Void) {
        let isOurs = state.withLock { state in
            body(&state)
            return state.task != nil && state.pace.claim()
        }
        guard isOurs else { return }
        while let tell = state.withLock({ $0.step() }) { tell() }
    }
}

extension APITransferMetrics {
    /// The same, for the last of so many attempts of ours; the client may have counted some of its own.
    fileprivate func counting(_ number: Int) -> APITransferMetrics {
        var copy = self
        copy.attempts += number - 1
        return copy
    }
}

/// The tasks that a client has under way, so that all of them can be ended.
final class OutstandingTasks: Sendable {
    private struct State {
        var isClosed = false
        var tasks: [ObjectIdentifier: ClientTask] = [:]
    }

    private let state = Mutex(State())

    /// What tasks end with when their client is shut down.
    static let closed = AFError.sessionInvalidated(error: APIClientClosed())

    /// False when the client was shut down before.
    func add(_ task: ClientTask) -> Bool {
        state.withLock { state in
            if !state.isClosed { state.tasks[ObjectIdentifier(task)] = task }
            return !state.isClosed
        }
    }

    func remove(_ task: ClientTask) {
        state.withLock { $0.tasks[ObjectIdentifier(task)] = nil }
    }

    func close() {
        let tasks = state.withLock { state in
            state.isClosed = true
            defer { state.tasks = [:] }
            return state.tasks.values
        }
        for task in tasks { task.end(with: Self.closed) }
    }
}

/// The client was shut down while a request was under way, or before.
public struct APIClientClosed: LocalizedError, Equatable {
    /// The error.
    public init() {}

    /// One sentence for the user.
    public var errorDescription: String? {
        APILanguage.current.text("The client was shut down.", "客户端已关闭")
    }
}
