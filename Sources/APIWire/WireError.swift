/// Why something at the edge of the process (a socket, a file, a library) could not be done.
package struct WireError: Error, Equatable, Sendable {
    package enum Code: Sendable {
        case outOfMemory
        case refused
        case unreachable
        case timedOut
        /// The peer broke the connection off (`ECONNRESET`, `EPIPE`).
        case reset
        /// The thing was closed on this side.
        case closed
        case addressUnavailable
        case permissionDenied
        case notFound
        case alreadyExists
        case isDirectory
        case noSpace
        /// A file cannot get there by being renamed.
        case otherFileSystem
        case tooManyDescriptors
        /// Bytes that are not what their format says, or end too early.
        case corrupt
        case outputLimit
        case invalidArgument
        case cancelled
        /// Anything else; `systemError` tells.
        case system
    }

    package let code: Code
    /// `errno` as the system gave it, or 0.
    package let systemError: Int32
    /// A few words more, without secrets; empty when there are none.
    package let detail: String

    package init(_ code: Code, systemError: Int32 = 0, detail: String = "") {
        self.code = code
        self.systemError = systemError
        self.detail = detail
    }
}
