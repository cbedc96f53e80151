import Foundation

// SAFETY: immutable, as what it inherits from.
/// A client over Foundation's `URLSession`, for comparison and for who needs what only that can do.
///
/// It costs several times what ``NativeAPIClient`` does, measures nothing, and its failures carry Foundation's errors.
/// Validation, serialization and downloads are the same. The `urlCache` of its configuration is left out: with one,
/// Foundation on Linux traps when a task is cancelled at the wrong moment. A task that is suspended takes what comes all
/// the same, since Foundation traps there too; its completion waits. A form that is read while it is sent is
/// first written to a temporary file that only this user can read, by the thread that resumes the task.
public final class URLSessionAPIClient: APITransferClient, @unchecked Sendable {
    /// Makes a client with a session of its own, which ends with the client once its tasks have ended.
    public init(configuration: URLSessionConfiguration = .default) {
        super.init(URLSessionSource(configuration))
    }
}
