extension Option {
    /// Redirects, authentication and cookies.
    static let session: [Option] = [
        .flag("location", "L", "Follow redirects", \.followsRedirects),
        .value("max-redirs", nil, "N", "Follow at most this many (20); -1: any number") {
            (all, value) throws(UsageError) in
            all.current.maximumRedirects = value == "-1" ? nil : try Quantity.count(value)
        },
        .flag("location-trusted", nil, "Follow redirects, and send credentials to every host") {
            (all, isOn) throws(UsageError) in
            all.current.followsRedirects = isOn
            all.current.trustsRedirectTargets = isOn
        },
        .flag("post301", nil, "A POST stays a POST after 301", \.keepsPostAfter301),
        .flag("post302", nil, "A POST stays a POST after 302", \.keepsPostAfter302),
        .flag("post303", nil, "A POST stays a POST after 303", \.keepsPostAfter303),
        .value("user", "u", "NAME:PASSWORD", "Authenticate so") { (all, value) throws(UsageError) in
            all.current.user = try UserArgument(value)
        },
        .flag("basic", nil, "Authenticate by Basic (the default)") { (all, _) throws(UsageError) in
            all.current.schemes = .basic
        },
        .flag("digest", nil, "Authenticate by Digest") { (all, _) throws(UsageError) in all.current.schemes = .digest },
        .flag("anyauth", nil, "Authenticate by the best way the server offers") { (all, _) throws(UsageError) in
            all.current.schemes = .any
        },
        .text("oauth2-bearer", nil, "TOKEN", "Authenticate by this bearer token", \.bearerToken),
        .list("cookie", "b", "DATA|FILE", "Send these cookies, or those in this file", \.cookies) {
            CookieArgument($0)
        },
        .text("cookie-jar", "c", "FILE", "Write all cookies to this file at the end", \.cookieJarPath),
        .flag("junk-session-cookies", "j", "Read no session cookies from files", \.dropsSessionCookies),
    ]
}
