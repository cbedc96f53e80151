/// What one transfer cost. Durations of steps that did not happen are nil.
public struct APITransferMetrics: Sendable, Hashable {
    /// Waiting for a connection.
    public var queue: Duration?
    /// Looking up the host's name.
    public var resolve: Duration?
    /// Connecting.
    public var connect: Duration?
    /// The TLS handshake.
    public var tls: Duration?
    /// From the request until the first byte of the answer.
    public var firstByte: Duration?
    /// From submission until the end.
    public var total: Duration?
    /// Whether the connection had been used before.
    public var isConnectionReused = false
    /// The protocol, such as `http/1.1`.
    public var networkProtocol: String?
    /// The TLS version, such as `TLSv1.3`; nil without TLS.
    public var tlsVersion: String?
    /// Whether a TLS session was resumed.
    public var isSessionResumed = false
    /// Address and port of the other side.
    public var remoteAddress: String?
    /// Bytes sent.
    public var sentBytes: Int64 = 0
    /// Bytes received.
    public var receivedBytes: Int64 = 0
    /// How often the request was sent.
    public var attempts = 1

    /// Metrics in which nothing is known yet.
    public init() {}
}
