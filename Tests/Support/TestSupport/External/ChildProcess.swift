internal import CTestTLS
internal import Foundation

/// A running program, which ends at the latest when this process does.
///
/// SAFETY: the handle is touched under the lock only, and is gone once the process was stopped.
@safe final class ChildProcess: @unchecked Sendable {
    private var raw: OpaquePointer?
    private let lock = NSLock()

    init(_ arguments: [String], folder: String, log: String) throws {
        guard let raw = unsafe Strings.with(arguments, { unsafe ct_process_start($0, folder, log) }) else {
            throw ExternalServer.Failure(description: "\(arguments[0]) cannot be started")
        }
        unsafe self.raw = raw
    }

    var isRunning: Bool {
        lock.withLock {
            guard let raw = unsafe raw else { return false }
            return unsafe ct_process_is_running(raw)
        }
    }

    /// Asks the program to end, and insists after five seconds.
    func stop() {
        lock.withLock {
            unsafe ct_process_stop(raw, 5000)
            unsafe raw = nil
        }
    }

    deinit {
        stop()
    }
}
