import Foundation
import Synchronization

/// What interceptors note of a request when they change it, for when its attempt has failed.
///
/// The request itself does not tell which credential it was sent with: putting that in again need not give the same
/// fields, and what it gave may have been changed since.
final class AttemptMemory: Sendable {
    /// The one of the request whose interceptors are being called.
    @TaskLocal static var current: AttemptMemory?

    private let marks = Mutex<[UUID: CredentialMark]>([:])

    /// The credential that an interceptor put into the latest attempt.
    subscript(interceptor: UUID) -> CredentialMark? {
        get { marks.withLock { $0[interceptor] } }
        set { marks.withLock { $0[interceptor] = newValue } }
    }
}

/// Says which credential a request was sent with, and when.
struct CredentialMark: Sendable, Equatable {
    /// Counts the changes of the credential.
    var generation = 0
    /// Counts the renewals that had failed.
    var failures = 0
}
