/// What a caller may follow while a request is under way.
///
/// All closures are called on the engine's thread, or on the calling thread of a blocking call, one at a time. They must
/// not block; they may cancel the request.
public struct TransferEvents: Sendable {
    /// A 1xx answer came (RFC 9110 section 15.2).
    public var informational: (@Sendable (InformationalResponse) -> Void)?
    /// The head of the final response came; its body is still empty.
    public var head: (@Sendable (HTTPResponse) -> Void)?
    /// The head of a response came that is not the answer: of a redirect that is followed, of a challenge that is met,
    /// or of a failure that is retried.
    ///
    /// Its body is not reported.
    public var intermediate: (@Sendable (HTTPResponse) -> Void)?
    /// Bytes of the body received so far, before decoding, and how many were announced.
    public var received: (@Sendable (_ bytes: Int64, _ expected: Int64?) -> Void)?
    /// Bytes of the body sent so far, with the framing of chunks where its length is unknown, and how many were
    /// announced.
    public var sent: (@Sendable (_ bytes: Int64, _ expected: Int64?) -> Void)?
    /// A redirect is about to be followed; false refuses it and the request ends with `redirectRefused`.
    public var redirect: (@Sendable (RedirectHop) -> Bool)?
    /// A new attempt begins on a connection: bytes of its head as they will be sent.
    ///
    /// For logs; it holds the credentials.
    public var attempt: (@Sendable (TransferAttempt) -> Void)?

    /// No events.
    public init() {}
}

/// One attempt: a request head as it goes out, and where to.
public struct TransferAttempt: Sendable {
    /// The head, ending with an empty line; it holds what the caller gave, credentials included.
    public let head: [UInt8]
    /// The server's address and port.
    public let remoteAddress: String
    /// Whether the connection had served an earlier request.
    public let isReused: Bool
}
