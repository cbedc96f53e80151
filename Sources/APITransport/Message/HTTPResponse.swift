/// An answer of 100 to 199 that came before the final one (RFC 9110 15.2).
public struct InformationalResponse: Sendable, Hashable {
    /// The status code, 100–199.
    public let status: Int
    /// The reason phrase; it means nothing and may be empty.
    public let reason: String
    /// Its fields, such as the Link fields of 103.
    public let fields: HTTPFields

    /// An interim answer of its parts.
    public init(status: Int, reason: String = "", fields: HTTPFields) {
        self.status = status
        self.reason = reason
        self.fields = fields
    }
}

/// A redirect that was followed.
public struct RedirectHop: Sendable, Hashable {
    /// The redirecting answer's status code.
    public let status: Int
    /// The URL that answered so.
    public let from: HTTPURL
    /// The URL asked next.
    public let to: HTTPURL

    /// A hop of its parts.
    public init(status: Int, from: HTTPURL, to: HTTPURL) {
        self.status = status
        self.from = from
        self.to = to
    }
}

/// A response, complete unless it is the partial one of a ``TransportError``.
public struct HTTPResponse: Sendable {
    /// The status code: 100–999, where 200–299 is success (RFC 9110 15).
    public let status: Int
    /// The version the server spoke.
    public let version: HTTPVersion
    /// The body, content codings undone; empty when it went elsewhere.
    public var body: [UInt8]
    private var receivedFields: HTTPFields
    /// Where in the received head the reason phrase lies.
    private let reasonRange: Range<Int>
    private var details: Details

    /// What few look at, kept apart so that a response is small to pass on.
    ///
    /// SAFETY: `@unchecked Sendable` because it is changed only while one response alone refers to it.
    private final class Details: @unchecked Sendable {
        var url: HTTPURL
        var bodyEndsWithConnection = false
        var attempts = 1
        var metrics = TransferMetrics()
        var givenReason: String?
        var rare: Rare?

        init(url: HTTPURL, metrics: TransferMetrics, attempts: Int) {
            self.url = url
            self.metrics = metrics
            self.attempts = attempts
        }

        init(_ other: Details) {
            url = other.url
            bodyEndsWithConnection = other.bodyEndsWithConnection
            attempts = other.attempts
            metrics = other.metrics
            givenReason = other.givenReason
            rare = other.rare
        }
    }

    /// What most responses do not have.
    private final class Rare: Sendable {
        let trailers: HTTPFields
        let informational: [InformationalResponse]
        let redirects: [RedirectHop]
        let filePath: String?

        init(
            trailers: HTTPFields,
            informational: [InformationalResponse],
            redirects: [RedirectHop],
            filePath: String?
        ) {
            self.trailers = trailers
            self.informational = informational
            self.redirects = redirects
            self.filePath = filePath
        }
    }

    /// A response of its parts, for tests and for answers that do not come from a server.
    public init(
        status: Int,
        reason: String = "",
        version: HTTPVersion = .http1_1,
        fields: HTTPFields = HTTPFields(),
        body: [UInt8] = [],
        url: HTTPURL
    ) {
        self.status = status
        self.version = version
        receivedFields = fields
        self.body = body
        reasonRange = 0..<0
        details = Details(url: url, metrics: TransferMetrics(), attempts: 1)
        details.givenReason = reason
    }

    /// The response that a received head begins.
    package init(head: ResponseHead, url: HTTPURL, metrics: TransferMetrics = TransferMetrics(), attempts: Int = 1) {
        status = head.status
        version = head.version
        receivedFields = head.fields
        body = []
        reasonRange = head.reasonRange
        details = Details(url: url, metrics: metrics, attempts: attempts)
    }

    private mutating func changeDetails(_ body: (Details) -> Void) {
        if !isKnownUniquelyReferenced(&details) { details = Details(details) }
        body(details)
    }
}

extension HTTPResponse {
    /// The fields of the final answer, as received.
    ///
    /// A body that was decoded keeps its Content-Encoding here.
    public var fields: HTTPFields {
        get { receivedFields }
        set {
            let reason = reason
            changeDetails { $0.givenReason = reason }
            receivedFields = newValue
        }
    }

    /// The URL that answered: the last of the redirects.
    public var url: HTTPURL {
        get { details.url }
        set { changeDetails { $0.url = newValue } }
    }

    /// Whether nothing but the end of the connection said where the body ends, so that a body that was cut cannot be
    /// told from a whole one (RFC 9112 section 6.3, rule 8).
    ///
    /// Over TLS a cut is noticed all the same.
    public var bodyEndsWithConnection: Bool {
        get { details.bodyEndsWithConnection }
        set { changeDetails { $0.bodyEndsWithConnection = newValue } }
    }

    /// How many times the request was sent.
    public var attempts: Int {
        get { details.attempts }
        set { changeDetails { $0.attempts = newValue } }
    }

    /// Times and sizes.
    public var metrics: TransferMetrics {
        get { details.metrics }
        set { changeDetails { $0.metrics = newValue } }
    }

    /// The words behind the status code, often empty; they mean nothing to a program (RFC 9112 4).
    public var reason: String {
        if let givenReason = details.givenReason { return givenReason }
        return ASCII.text(receivedFields.storage[reasonRange])
    }

    /// The fields that followed a chunked body (RFC 9110 6.5).
    public var trailers: HTTPFields {
        get { details.rare?.trailers ?? HTTPFields() }
        set { changeRare(trailers: newValue) }
    }

    /// The interim answers that came before, in order.
    public var informational: [InformationalResponse] {
        get { details.rare?.informational ?? [] }
        set { changeRare(informational: newValue) }
    }

    /// The redirects that were followed, in order.
    public var redirects: [RedirectHop] {
        get { details.rare?.redirects ?? [] }
        set { changeRare(redirects: newValue) }
    }

    /// The file that holds the body, when it was sent to one.
    public var filePath: String? {
        get { details.rare?.filePath }
        set { changeRare(filePath: .some(newValue)) }
    }

    private mutating func changeRare(
        trailers: HTTPFields? = nil,
        informational: [InformationalResponse]? = nil,
        redirects: [RedirectHop]? = nil,
        filePath: String?? = nil
    ) {
        let rare = Rare(
            trailers: trailers ?? self.trailers,
            informational: informational ?? self.informational,
            redirects: redirects ?? self.redirects,
            filePath: filePath ?? self.filePath
        )
        changeDetails { $0.rare = rare }
    }
}
