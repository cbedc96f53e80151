import APITransport

/// A response that sets cookies, and the requests after it.
struct CookieSession {
    static let now: Int64 = 1_767_225_600
    var jar = CookieJar()

    mutating func receive(_ value: String, from url: String, at time: Int64 = now) throws {
        jar.store(Array(value.utf8)[...], from: CookieOrigin(try HTTPURL(url)), now: time)
    }

    mutating func sent(to url: String, at time: Int64 = now) throws -> String? {
        jar.header(for: CookieOrigin(try HTTPURL(url)), now: time).map { String(decoding: $0, as: UTF8.self) }
    }
}
