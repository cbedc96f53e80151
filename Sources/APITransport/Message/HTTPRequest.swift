/// A request to send.
///
/// ```swift
/// var request = try HTTPRequest("https://api.example.org/items")
/// request.method = .post
/// try request.fields.append(name: "Content-Type", value: "application/json")
/// request.body = .bytes(Array(#"{"name":"tea"}"#.utf8))
/// ```
public struct HTTPRequest: Sendable {
    private var storage: Storage

    /// All of it behind one reference, since a request is handed on many times and seldom changed.
    ///
    /// SAFETY: `@unchecked Sendable` because it is changed only while one request alone refers to it.
    private final class Storage: @unchecked Sendable {
        var method: HTTPMethod
        var url: HTTPURL
        var fields: HTTPFields
        var body: HTTPBody?
        var options: RequestOptions

        init(method: HTTPMethod, url: HTTPURL, fields: HTTPFields, body: HTTPBody?, options: RequestOptions) {
            self.method = method
            self.url = url
            self.fields = fields
            self.body = body
            self.options = options
        }
    }

    /// A request of its parts.
    public init(
        method: HTTPMethod = .get,
        url: HTTPURL,
        fields: HTTPFields = HTTPFields(),
        body: HTTPBody? = nil,
        options: RequestOptions = RequestOptions()
    ) {
        storage = Storage(method: method, url: url, fields: fields, body: body, options: options)
    }

    /// A GET request.
    ///
    /// - Throws: ``TransportError`` of kind `badURL` or `unsupportedScheme` as ``HTTPURL/init(_:pathAsIs:)`` does.
    public init(_ url: String) throws(TransportError) {
        self.init(url: try HTTPURL(url))
    }
}

extension HTTPRequest {
    /// The method; GET unless set.
    public var method: HTTPMethod {
        get { storage.method }
        _modify {
            makeUnique()
            yield &storage.method
        }
    }

    /// Where it goes.
    public var url: HTTPURL {
        get { storage.url }
        _modify {
            makeUnique()
            yield &storage.url
        }
    }

    /// The caller's fields, sent in this order and spelling.
    ///
    /// A field of the caller's takes the place of the default of that name. Content-Length and Transfer-Encoding follow
    /// from the body and are not taken from here.
    public var fields: HTTPFields {
        get { storage.fields }
        _modify {
            makeUnique()
            yield &storage.fields
        }
    }

    /// The body, nil for none.
    public var body: HTTPBody? {
        get { storage.body }
        _modify {
            makeUnique()
            yield &storage.body
        }
    }

    /// What applies to this request alone.
    public var options: RequestOptions {
        get { storage.options }
        _modify {
            makeUnique()
            yield &storage.options
        }
    }

    /// Makes sure that nobody else sees a change.
    private mutating func makeUnique() {
        guard !isKnownUniquelyReferenced(&storage) else { return }
        storage = Storage(method: method, url: url, fields: fields, body: body, options: options)
    }
}
