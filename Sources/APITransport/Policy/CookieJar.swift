/// Keeps cookies and decides which go with a request (RFC 6265bis 5.7, 5.8).
///
/// Cookies lie by their domain, so that a request looks at those of its host and the domains above it alone, however
/// many the jar holds.
package struct CookieJar: Sendable {
    package struct Limits: Sendable {
        package var perDomain = 180
        package var total = 3_000

        package init() {}
    }

    struct Entry: Sendable {
        var cookie: Cookie
        /// Moments counted by the jar, so that no two are the same.
        var created: UInt64
        var lastUsed: UInt64
    }

    private(set) var domains: [String: [Entry]] = [:]
    package private(set) var count = 0
    private var moment: UInt64 = 0
    private let limits: Limits
    /// Whether anybody can register names directly below the domain.
    private let isPublicSuffix: @Sendable (String) -> Bool

    /// By default a domain of a single label is a public suffix.
    package init(
        limits: Limits = Limits(),
        isPublicSuffix: @escaping @Sendable (String) -> Bool = { !$0.utf8.contains(UInt8(ascii: ".")) }
    ) {
        self.limits = limits
        self.isPublicSuffix = isPublicSuffix
    }

    package var isEmpty: Bool { count == 0 }

    // MARK: Receiving

    /// Stores what the Set-Cookie fields of a response say, each for itself.
    package mutating func store(_ fields: HTTPFields, from origin: CookieOrigin, now: Int64) {
        for value in fields.valueBytes("set-cookie") { store(value, from: origin, now: now) }
    }

    /// Stores what one Set-Cookie value says.
    package mutating func store(_ value: ArraySlice<UInt8>, from origin: CookieOrigin, now: Int64) {
        guard let received = SetCookie(value, now: now), let cookie = cookie(received, from: origin) else { return }
        insert(cookie, now: now)
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
        domains.contains { domain, entries in
            (CookieDomain.matches(domain, cookie.domain) || CookieDomain.matches(cookie.domain, domain))
                && entries.contains {
                    $0.cookie.isSecure && $0.cookie.nameBytes == cookie.nameBytes
                        && CookiePath.matches(cookie.path, $0.cookie.path)
                }
        }
    }

    /// Adds a cookie or replaces the one it takes the place of; one that has expired only removes that.
    package mutating func insert(_ cookie: Cookie, now: Int64) {
        moment += 1
        var entries = domains.removeValue(forKey: cookie.domain) ?? []
        count -= entries.count
        let existing = entries.firstIndex { cookie.replaces($0.cookie) }
        if cookie.isExpired(at: now) {
            if let existing { entries.remove(at: existing) }
        } else if let existing {
            entries[existing].cookie = cookie
            entries[existing].lastUsed = moment
        } else {
            if entries.count >= limits.perDomain { Self.evict(from: &entries, to: limits.perDomain - 1, now: now) }
            entries.append(Entry(cookie: cookie, created: moment, lastUsed: moment))
        }
        if !entries.isEmpty { domains[cookie.domain] = entries }
        count += entries.count
        if count > limits.total { evict(now: now) }
    }

    // MARK: Sending

    /// The value of the Cookie field for a request, or nil when none goes with it.
    package mutating func header(for origin: CookieOrigin, now: Int64) -> [UInt8]? {
        guard count > 0 else { return nil }
        moment += 1
        var found: [Entry] = []
        for domain in CookieDomain.selfAndAbove(origin.host) {
            guard let index = domains.index(forKey: domain) else { continue }
            if domains.values[index].contains(where: { $0.cookie.isExpired(at: now) }) {
                removeExpired(domain, now: now)
            }
            guard let index = domains.index(forKey: domain) else { continue }
            for position in domains.values[index].indices
            where domains.values[index][position].cookie.goes(to: origin, isHost: domain == origin.host) {
                domains.values[index][position].lastUsed = moment
                found.append(domains.values[index][position])
            }
        }
        guard !found.isEmpty else { return nil }
        found.sort { left, right in
            let lengths = (left.cookie.path.utf8.count, right.cookie.path.utf8.count)
            return lengths.0 == lengths.1 ? left.created < right.created : lengths.0 > lengths.1
        }
        return Array(found.map(\.cookie.pair).joined(separator: "; ".utf8))
    }

    // MARK: Looking in from outside

    /// All cookies that have not expired, the oldest first.
    package func cookies(now: Int64) -> [Cookie] {
        domains.values.joined().filter { !$0.cookie.isExpired(at: now) }.sorted { $0.created < $1.created }
            .map(\.cookie)
    }

    /// Removes the cookies that satisfy a condition.
    package mutating func removeAll(where condition: (Cookie) -> Bool) {
        for domain in Array(domains.keys) { removeAll(in: domain) { condition($0.cookie) } }
    }
}

extension CookieJar {
    private mutating func removeExpired(_ domain: String, now: Int64) {
        removeAll(in: domain) { $0.cookie.isExpired(at: now) }
    }

    private mutating func removeAll(in domain: String, where condition: (Entry) -> Bool) {
        guard var entries = domains.removeValue(forKey: domain) else { return }
        count -= entries.count
        entries.removeAll(where: condition)
        count += entries.count
        if !entries.isEmpty { domains[domain] = entries }
    }

    /// Brings the jar back below its bound: first what has expired goes, then what was not used for longest.
    ///
    /// A little more room is made than is needed, so that a full jar does not look through everything each time.
    private mutating func evict(now: Int64) {
        for domain in Array(domains.keys) { removeExpired(domain, now: now) }
        guard count > limits.total else { return }
        let surplus = count - limits.total + limits.total / 32
        let unused = domains.values.joined().map { ($0.lastUsed, $0.created) }.sorted(by: <).prefix(surplus)
        let victims = Set(unused.map(\.1))
        for domain in Array(domains.keys) { removeAll(in: domain) { victims.contains($0.created) } }
    }

    /// Expired ones go first, then those that anyone can hear, then the others; among equals the longest unused.
    private static func evict(from entries: inout [Entry], to limit: Int, now: Int64) {
        entries.removeAll { $0.cookie.isExpired(at: now) }
        while entries.count > limit {
            let victim = entries.indices.min { left, right in
                let (left, right) = (entries[left], entries[right])
                guard left.cookie.isSecure == right.cookie.isSecure else { return right.cookie.isSecure }
                return left.lastUsed < right.lastUsed
            }
            guard let victim else { return }
            entries.remove(at: victim)
        }
    }
}

extension Cookie {
    fileprivate func goes(to origin: CookieOrigin, isHost: Bool) -> Bool {
        (isHost || includesSubdomains) && (origin.isTrusted || !isSecure) && origin.isBelow(path)
    }
}
