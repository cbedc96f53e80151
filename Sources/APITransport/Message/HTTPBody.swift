internal import APIWire

/// The body of a request.
public enum HTTPBody: Sendable {
    /// Bytes in memory; they can be sent any number of times.
    case bytes([UInt8])
    /// The contents of a file, read as they are sent; its size at the start is the length announced.
    ///
    /// What has no size before it is read, such as a pipe or a file in `/proc`, is sent in chunks.
    case file(path: String)
    /// Bytes that are made while they are sent.
    ///
    /// - `length`: how many there will be. Nil sends them in chunks (RFC 9112 7.1), which HTTP/1.0 does not know.
    /// - `replayable`: whether `open` may be called again when a redirect or a broken connection asks for it.
    /// - `open`: called once an attempt, on the engine's thread or the blocking caller's.
    case stream(length: Int64?, replayable: Bool, open: @Sendable () throws -> any HTTPBodySource)
    /// What comes out of a descriptor, such as a pipe or standard input, until its end; sent once, in chunks.
    ///
    /// It may come as late as it will: while nothing comes the answer is listened for, and no deadline passes but that of
    /// the whole request. The descriptor has to be open when the request is sent, and stays the caller's: the engine
    /// reads by a duplicate. Nobody else should read from it meanwhile.
    case descriptor(Int32)

    /// Whether the body can be produced a second time.
    public var isReplayable: Bool {
        switch self {
        case .bytes: true
        // What a pipe or a device gives, it gives once.
        case .file(let path): FileSystem.kind(path) == .regular
        case .stream(_, let replayable, _): replayable
        case .descriptor: false
        }
    }
}

/// Makes the bytes of a request body piece by piece.
///
/// ```swift
/// final class Zeros: HTTPBodySource {
///     private var left = 1_000_000
///     func read(into buffer: inout [UInt8], limit: Int) throws -> HTTPBodyProgress {
///         let count = min(left, limit)
///         buffer.append(contentsOf: repeatElement(0, count: count))
///         left -= count
///         return left > 0 ? .more : .finished
///     }
/// }
/// ```
public protocol HTTPBodySource: AnyObject {
    /// Appends at most `limit` bytes to `buffer`; called on the engine's thread or the blocking caller's, one call at a
    /// time. It must not block for long: while it does, nothing else of that engine moves. A source that has to wait
    /// for its bytes answers ``HTTPBodyProgress/later(_:)`` instead.
    ///
    /// - Returns: what follows the bytes just appended.
    func read(into buffer: inout [UInt8], limit: Int) throws -> HTTPBodyProgress
}

/// What follows the bytes that the source of a body has just given.
public enum HTTPBodyProgress {
    /// More of them, at once.
    ///
    /// A source may say so without having given a byte, as one that leaves out some of what it reads. It is asked again
    /// when everything else of the engine has had its turn, and after many such answers in a row every millisecond, for
    /// as long as the request lasts. Meanwhile no byte moves, so that ``Deadlines/idle`` may pass: a source that has to
    /// wait answers ``later(_:)``.
    case more
    /// Nothing: the body is complete.
    case finished
    /// Nothing for now. The closure is called right afterwards, with what the source is to call, from any thread, as soon
    /// as there is a reason to read on; when there is one by then, at once.
    ///
    /// ```swift
    /// func read(into buffer: inout [UInt8], limit: Int) -> HTTPBodyProgress {
    ///     guard let piece = queue.take(limit) else { return .later { queue.whenNotEmpty($0) } }
    ///     buffer += piece
    ///     return .more
    /// }
    /// ```
    /// Meanwhile the request goes on: it can be answered or cancelled, and no deadline passes but that of the whole
    /// request.
    case later((_ resume: @escaping @Sendable () -> Void) -> Void)
}
