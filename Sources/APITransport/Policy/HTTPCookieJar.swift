internal import APIWire
internal import Synchronization

/// The cookies of a client (RFC 6265bis), which several clients may share.
///
/// All its functions may be called from any thread.
///
/// ```swift
/// let jar = HTTPCookieJar()
/// jar.load(try read("cookies.txt"))           // the Netscape format, as `curl -b` reads it
/// var configuration = HTTPClient.Configuration()
/// configuration.cookies = jar
/// // …
/// try write(jar.netscapeText(), to: "cookies.txt")
/// ```
///
/// A cookie is kept for at most 400 days; at most 180 for one domain and 3,000 in all, the longest unused go first.
/// Name and value together may have 4,096 bytes. No cookie is kept for all hosts below a domain that nobody owns: one
/// of a single label, such as `com`, and with the package's trait LibPSL each that is on the Public Suffix List, such as
/// `co.uk` (RFC 6265bis 5.7, step 9).
public final class HTTPCookieJar: Sendable {
    private let jar: Mutex<CookieJar>

    /// An empty jar.
    public init() {
        jar = Mutex(CookieJar())
    }

    package init(_ jar: CookieJar) {
        self.jar = Mutex(jar)
    }

    /// All cookies that have not expired, the oldest first.
    public var cookies: [Cookie] {
        let now = WallClock.now().seconds
        return jar.withLock { $0.cookies(now: now) }
    }

    /// Adds a cookie or replaces the one with the same name, domain and path; one that has expired only removes that.
    public func set(_ cookie: Cookie) {
        let now = WallClock.now().seconds
        jar.withLock { $0.insert(cookie, now: now) }
    }

    /// Removes the cookies that satisfy the condition, which must not use the jar.
    public func removeAll(where condition: (Cookie) -> Bool) {
        jar.withLock { $0.removeAll(where: condition) }
    }

    /// Removes all cookies.
    public func removeAll() {
        removeAll { _ in true }
    }

    /// Adds the cookies of a text in the Netscape format.
    ///
    /// - Parameters:
    ///   - text: the contents of a file that curl, a browser or ``netscapeText()`` wrote.
    ///   - includesSession: whether cookies that end with the session are read too.
    /// - Returns: how many lines were not understood; they are left out.
    @discardableResult
    public func load(_ text: [UInt8], includesSession: Bool = true) -> Int {
        let now = WallClock.now().seconds
        let parsed = NetscapeCookies.parse(text, now: now)
        jar.withLock { jar in
            for cookie in parsed.cookies where includesSession || cookie.expires != nil { jar.insert(cookie, now: now) }
        }
        return parsed.skippedLines
    }

    /// All cookies that have not expired, in the Netscape format.
    ///
    /// That format has no place for ``Cookie/sameSite`` and for cookies that hold a tab.
    public func netscapeText() -> [UInt8] {
        NetscapeCookies.format(cookies)
    }

    /// Stores what a response sets; costs next to nothing when it sets nothing.
    ///
    /// `hostField` is the Host field that the caller chose in place of the URL's.
    package func store(_ fields: HTTPFields, from url: HTTPURL, hostField: String? = nil) {
        guard fields.firstIndex(ofName: "set-cookie") != nil else { return }
        let origin = CookieOrigin(url, hostField: hostField)
        let now = WallClock.now().seconds
        jar.withLock { $0.store(fields, from: origin, now: now) }
    }

    /// The value of the Cookie field for a request, nil when none goes with it.
    package func header(for url: HTTPURL, hostField: String? = nil) -> [UInt8]? {
        jar.withLock { jar in
            guard !jar.isEmpty else { return nil }
            return jar.header(for: CookieOrigin(url, hostField: hostField), now: WallClock.now().seconds)
        }
    }
}
