/// Why a request did not end in a response, where it stopped and what had happened until then.
///
/// The message is one sentence without secrets and without a URL's query.
public struct TransportError: Error, Sendable, CustomStringConvertible {
    /// What went wrong.
    ///
    /// New kinds may come: keep a `default` where you switch over it.
    public enum Kind: String, Sendable, CaseIterable {
        /// The text is no URL that a request can be sent to.
        case badURL
        /// The URL's scheme is neither http nor https.
        case unsupportedScheme
        /// A method, field, target or body that must not be sent; nothing was.
        case invalidRequest
        /// The host name has no address.
        case nameResolution
        /// No address accepted a connection.
        case connect
        /// The proxy refused or misbehaved.
        case proxy
        /// TLS could not be agreed on.
        case tlsHandshake
        /// The server's certificate, or one above it, is out of date.
        case certificateExpired
        /// The server's certificate, or one above it, is not valid yet.
        case certificateNotYetValid
        /// The server's certificate is for another host.
        case certificateHostMismatch
        /// The server's certificate is signed by itself and not among the roots.
        case certificateSelfSigned
        /// No trusted root vouches for the server's certificate.
        case certificateUntrusted
        /// The server's certificate breaks the rules in another way.
        case certificateInvalid
        /// No certificate of the chain has a pinned key.
        case pinMismatch
        /// A status that the caller asked to treat as a failure.
        case httpStatus
        /// A deadline passed; ``TransportError/phase`` says during what.
        case timeout
        /// The peer closed or reset the connection.
        case closed
        /// What the peer sent is not HTTP/1.x, or its framing cannot be trusted.
        case invalidResponse
        /// A head, a trailer or the number of interim answers passed its limit.
        case headTooLarge
        /// The connection ended before the body did.
        case incompleteBody
        /// The body is not what its Content-Encoding says.
        case contentCoding
        /// The decoded body is larger than allowed.
        case decodedSizeExceeded
        /// The body as transferred is larger than allowed.
        case bodySizeExceeded
        /// More redirects than allowed, or a loop of them.
        case tooManyRedirects
        /// A redirect that must not or may not be followed.
        case redirectRefused
        /// The request has to be sent again and its body can be read only once.
        case bodyNotReplayable
        /// A file could not be read or written.
        case file
        /// The caller cancelled.
        case cancelled
        /// The client was shut down.
        case clientClosed
        /// The client's settings cannot be used.
        case configuration
    }

    /// The step during which it went wrong.
    public enum Phase: String, Sendable, CaseIterable {
        /// Before anything was done, or while waiting for a connection
        case queue
        /// Looking up the host's addresses
        case resolve
        /// Opening the connection
        case connect
        /// Talking to the proxy
        case proxy
        /// The TLS handshake
        case tls
        /// Sending the request
        case send
        /// Waiting for and reading the response's head
        case head
        /// Reading the body
        case body
        /// Undoing the content codings
        case decode
        /// Reading or writing a file
        case file
    }

    /// Whether the same request may be sent again, judged by what the server may have seen.
    public enum RetrySafety: String, Sendable, CaseIterable {
        /// Nothing of it reached the server.
        case always
        /// The server may have acted on it: only when acting twice does no harm.
        case ifIdempotent
        /// Sending it again would end the same way.
        case never
    }

    /// What went wrong.
    public var kind: Kind
    /// The step during which it went wrong.
    public var phase: Phase
    /// Whether any of the request had been sent, so that the server may have acted on it.
    public var requestSent = false
    /// Whether any byte of an answer had come.
    public var answerBegan = false
    /// Whether the request may be sent again.
    public var retry: RetrySafety
    private var details: Details

    /// Keeps an error small: these are larger than the rest of it.
    ///
    /// SAFETY: `@unchecked Sendable` because it is changed only while one error alone refers to it.
    private final class Details: @unchecked Sendable {
        var message: String
        var received: Int64 = 0
        var expected: Int64?
        var attempts = 1
        var partial: HTTPResponse?
        var metrics = TransferMetrics()
        var host: String?

        init(_ message: String) {
            self.message = message
        }

        init(_ other: Details) {
            message = other.message
            received = other.received
            expected = other.expected
            attempts = other.attempts
            partial = other.partial
            metrics = other.metrics
            host = other.host
        }
    }

    /// An error of a kind in a step.
    public init(kind: Kind, phase: Phase, message: String, retry: RetrySafety = .never) {
        self.kind = kind
        self.phase = phase
        self.retry = retry
        details = Details(message)
    }

    private mutating func change<Value>(_ value: ReferenceWritableKeyPath<Details, Value>, to new: Value) {
        if !isKnownUniquelyReferenced(&details) { details = Details(details) }
        details[keyPath: value] = new
    }

    /// One sentence for a log; no secrets.
    public var message: String {
        get { details.message }
        set { change(\.message, to: newValue) }
    }

    /// How many bytes of the body had been received, before decoding.
    public var received: Int64 {
        get { details.received }
        set { change(\.received, to: newValue) }
    }

    /// How many bytes of the body were announced, nil when unknown.
    public var expected: Int64? {
        get { details.expected }
        set { change(\.expected, to: newValue) }
    }

    /// How many times it was tried.
    public var attempts: Int {
        get { details.attempts }
        set { change(\.attempts, to: newValue) }
    }

    /// What of the response had arrived before the failure: perhaps a head and a part of the body.
    public var partial: HTTPResponse? {
        get { details.partial }
        set { change(\.partial, to: newValue) }
    }

    /// How long the steps took until the failure and how much had been moved.
    public var metrics: TransferMetrics {
        get { details.metrics }
        set { change(\.metrics, to: newValue) }
    }

    /// The host that the request went to, without its port; after a redirect the one it was redirected to.
    ///
    /// Nil when it had not come that far.
    public var host: String? {
        get { details.host }
        set { change(\.host, to: newValue) }
    }

    /// Kind, step and message in one line.
    public var description: String {
        "\(kind.rawValue) (\(phase.rawValue)): \(message)"
    }
}

extension TransportError {
    package static func invalidRequest(_ message: String) -> TransportError {
        TransportError(kind: .invalidRequest, phase: .queue, message: message)
    }

    package static func badURL(_ message: String) -> TransportError {
        TransportError(kind: .badURL, phase: .queue, message: message)
    }
}
