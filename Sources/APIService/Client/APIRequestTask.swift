/// A request under way.
public protocol APIRequestTask {
    /// Starts the request.
    ///
    /// Starting it again, or after it has ended, does nothing.
    @discardableResult func resume() -> Self
    /// Ends the request; its completion is still called, with ``AFError/explicitlyCancelled``.
    ///
    /// Once the request has ended this does nothing.
    @discardableResult func cancel() -> Self
}
