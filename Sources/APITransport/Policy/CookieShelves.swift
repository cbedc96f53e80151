/// Where a jar's cookies lie: by site, which is the last two labels of a domain, and within it by domain.
///
/// What belongs to a host, above or below it, is found without looking at what belongs to others.
struct CookieShelves: Sendable {
    struct Entry: Sendable {
        var cookie: Cookie
        /// Moments counted by the jar; no two entries were created at one.
        let created: UInt64
        var lastUsed: UInt64
    }

    private var sites: [String: [String: [Entry]]] = [:]
    private(set) var count = 0

    /// All entries, in no order.
    var all: some Sequence<Entry> { sites.values.lazy.flatMap { $0.values.joined() } }

    /// Whether an entry at, above or below the domain satisfies a condition.
    func contains(near domain: String, where condition: (Entry) -> Bool) -> Bool {
        (sites[CookieDomain.site(of: domain)] ?? [:]).contains { other, entries in
            (CookieDomain.matches(domain, other) || CookieDomain.matches(other, domain))
                && entries.contains(where: condition)
        }
    }

    /// Changes the entries of one domain in place.
    mutating func change(_ domain: String, _ body: (inout [Entry]) -> Void) {
        let site = CookieDomain.site(of: domain)
        var domains = sites.removeValue(forKey: site) ?? [:]
        var entries = domains.removeValue(forKey: domain) ?? []
        count -= entries.count
        body(&entries)
        count += entries.count
        if !entries.isEmpty { domains[domain] = entries }
        if !domains.isEmpty { sites[site] = domains }
    }

    /// Changes the entries of a host and of each domain above it in place, where there are any.
    mutating func change(upwardsFrom host: String, _ body: (inout [Entry]) -> Void) {
        guard count > 0, let site = sites.index(forKey: CookieDomain.site(of: host)) else { return }
        for domain in CookieDomain.selfAndAbove(host) {
            guard let place = sites.values[site].index(forKey: domain) else { continue }
            count -= sites.values[site].values[place].count
            body(&sites.values[site].values[place])
            count += sites.values[site].values[place].count
            if sites.values[site].values[place].isEmpty { sites.values[site].remove(at: place) }
        }
        if sites.values[site].isEmpty { sites.remove(at: site) }
    }

    mutating func removeAll(where condition: (Entry) -> Bool) {
        for domain in sites.values.flatMap(\.keys) { change(domain) { $0.removeAll(where: condition) } }
    }

    /// Makes room when there are more than `limit`: first what has expired goes, then what was not used for longest.
    ///
    /// A little more room is made than is needed, so that full shelves are not searched each time.
    mutating func evict(to limit: Int, now: Int64) {
        guard count > limit else { return }
        removeAll { $0.cookie.isExpired(at: now) }
        guard count > limit else { return }
        let surplus = count - limit + limit / 32
        let unused = all.map { ($0.lastUsed, $0.created) }.sorted(by: <).prefix(surplus)
        let victims = Set(unused.map(\.1))
        removeAll { victims.contains($0.created) }
    }

    /// Makes room among the entries of one domain.
    ///
    /// Expired ones go first, then those that anyone can hear, then the others; among equals the longest unused.
    static func evict(from entries: inout [Entry], to limit: Int, now: Int64) {
        guard entries.count > limit else { return }
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
