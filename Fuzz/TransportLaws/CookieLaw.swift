import APITransport

/// A jar never holds more than it may, takes no cookie for a domain that is not the sender's, and sends exactly what
/// a plain search through all its cookies finds; what it saves it reads back.
///
/// Each line is an event: its first byte picks what happens, the second where, the rest is what comes.
package func cookieLaw(_ input: Span<UInt8>) throws(Violation) {
    let lines = split(input, after: 0).rest.split(separator: 0x0A, maxSplits: 200, omittingEmptySubsequences: true)
    var limits = CookieJar.Limits()
    limits.perDomain = 4
    limits.total = 12
    var jar = CookieJar(limits: limits)
    var now: Int64 = 1_767_225_600
    for line in lines {
        guard let action = line.first, let place = line.dropFirst().first else { continue }
        let url = try url(place)
        let text = line.dropFirst(2)
        switch action & 3 {
        case 0, 1:
            let before = jar.cookies(now: now)
            jar.store(text, from: CookieOrigin(url), now: now)
            for cookie in jar.cookies(now: now) where !before.contains(cookie) { try check(cookie, from: url, now) }
        case 2:
            for cookie in NetscapeCookies.parse(Array(text), now: now).cookies { jar.insert(cookie, now: now) }
        default:
            now += Int64(text.first ?? 0) * 100
        }
        try require(jar.count <= limits.total, "the jar holds \(jar.count)")
        let cookies = jar.cookies(now: now)
        for (domain, kept) in Dictionary(grouping: cookies, by: \.domain) {
            try require(kept.count <= limits.perDomain, "\(domain) has \(kept.count)")
        }
        try checkHeader(&jar, cookies, url, now)
        try checkFile(cookies, now)
    }
}

private let places = [
    "http://a.example.test/", "https://a.example.test/x/y", "http://example.test/x", "https://b.example.test/x/",
    "http://127.0.0.1:8080/", "http://localhost/", "https://[::1]/x", "http://deep.a.example.test/x/y/z",
]

private func url(_ place: UInt8) throws(Violation) -> HTTPURL {
    guard let url = try? HTTPURL(places[Int(place) % places.count]) else { throw Violation("a plain URL is refused") }
    return url
}

/// What a server sets is for itself or for a domain above it.
private func check(_ cookie: Cookie, from url: HTTPURL, _ now: Int64) throws(Violation) {
    try require(
        url.host == cookie.domain || (cookie.includesSubdomains && url.host.hasSuffix(".\(cookie.domain)")),
        "\(url.host) sets \(cookie)"
    )
    try require(!cookie.includesSubdomains || cookie.domain.contains("."), "\(cookie) is everybody's")
    try require(cookie.expires.map { $0 > now } ?? true, "\(cookie) has expired")
}

private func checkHeader(_ jar: inout CookieJar, _ cookies: [Cookie], _ url: HTTPURL, _ now: Int64) throws(Violation) {
    let isTrusted = url.isSecure || ["127.0.0.1", "localhost", "::1"].contains(url.host)
    let due = cookies.filter { cookie in
        let isHere =
            url.host == cookie.domain || (cookie.includesSubdomains && url.host.hasSuffix(".\(cookie.domain)"))
        let below = cookie.path.hasSuffix("/") ? cookie.path : cookie.path + "/"
        let isBelow = url.path.utf8.elementsEqual(cookie.path.utf8) || url.path.utf8.starts(with: below.utf8)
        return isHere && isBelow && (isTrusted || !cookie.isSecure)
    }
    // Swift's sort keeps the order of equals, which here is that of creation.
    let pairs = due.sorted { $0.path.utf8.count > $1.path.utf8.count }.map(\.pair)
    let expected = pairs.isEmpty ? nil : Array(pairs.joined(separator: "; ".utf8))
    let sent = jar.header(for: CookieOrigin(url), now: now)
    try require(sent == expected, "\(String(describing: sent)) is sent, \(String(describing: expected)) is due")
    for byte in sent ?? [] { try require(byte >= 0x20 && byte != 0x7F || byte == 0x09, "a control character is sent") }
}

private func checkFile(_ cookies: [Cookie], _ now: Int64) throws(Violation) {
    let writable = cookies.filter { !$0.pair.contains(0x09) && !$0.path.utf8.contains(0x09) && $0.sameSite == nil }
    let (back, skipped) = NetscapeCookies.parse(NetscapeCookies.format(writable), now: now)
    try require(skipped == 0, "a line that was written is not understood")
    try require(back == writable, "\(writable) come back as \(back)")
}
