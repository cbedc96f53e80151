package import APITransport
package import APIWire

extension TransportError {
    /// A file, or standard input, that could not be read.
    package static func reading(_ name: String, _ error: WireError) -> TransportError {
        TransportError(kind: .file, phase: .send, message: "\(name) cannot be read: \(error.reason)")
    }

    /// A file, or standard output, that could not be written.
    package static func writing(_ name: String, _ error: WireError) -> TransportError {
        TransportError(kind: .file, phase: .file, message: "\(name) cannot be written: \(error.reason)")
    }
}

extension WireError {
    /// Why, in a few words.
    fileprivate var reason: String {
        switch code {
        case .notFound: "it does not exist"
        case .permissionDenied: "permission denied"
        case .isDirectory: "it is a folder"
        case .noSpace: "no space left"
        case .alreadyExists: "it exists already"
        case .reset: "its reader has gone"
        case .closed: "it is not open"
        case .outputLimit: "it is too large"
        case .tooManyDescriptors: "too many open files"
        default: detail.isEmpty ? "system error \(systemError)" : detail
        }
    }
}
