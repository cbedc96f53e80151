/// The body of a request.
public enum HTTPBody: Sendable {
    /// Bytes in memory; they can be sent any number of times.
    case bytes([UInt8])
    /// The contents of a regular file, read as they are sent; its size at the start is the length announced.
    case file(path: String)
    /// Bytes that are made while they are sent.
    ///
    /// - `length`: how many there will be. Nil sends them in chunks (RFC 9112 7.1), which HTTP/1.0 does not know.
    /// - `replayable`: whether `open` may be called again when a redirect or a broken connection asks for it.
    /// - `open`: called once an attempt, on the engine's thread or the blocking caller's.
    case stream(length: Int64?, replayable: Bool, open: @Sendable () throws -> any HTTPBodySource)

    /// Whether the body can be produced a second time.
    public var isReplayable: Bool {
        switch self {
        case .bytes, .file: true
        case .stream(_, let replayable, _): replayable
        }
    }
}

/// Makes the bytes of a request body piece by piece.
///
/// ```swift
/// final class Zeros: HTTPBodySource {
///     private var left = 1_000_000
///     func read(into buffer: inout [UInt8], limit: Int) throws -> Bool {
///         let count = min(left, limit)
///         buffer.append(contentsOf: repeatElement(0, count: count))
///         left -= count
///         return left > 0
///     }
/// }
/// ```
public protocol HTTPBodySource: AnyObject {
    /// Appends at most `limit` bytes to `buffer`; called on the engine's thread or the blocking caller's, one call at a
    /// time. It must not block for long: while it does, nothing else of that engine moves.
    ///
    /// - Returns: false when there are no more bytes after those just appended.
    func read(into buffer: inout [UInt8], limit: Int) throws -> Bool
}
