internal import APIWire

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
    private var storage: Storage

    /// All of it behind one reference, since a response is handed on many times and seldom changed.
    ///
    /// SAFETY: `@unchecked Sendable` because it is changed only while one response alone refers to it.
    private final class Storage: @unchecked Sendable {
        let status: Int
        let version: HTTPVersion
        var fields: HTTPFields
        var body: [UInt8]
        var url: HTTPURL
        /// Where in the received head the reason phrase lies.
        let reasonRange: Range<Int>
        var givenReason: String?
        var bodyEndsWithConnection = false
        var attempts: Int
        var metrics: TransferMetrics
        var rare: Rare?

        init(head: ResponseHead, body: [UInt8], url: HTTPURL, metrics: TransferMetrics, attempts: Int) {
            status = head.status
            version = head.version
            fields = head.fields
            reasonRange = head.reasonRange
            self.body = body
            self.url = url
            self.metrics = metrics
            self.attempts = attempts
        }

        init(_ other: Storage) {
            status = other.status
            version = other.version
            fields = other.fields
            body = other.body
            url = other.url
            reasonRange = other.reasonRange
            givenReason = other.givenReason
            bodyEndsWithConnection = other.bodyEndsWithConnection
            attempts = other.attempts
            metrics = other.metrics
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
        let head = ResponseHead(status: status, version: version, reasonRange: 0..<0, fields: fields)
        self.init(head: head, body: body, url: url)
        storage.givenReason = reason
    }

    /// The response that a received head begins.
    package init(
        head: ResponseHead,
        body: [UInt8] = [],
        url: HTTPURL,
        metrics: TransferMetrics = TransferMetrics(),
        attempts: Int = 1
    ) {
        storage = Storage(head: head, body: body, url: url, metrics: metrics, attempts: attempts)
    }

    /// Makes sure that nobody else sees a change.
    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage) }
    }
}

extension HTTPResponse {
    /// The status code: 100–999, where 200–299 is success (RFC 9110 15).
    public var status: Int { storage.status }

    /// The version the server spoke.
    public var version: HTTPVersion { storage.version }

    /// The body, content codings undone; empty when it went elsewhere.
    public var body: [UInt8] {
        get { storage.body }
        _modify {
            makeUnique()
            yield &storage.body
        }
    }

    /// The fields of the final answer, as received.
    ///
    /// A body that was decoded keeps its Content-Encoding here.
    public var fields: HTTPFields {
        get { storage.fields }
        set {
            makeUnique()
            storage.givenReason = reason
            storage.fields = newValue
        }
    }

    /// The URL that answered: the last of the redirects.
    public var url: HTTPURL {
        get { storage.url }
        set {
            makeUnique()
            storage.url = newValue
        }
    }

    /// Whether nothing but the end of the connection said where the body ends, so that a body that was cut cannot be
    /// told from a whole one (RFC 9112 section 6.3, rule 8).
    ///
    /// Over TLS a cut is noticed all the same.
    public var bodyEndsWithConnection: Bool {
        get { storage.bodyEndsWithConnection }
        set {
            makeUnique()
            storage.bodyEndsWithConnection = newValue
        }
    }

    /// How many times the request was sent.
    public var attempts: Int {
        get { storage.attempts }
        set {
            makeUnique()
            storage.attempts = newValue
        }
    }

    /// Times and sizes.
    public var metrics: TransferMetrics {
        get { storage.metrics }
        set {
            makeUnique()
            storage.metrics = newValue
        }
    }

    /// The words behind the status code, often empty; they mean nothing to a program (RFC 9112 4).
    public var reason: String {
        if let givenReason = storage.givenReason { return givenReason }
        return ASCII.text(storage.fields.storage[storage.reasonRange])
    }

    /// The fields that followed a chunked body (RFC 9110 6.5).
    public var trailers: HTTPFields {
        get { storage.rare?.trailers ?? HTTPFields() }
        set { changeRare(trailers: newValue) }
    }

    /// The interim answers that came before, in order.
    public var informational: [InformationalResponse] {
        get { storage.rare?.informational ?? [] }
        set { changeRare(informational: newValue) }
    }

    /// The redirects that were followed, in order.
    public var redirects: [RedirectHop] {
        get { storage.rare?.redirects ?? [] }
        set { changeRare(redirects: newValue) }
    }

    /// The file that holds the body, when it was sent to one.
    public var filePath: String? {
        get { storage.rare?.filePath }
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
        makeUnique()
        storage.rare = rare
    }
}
