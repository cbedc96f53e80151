internal import APIWire

/// The text that Netscape kept its cookies in, and curl and many others still do: a line for each cookie, seven fields
/// with tabs between them.
///
/// `domain  includesSubdomains  path  secure  expires  name  value`, where `#HttpOnly_` before the domain marks a
/// cookie that scripts may not see and an expiry of 0 one of the session.
package enum NetscapeCookies {
    /// The cookies of a text, in their order, and how many lines were neither a cookie nor a comment nor empty.
    ///
    /// A line `Set-Cookie: …` that names a domain is a cookie too.
    package static func parse(_ text: [UInt8], now: Int64) -> (cookies: [Cookie], skippedLines: Int) {
        var cookies: [Cookie] = []
        var skipped = 0
        for rawLine in text.split(separator: ASCII.lineFeed) {
            let line = rawLine.last == ASCII.carriageReturn ? rawLine.dropLast() : rawLine
            if line.trimmed.isEmpty || isComment(line) { continue }
            if let cookie = cookie(line, now: now) { cookies.append(cookie) } else { skipped += 1 }
        }
        return (cookies, skipped)
    }

    /// The text of cookies, with a first line that says what it is.
    ///
    /// A cookie with a tab in its name, value or path has no place in it and is left out.
    package static func format(_ cookies: [Cookie]) -> [UInt8] {
        var text = Array("# Netscape HTTP Cookie File\n".utf8)
        for cookie in cookies where !cookie.pair.contains(ASCII.tab) && !cookie.path.utf8.contains(ASCII.tab) {
            let fields = [
                "\(cookie.isHTTPOnly ? httpOnlyMark : "")\(cookie.includesSubdomains ? "." : "")\(cookie.domain)",
                cookie.includesSubdomains ? "TRUE" : "FALSE",
                cookie.path,
                cookie.isSecure ? "TRUE" : "FALSE",
                "\(max(cookie.expires ?? 0, 0))",
            ]
            for field in fields {
                text += field.utf8
                text.append(ASCII.tab)
            }
            text += cookie.nameBytes
            text.append(ASCII.tab)
            text += cookie.valueBytes
            text.append(ASCII.lineFeed)
        }
        return text
    }

    private static let httpOnlyMark = "#HttpOnly_"

    private static func isComment(_ line: ArraySlice<UInt8>) -> Bool {
        line.first == UInt8(ascii: "#") && !line.starts(with: httpOnlyMark.utf8)
    }

    private static func cookie(_ line: ArraySlice<UInt8>, now: Int64) -> Cookie? {
        if line.startsIgnoringCase("set-cookie:") {
            return received(line.dropFirst("set-cookie:".utf8.count), now: now)
        }
        let isHTTPOnly = line.starts(with: httpOnlyMark.utf8)
        let fields = line.dropFirst(isHTTPOnly ? httpOnlyMark.utf8.count : 0)
            .split(separator: ASCII.tab, omittingEmptySubsequences: false)
        // The tab before an empty value gets lost where editors cut blanks off.
        guard fields.count == 7 || fields.count == 6, let expires = seconds(fields[4]) else { return nil }
        let domain = fields[0].first == UInt8(ascii: ".") ? fields[0].dropFirst() : fields[0]
        return Cookie(
            name: fields[5],
            value: fields.count == 7 ? fields[6] : [],
            domain: domain.lowercasedText,
            includesSubdomains: fields[1].equalsIgnoringCase("true"),
            path: ASCII.text(fields[2]),
            expires: expires == 0 ? nil : expires,
            isSecure: fields[3].equalsIgnoringCase("true"),
            isHTTPOnly: isHTTPOnly,
            sameSite: nil
        )
    }

    private static func received(_ value: ArraySlice<UInt8>, now: Int64) -> Cookie? {
        guard let received = SetCookie(value.trimmed, now: now), let domain = received.domain else { return nil }
        return Cookie(
            name: received.name,
            value: received.value,
            domain: domain,
            includesSubdomains: true,
            path: received.path ?? "/",
            expires: received.expires,
            isSecure: received.isSecure,
            isHTTPOnly: received.isHTTPOnly,
            sameSite: received.sameSite
        )
    }

    /// A time as digits; one that is too large to be counted is as good as never.
    private static func seconds(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        return digits.reduce(Int64(0)) { number, digit in
            let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
            let (sum, isStillTooLarge) = tenfold.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
            return isTooLarge || isStillTooLarge ? .max : sum
        }
    }
}
