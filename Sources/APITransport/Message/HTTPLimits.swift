/// The most that a peer may send.
///
/// Passing a limit is an error that says so; nothing is cut silently.
public struct HTTPLimits: Sendable, Hashable {
    /// Bytes of one response head, status line and fields together; 256 KB.
    public var headBytes: Int
    /// Fields of one head or one trailer section; 512.
    public var fieldCount: Int
    /// Bytes of the trailer section; 64 KB.
    public var trailerBytes: Int
    /// Bytes of one chunk's size line with its extensions; 4 KB.
    ///
    /// A body's extensions together may take 64 times that.
    public var chunkLineBytes: Int
    /// Interim (1xx) answers before the final one; 64.
    public var informationalResponses: Int
    /// Bytes of a body as transferred; nil sets no bound.
    public var bodyBytes: Int64?
    /// Bytes of a body that is collected in memory, after decoding; 2 GB.
    ///
    /// Bodies that go to a file have no such bound.
    public var decodedBytes: Int64
    /// Content codings laid one over another; 5.
    public var stackedCodings: Int

    /// Limits as given, otherwise the defaults.
    public init(
        headBytes: Int = 256 * 1024,
        fieldCount: Int = 512,
        trailerBytes: Int = 64 * 1024,
        chunkLineBytes: Int = 4 * 1024,
        informationalResponses: Int = 64,
        bodyBytes: Int64? = nil,
        decodedBytes: Int64 = 2 * 1024 * 1024 * 1024,
        stackedCodings: Int = 5
    ) {
        self.headBytes = headBytes
        self.fieldCount = fieldCount
        self.trailerBytes = trailerBytes
        self.chunkLineBytes = chunkLineBytes
        self.informationalResponses = informationalResponses
        self.bodyBytes = bodyBytes
        self.decodedBytes = decodedBytes
        self.stackedCodings = stackedCodings
    }
}
