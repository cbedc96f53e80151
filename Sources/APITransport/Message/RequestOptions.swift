/// What applies to one request alone.
///
/// Nil leaves it to the client's configuration.
public struct RequestOptions: Sendable {
    /// Bounds that take the place of the client's, one by one; see ``Deadlines/never``.
    public var deadlines = Deadlines()
    /// Whether content codings that can be undone are undone, and offered in Accept-Encoding; true.
    ///
    /// An Accept-Encoding field that the caller sets is sent in place of that offer, and what comes is undone all the
    /// same. A body in a coding that cannot be undone stays as it came, and Content-Encoding names it.
    public var decodesContent = true
    /// The most bytes of a body as transferred.
    public var maximumBodyBytes: Int64?
    /// The most bytes of a body after decoding.
    public var maximumDecodedBytes: Int64?
    /// Names of default fields (Accept, User-Agent, Accept-Encoding, Host …) that this request goes without.
    public var omittedDefaults: [String] = []
    /// Whether sending the request twice does what sending it once does, where the caller knows better than the method.
    public var isIdempotent: Bool?
    /// Speaks HTTP/1.0: the body has a length, the connection is closed after the answer; false.
    public var usesHTTP10 = false
    /// Whether the client's cookies are sent and kept; true.
    public var usesCookies = true
    /// Which redirects are followed, and what goes along.
    public var redirects = RedirectPolicy.follow
    /// What proves who is asking; for the origin of the request's URL alone.
    public var credentials: Credentials?
    /// Whether a final status of 400 or more is an error of kind `httpStatus` instead of a response; false.
    ///
    /// The body is not read then, and a file is not touched.
    public var failsOnErrorStatus = false
    /// How often the request is sent again when it failed in a way that may pass.
    public var retries = RetryPolicy.none

    /// The client's settings throughout.
    public init() {}
}
