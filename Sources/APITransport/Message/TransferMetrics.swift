/// How long each step of a request took and how much was moved.
///
/// A step that did not happen took no time.
public struct TransferMetrics: Sendable, Hashable {
    /// Waiting for a connection to be free.
    public var queue = Duration.zero
    /// Looking up the host's addresses.
    public var resolve = Duration.zero
    /// Opening the TCP connection.
    public var connect = Duration.zero
    /// The TLS handshake.
    public var tls = Duration.zero
    /// From sending the request's first byte to the answer's first.
    public var firstByte = Duration.zero
    /// From the call to the answer's last byte.
    public var total = Duration.zero
    /// Whether the connection had served an earlier request.
    public var isReused = false
    /// The application protocol, by its ALPN name.
    public var networkProtocol = "http/1.1"
    /// `TLSv1.3` and the like, nil without TLS.
    public var tlsVersion: String?
    /// Whether the TLS session went on from an earlier one.
    public var isResumed = false
    /// The server's address and port: `127.0.0.1:443`, `[::1]:443`.
    public var remoteAddress: String?
    /// Bytes of request heads and bodies that were sent, before TLS.
    public var sentBytes: Int64 = 0
    /// Bytes of response heads and bodies that were received, after TLS.
    public var receivedBytes: Int64 = 0

    /// Nothing measured.
    public init() {}
}
