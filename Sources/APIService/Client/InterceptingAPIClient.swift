public import Dispatch
import Foundation

/// A client around another one: lets interceptors change every request, and send it again when it fails.
///
/// The answer that is reported is the last attempt's, with the number of attempts in its metrics. Completions arrive on
/// the queue that was asked for. Cancelling ends the attempt under way, or the wait for the next. Suspending lets the
/// attempt under way rest where the client inside can do that, and does not let the next one begin. A request whose
/// body is a stream that can be read only once is not sent again.
public final class InterceptingAPIClient: APIClient, Sendable {
    fileprivate let base: UncheckedSendable<any APIClient>
    private let chain: InterceptorChain
    private let outstanding = OutstandingTasks()

    /// Puts interceptors around a client.
    ///
    /// Each of them sees a request before those after it.
    public convenience init(_ base: any APIClient, interceptors: [any APIInterceptor]) {
        self.init(base, interceptors: interceptors, now: { .now }) { try await Task.sleep(for: $0) }
    }

    // SAFETY: clients are called from any thread, as the protocol says.
    package init(
        _ base: any APIClient,
        interceptors: [any APIInterceptor],
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.base = UncheckedSendable(base)
        chain = InterceptorChain(interceptors: interceptors, now: now, sleep: sleep)
    }

    /// Ends all requests with ``APIServiceValues/AFError/sessionInvalidated(error:)``, also those that wait for an
    /// interceptor; new ones end the same way.
    ///
    /// The client inside is not shut down.
    public func shutDown() {
        outstanding.close()
    }

    /// Makes a task whose answer is held in memory.
    public func createDataRequest(
        request: URLRequest,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        task(request, queue: queue, completion: completionHandler) { client, request, attemptQueue, done in
            client.createDataRequest(
                request: request,
                queue: attemptQueue,
                progressHandler: progressHandler,
                completionHandler: done
            )
        }
    }

    /// Makes a task whose answer goes to a file.
    public func createDownloadRequest(
        request: URLRequest,
        to: @escaping APIDownloadDestination,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDownloadResponseCompletionHandler
    ) -> any APIRequestTask {
        task(request, queue: queue, completion: completionHandler) { client, request, attemptQueue, done in
            client.createDownloadRequest(
                request: request,
                to: to,
                queue: attemptQueue,
                progressHandler: progressHandler,
                completionHandler: done
            )
        }
    }

    /// Makes a task that sends a file as a form and holds the answer in memory.
    public func createUploadRequest(
        request: URLRequest,
        file: APIFile,
        queue: DispatchQueue,
        progressHandler: APIProgressHandler?,
        completionHandler: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        task(request, queue: queue, completion: completionHandler) { client, request, attemptQueue, done in
            client.createUploadRequest(
                request: request,
                file: file,
                queue: attemptQueue,
                progressHandler: progressHandler,
                completionHandler: done
            )
        }
    }

    // MARK: Attempts

    @inline(never) private func task<Answer: ClientAnswer>(
        _ request: URLRequest,
        queue: DispatchQueue,
        completion: @escaping (Answer) -> Void,
        attempt: @escaping AttemptRunner<Answer>.Attempt
    ) -> any APIRequestTask {
        let completion = UncheckedSendable(completion)
        let runner = AttemptRunner<Answer>(
            client: base,
            chain: chain,
            queue: queue,
            transfer: UncheckedSendable(attempt)
        )
        return ClientTask { [outstanding] task in
            guard outstanding.add(task) else {
                task.end(with: OutstandingTasks.closed)
                return TransferControl()
            }
            let work = Task {
                let answer = await runner.run(request)
                outstanding.remove(task)
                queue.async { task.finish(on: queue) { completion.value(answer.value) } }
            }
            return TransferControl(
                stop: { work.cancel() },
                pause: { runner.hold.rest() },
                resume: { runner.hold.goOn() }
            )
        } answer: { error in
            queue.async { completion.value(.failure(error, request: request)) }
        }
    }
}

extension APIClient {
    /// Whether it can send a form that is read while it is sent: this module's clients can, with interceptors too.
    var readsForms: Bool {
        (self as? InterceptingAPIClient)?.base.value.readsForms ?? (self is APITransferClient)
    }
}
