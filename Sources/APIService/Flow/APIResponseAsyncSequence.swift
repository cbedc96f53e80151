/// The answers to one request, from the cache and from the network, each with where it came from.
///
/// It ends after the last answer that can come, and empty when a plugin stops the request. Each iterator sends the
/// request anew, when it is made; letting go of it, or cancelling the task that iterates, cancels its transfer.
public struct APIResponseAsyncSequence<T>: AsyncSequence {
    /// An answer and where it came from.
    public typealias Element = (APIResponse<T>, APICompletionHandlerSourceType)

    private let start: (SendObserver<T>) -> (any APIRequestTask)?

    init(start: @escaping (SendObserver<T>) -> (any APIRequestTask)?) {
        self.start = start
    }

    /// Sends the request.
    public func makeAsyncIterator() -> APIResponseAsyncIterator<T> {
        let (stream, continuation) = AsyncStream.makeStream(of: UncheckedSendable<Element>.self)
        let link = TaskLink()
        continuation.onTermination = { reason in
            if case .cancelled = reason { link.cancel() }
        }
        let observer = SendObserver<T>(
            cache: { response, isLast in
                continuation.yield(UncheckedSendable((response, .cache)))
                if isLast { continuation.finish() }
            },
            hearsCacheAtOnce: true,
            network: { response in continuation.yield(UncheckedSendable((response, .network))) },
            ended: { _ in continuation.finish() }
        )
        if let task = start(observer) { link.attach(task) }
        return APIResponseAsyncIterator(stream.makeAsyncIterator())
    }
}

/// Hands out the answers to one request; see ``APIResponseAsyncSequence``.
public struct APIResponseAsyncIterator<T>: AsyncIteratorProtocol {
    /// An answer and where it came from.
    public typealias Element = (APIResponse<T>, APICompletionHandlerSourceType)

    private var answers: AsyncStream<UncheckedSendable<Element>>.Iterator

    init(_ answers: AsyncStream<UncheckedSendable<Element>>.Iterator) {
        self.answers = answers
    }

    /// Waits for the next answer; nil when there is none any more, or the task was cancelled.
    public mutating func next() async -> Element? {
        await answers.next()?.value
    }

    /// Waits for the next answer on the caller's actor, which the answer then belongs to.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
        await answers.next(isolation: actor)?.value
    }
}
