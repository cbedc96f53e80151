/// A request under way.
public protocol APIRequestTask {
    /// Starts the request.
    ///
    /// Starting it again, or after it has ended, does nothing.
    @discardableResult func resume() -> Self
    /// Ends the request; its completion is still called, with ``APIServiceValues/AFError/explicitlyCancelled``.
    ///
    /// Once the request has ended this does nothing.
    @discardableResult func cancel() -> Self
}

/// A request under way that can rest; the tasks of this package's clients are of this kind.
///
/// ```swift
/// (task as? any APISuspendableTask)?.suspend()
/// ```
public protocol APISuspendableTask: APIRequestTask {
    /// Lets the request rest until ``APIRequestTask/resume()``: no bytes move, as far as the client can do that, and
    /// its completion is not called.
    ///
    /// The time for the whole request runs on. Nothing happens to a request that has ended.
    @discardableResult func suspend() -> Self
}
