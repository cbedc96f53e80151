/// What one transfer cost.
///
/// Durations of steps that did not happen, such as connecting on a connection that was open, are zero.
public struct APITransferMetrics: Sendable, Hashable {
    /// Waiting for a connection.
    public var queue = Duration.zero
    /// Looking up the host's name.
    public var resolve = Duration.zero
    /// Connecting.
    public var connect = Duration.zero
    /// The TLS handshake.
    public var tls = Duration.zero
    /// From sending the request until the first byte of the answer.
    public var firstByte = Duration.zero
    /// From the call until the end of the answer.
    public var total = Duration.zero
    /// Whether the connection had been used before.
    public var isConnectionReused = false
    /// The protocol, such as `http/1.1`; nil when it is not known.
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

/// Gives the metrics when they are asked for: they are large, and answers are passed on often.
package typealias MetricsSource = @Sendable () -> APITransferMetrics?
