/// A request to send.
///
/// ```swift
/// var request = try HTTPRequest("https://api.example.org/items")
/// request.method = .post
/// try request.fields.append(name: "Content-Type", value: "application/json")
/// request.body = .bytes(Array(#"{"name":"tea"}"#.utf8))
/// ```
public struct HTTPRequest: Sendable {
    /// The method; GET unless set.
    public var method: HTTPMethod
    /// Where it goes.
    public var url: HTTPURL
    /// The caller's fields, sent in this order and spelling.
    ///
    /// A field of the caller's takes the place of the default of that name. Content-Length and Transfer-Encoding follow
    /// from the body and are not taken from here.
    public var fields: HTTPFields
    /// The body, nil for none.
    public var body: HTTPBody?
    /// What applies to this request alone.
    public var options: RequestOptions

    /// A request of its parts.
    public init(
        method: HTTPMethod = .get,
        url: HTTPURL,
        fields: HTTPFields = HTTPFields(),
        body: HTTPBody? = nil,
        options: RequestOptions = RequestOptions()
    ) {
        self.method = method
        self.url = url
        self.fields = fields
        self.body = body
        self.options = options
    }

    /// A GET request.
    ///
    /// - Throws: ``TransportError`` of kind `badURL` or `unsupportedScheme` as ``HTTPURL/init(_:pathAsIs:)`` does.
    public init(_ url: String) throws(TransportError) {
        self.init(url: try HTTPURL(url))
    }
}
