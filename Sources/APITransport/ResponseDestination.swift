/// Where the body of a response goes.
public enum ResponseDestination: Sendable {
    /// Into ``HTTPResponse/body``
    case memory
    /// Into the file at `path`.
    ///
    /// The bytes are written to a temporary file beside it, which takes its place when all of them are there; after any
    /// failure the temporary file is gone and what was at `path` is untouched. A path without its folder, and with a
    /// folder, a device or a pipe at its end, is an error before anything is sent; so is, without `replacing`, whatever is
    /// there.
    case file(path: String, replacing: Bool)
    /// Nowhere: the body is read, checked and dropped
    case discard
    /// To the caller, as it comes
    case sink(any HTTPBodySink)
}

/// Takes the bytes of a response as they arrive, after decoding.
public protocol HTTPBodySink: AnyObject, Sendable {
    /// The next bytes; called on the engine's thread or the blocking caller's, one call at a time. It must not block.
    ///
    /// - Returns: false to stop reading until ``TransferHandle/resume()``. What is on the way already still comes.
    func receive(_ bytes: [UInt8]) -> Bool
}
