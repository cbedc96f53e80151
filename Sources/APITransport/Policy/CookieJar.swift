internal import APIWire

/// Keeps cookies and decides which go with a request (RFC 6265bis 5.7, 5.8).
///
/// A request looks at the cookies of its host and of the domains above it alone, however many the jar holds.
package struct CookieJar: Sendable {
    package struct Limits: Sendable {
        package var perDomain = 180
        package var total = 3_000
        /// Of the value of a Cookie field: servers refuse longer heads, and nobody is to lock others out of a host.
        package var headerBytes = 8_190

        package init() {}
    }

    private var shelves = CookieShelves()
    private var moment: UInt64 = 0
    private let limits: Limits
    /// Whether anybody can register names directly below the domain.
    private let isPublicSuffix: @Sendable (String) -> Bool

    /// By default a domain of a single label is a public suffix, and what the trait LibPSL says.
    package init(
        limits: Limits = Limits(),
        isPublicSuffix: (@Sendable (String) -> Bool)? = nil
    ) {
        self.limits = limits
        self.isPublicSuffix = isPublicSuffix ?? CookieDomain.isPublicSuffix
    }

    package var count: Int { shelves.count }
    package var isEmpty: Bool { count == 0 }

    // MARK: Receiving

    /// Stores what the Set-Cookie fields of a response say, each for itself.
    package mutating func store(_ fields: HTTPFields, from origin: CookieOrigin, now: Int64) {
        for value in fields.valueBytes("set-cookie") { store(value, from: origin, now: now) }
    }

    /// Stores what one Set-Cookie value says.
    package mutating func store(_ value: ArraySlice<UInt8>, from origin: CookieOrigin, now: Int64) {
        guard let received = SetCookie(value, now: now), let cookie = cookie(received, from: origin) else { return }
        place(cookie, now: now)
    }

    /// The cookie that a field sets, or nil when the sender may not set it.
    private func cookie(_ received: SetCookie, from origin: CookieOrigin) -> Cookie? {
        var includesSubdomains = false
        if let domain = received.domain, domain != origin.host {
            guard !isPublicSuffix(domain), CookieDomain.matches(origin.host, domain) else { return nil }
            includesSubdomains = true
        } else if received.domain != nil {
            includesSubdomains = !isPublicSuffix(origin.host)
        }
        let cookie = Cookie(
            name: received.name,
            value: received.value,
            domain: includesSubdomains ? received.domain ?? origin.host : origin.host,
            includesSubdomains: includesSubdomains,
            path: received.path ?? origin.defaultPath,
            expires: received.expires,
            isSecure: received.isSecure,
            isHTTPOnly: received.isHTTPOnly,
            sameSite: received.sameSite
        )
        guard let cookie, origin.isTrusted || !(cookie.isSecure || hidesSecureCookie(cookie)),
            keepsPromiseOfName(cookie, received)
        else { return nil }
        return cookie
    }

    /// What a name that begins with `__Secure-` or `__Host-` promises must be so (RFC 6265bis 4.1.3).
    private func keepsPromiseOfName(_ cookie: Cookie, _ received: SetCookie) -> Bool {
        if cookie.nameBytes.startsIgnoringCase("__secure-") { return cookie.isSecure }
        guard cookie.nameBytes.startsIgnoringCase("__host-") else { return true }
        return cookie.isSecure && received.domain == nil && received.path == "/"
    }

    /// Whether a cookie that came in the clear would take the place of one that must not (RFC 6265bis 5.7, step 12).
    private func hidesSecureCookie(_ cookie: Cookie) -> Bool {
        shelves.contains(near: cookie.domain) {
            $0.cookie.isSecure && $0.cookie.nameBytes == cookie.nameBytes
                && CookiePath.matches(cookie.path, $0.cookie.path)
        }
    }

    /// Adds a cookie or replaces the one it takes the place of; one that has expired only removes that.
    ///
    /// One that would go to all hosts below a public suffix is left out, and so is one that is too large to be set.
    package mutating func insert(_ cookie: Cookie, now: Int64) {
        guard cookie.pair.count <= SetCookie.maximumPairBytes + 1 else { return }
        guard !(cookie.includesSubdomains && isPublicSuffix(cookie.domain)) else { return }
        place(cookie, now: now)
    }

    private mutating func place(_ cookie: Cookie, now: Int64) {
        moment += 1
        shelves.change(cookie.domain) { entries in
            let existing = entries.firstIndex { cookie.replaces($0.cookie) }
            switch (existing, cookie.isExpired(at: now)) {
            case (let existing?, true):
                entries.remove(at: existing)
            case (let existing?, false):
                entries[existing].cookie = cookie
                entries[existing].lastUsed = moment
            case (nil, true):
                break
            case (nil, false):
                CookieShelves.evict(from: &entries, to: limits.perDomain - 1, now: now)
                entries.append(CookieShelves.Entry(cookie: cookie, created: moment, lastUsed: moment))
            }
        }
        shelves.evict(to: limits.total, now: now)
    }

    // MARK: Sending

    /// The value of the Cookie field for a request, or nil when none goes with it.
    package mutating func header(for origin: CookieOrigin, now: Int64) -> [UInt8]? {
        guard count > 0 else { return nil }
        moment += 1
        let request = (host: origin.host, path: origin.path, isTrusted: origin.isTrusted)
        var found: [CookieShelves.Entry] = []
        shelves.change(upwardsFrom: origin.host) { entries in
            entries.removeAll { $0.cookie.isExpired(at: now) }
            for index in entries.indices where entries[index].cookie.goes(with: request) {
                entries[index].lastUsed = moment
                found.append(entries[index])
            }
        }
        guard !found.isEmpty else { return nil }
        found.sort { left, right in
            let lengths = (left.cookie.path.utf8.count, right.cookie.path.utf8.count)
            return lengths.0 == lengths.1 ? left.created < right.created : lengths.0 > lengths.1
        }
        var value: [UInt8] = []
        for entry in found where value.count + 2 + entry.cookie.pair.count <= limits.headerBytes {
            if !value.isEmpty { value += "; ".utf8 }
            value += entry.cookie.pair
        }
        return value.isEmpty ? nil : value
    }

    // MARK: Looking in from outside

    /// All cookies that have not expired, the oldest first.
    package func cookies(now: Int64) -> [Cookie] {
        shelves.all.filter { !$0.cookie.isExpired(at: now) }.sorted { $0.created < $1.created }.map(\.cookie)
    }

    /// Removes the cookies that satisfy a condition.
    package mutating func removeAll(where condition: (Cookie) -> Bool) {
        shelves.removeAll { condition($0.cookie) }
    }
}

extension Cookie {
    /// Given that the request's host is the cookie's domain or lies below it.
    fileprivate func goes(with request: (host: String, path: String, isTrusted: Bool)) -> Bool {
        (request.isTrusted || !isSecure) && (includesSubdomains || domain == request.host)
            && CookiePath.matches(request.path, path)
    }
}
