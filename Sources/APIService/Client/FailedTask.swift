import Dispatch
import Foundation
import Synchronization

/// A task that could not even begin: it reports its error once, when resumed or cancelled.
final class FailedTask: APIRequestTask, Sendable {
    private let error: AFError
    private let request: URLRequest?
    private let queue: DispatchQueue
    private let completion: Mutex<UncheckedSendable<APIDataResponseCompletionHandler>?>

    init(
        _ error: AFError,
        request: URLRequest?,
        queue: DispatchQueue,
        completion: @escaping APIDataResponseCompletionHandler
    ) {
        self.error = error
        self.request = request
        self.queue = queue
        self.completion = Mutex(UncheckedSendable(completion))
    }

    @discardableResult
    func resume() -> Self { finish(with: error) }

    @discardableResult
    func cancel() -> Self { finish(with: .explicitlyCancelled) }

    private func finish(with error: AFError) -> Self {
        guard let completion = completion.withLock({ $0.take() }) else { return self }
        queue.async { [request] in
            completion.value(
                DataResponse(
                    request: request,
                    response: nil,
                    data: nil,
                    metrics: nil,
                    serializationDuration: 0,
                    result: .failure(error)
                )
            )
        }
        return self
    }
}
