/// Who hears of one send: the application's closures, or an async form that waits.
struct SendObserver<Value> {
    /// Hears of the cache's outcome, and whether nothing comes after it.
    var cache: ((APIResponse<Value>, _ isLast: Bool) -> Void)?
    /// Whether the cache's outcome is told before the network is asked, not on the queue: on a concurrent one it could
    /// come after the network's answer.
    var hearsCacheAtOnce = false
    /// Hears of the network's answer.
    var network: APICompletionHandler<Value>?
    /// Told once when no answer comes, or none any more.
    var ended: ((SendEnd) -> Void)?

    /// For a cached answer that stands alone: the network's is not reported.
    var withoutNetwork: SendObserver {
        SendObserver(cache: nil, network: nil, ended: nil)
    }
}

/// How a send came to its end.
enum SendEnd {
    /// The network's answer has been reported.
    case answered
    /// A plugin stopped it.
    case vetoed
    /// The request's interceptor dropped the answer without passing one on.
    case dropped
}
