/// Which redirects are followed, and what goes along.
///
/// ```swift
/// var options = RequestOptions()
/// options.redirects = .none                       // a 302 is the answer
/// options.redirects = RedirectPolicy(maximum: 5)  // the sixth is an error of kind tooManyRedirects
/// ```
///
/// Methods change as RFC 9110 15.4 and browsers have it: 303 makes everything but HEAD a GET, 301 and 302 make a POST
/// a GET, 307 and 308 change nothing and send the body again. When the origin (scheme, host, port) changes,
/// `Authorization`, `Cookie`, `Proxy-Authorization` and `Host` fields that the caller set and the request's credentials
/// stay behind, for all hops that follow.
public struct RedirectPolicy: Sendable {
    /// How many redirects are followed; the next one is an error, and nil follows for ever.
    public var maximum: Int?
    /// Whether redirects are followed at all; if not, they are responses like any other.
    public var follows = true
    /// The statuses that leave a POST a POST although browsers would make it a GET.
    public var keepsPost: KeptPosts = []
    /// Whether a redirect from https to http is followed; by default it is an error of kind `redirectRefused`.
    public var allowsDowngrade = false
    /// Whether the request that follows names the URL that led to it in its `Referer` field; not by default.
    ///
    /// Without userinfo and fragment, and not from https to http (RFC 9110 10.1.3).
    public var namesReferrer = false
    /// Who may see credentials besides the origin they are meant for.
    public var trust = Trust.sameOrigin

    /// Follows at most so many redirects.
    public init(maximum: Int? = 20) {
        self.maximum = maximum
    }

    /// Follows up to 20 redirects: the default.
    public static let follow = RedirectPolicy()

    /// Follows none: the response that asks for it is what the caller gets.
    public static let none: RedirectPolicy = {
        var policy = RedirectPolicy()
        policy.follows = false
        return policy
    }()

    /// Statuses after which a POST stays one.
    public struct KeptPosts: OptionSet, Sendable, Hashable {
        /// The bits of the set.
        public let rawValue: UInt8

        /// A set of the bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// 301 Moved Permanently.
        public static let movedPermanently = KeptPosts(rawValue: 1)
        /// 302 Found.
        public static let found = KeptPosts(rawValue: 2)
        /// 303 See Other.
        public static let seeOther = KeptPosts(rawValue: 4)
    }

    /// Where credentials may go along to.
    public enum Trust: Sendable {
        /// Only to the same scheme, host and port.
        case sameOrigin
        /// Also from http on port 80 to https on port 443 of the same host.
        case secureUpgrade
        /// Anywhere: whoever the server names gets the credentials.
        case anyOrigin
        /// Where the closure says so: asked with the URL left and the URL entered, when the origin changes. Called on
        /// the engine's thread or the blocking caller's; it must not block.
        case when(@Sendable (_ from: HTTPURL, _ to: HTTPURL) -> Bool)
    }
}
