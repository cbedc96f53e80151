internal import APIWire

/// A Set-Cookie field taken to pieces (RFC 6265bis 5.6); nothing is decided yet.
struct SetCookie {
    /// Bounds on what is read.
    static let maximumPairBytes = 4_096
    static let maximumAttributeBytes = 1_024
    /// Nothing is kept longer than 400 days.
    static let maximumAge: Int64 = 400 * 86_400

    let name: ArraySlice<UInt8>
    let value: ArraySlice<UInt8>
    /// In lower case and without its leading dot; nil when the attribute is missing or empty.
    private(set) var domain: String?
    /// Nil when the attribute is missing or no path.
    private(set) var path: String?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false
    private(set) var sameSite: Cookie.SameSite?
    /// When it ends, in seconds since 1970; Max-Age counts more than Expires.
    var expires: Int64? { endOfAge ?? endDate }
    private var endOfAge: Int64?
    private var endDate: Int64?

    /// Nil when the field sets no cookie: no name, a control character, or too large.
    ///
    /// A cookie without a name is ignored, as RFC 6265 has it: sent back, it could pass for another cookie.
    init?(_ field: ArraySlice<UInt8>, now: Int64) {
        guard field.allSatisfy(ASCII.isTextByte) else { return nil }
        let pieces = field.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let pair = pieces.first, let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        name = pair[..<equals].trimmed
        value = pair[(equals + 1)...].trimmed
        guard !name.isEmpty, name.count + value.count <= Self.maximumPairBytes else { return nil }
        for piece in pieces.dropFirst() { take(piece, now: now) }
    }

    private mutating func take(_ attribute: ArraySlice<UInt8>, now: Int64) {
        let equals = attribute.firstIndex(of: UInt8(ascii: "=")) ?? attribute.endIndex
        let name = attribute[..<equals].trimmed
        let value = attribute[equals...].dropFirst().trimmed
        guard value.count <= Self.maximumAttributeBytes else { return }
        if name.equalsIgnoringCase("expires") {
            if let date = CookieDate.parse(value) { endDate = Self.capped(date, now: now) }
        } else if name.equalsIgnoringCase("max-age") {
            if let end = Self.endOfAge(value, now: now) { endOfAge = end }
        } else if name.equalsIgnoringCase("domain") {
            takeDomain(value)
        } else if name.equalsIgnoringCase("path") {
            path = value.first == UInt8(ascii: "/") ? ASCII.text(value) : nil
        } else if name.equalsIgnoringCase("secure") {
            isSecure = true
        } else if name.equalsIgnoringCase("httponly") {
            isHTTPOnly = true
        } else if name.equalsIgnoringCase("samesite") {
            sameSite = Cookie.SameSite.allCases.first { value.equalsIgnoringCase($0.rawValue) }
        }
    }

    private mutating func takeDomain(_ value: ArraySlice<UInt8>) {
        let name = value.first == UInt8(ascii: ".") ? value.dropFirst() : value
        if !name.isEmpty { domain = name.lowercasedText }
    }

    private static func endOfAge(_ value: ArraySlice<UInt8>, now: Int64) -> Int64? {
        let isNegative = value.first == UInt8(ascii: "-")
        let digits = isNegative ? value.dropFirst() : value
        guard !digits.isEmpty, digits.allSatisfy(ASCII.isDigit) else { return nil }
        let significant = digits.drop { $0 == UInt8(ascii: "0") }
        guard !isNegative, !significant.isEmpty else { return .min }
        guard significant.count <= 9 else { return capped(.max, now: now) }
        let seconds = significant.reduce(Int64(0)) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
        return capped(now.addingReportingOverflow(seconds).partialValue, now: now)
    }

    private static func capped(_ date: Int64, now: Int64) -> Int64 {
        let (latest, overflow) = now.addingReportingOverflow(maximumAge)
        return overflow ? date : min(date, latest)
    }
}
