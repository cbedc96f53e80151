import Foundation

/// One header field.
///
/// Two are equal when name and value are, letter by letter.
public struct APIRequestHeader: Hashable, Sendable, CustomStringConvertible {
    /// The name as it will be spelled on the wire.
    public let name: String
    /// The value.
    public let value: String

    /// Makes a field of a name and a value.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }

    /// The field as one line, `name: value`.
    public var description: String { "\(name): \(value)" }
}

extension APIRequestHeader {
    /// An `Accept` field (RFC 9110 section 12.5.1).
    public static func accept(_ value: String) -> APIRequestHeader { APIRequestHeader(name: "Accept", value: value) }

    /// An `Accept-Charset` field (RFC 9110 section 12.5.2).
    public static func acceptCharset(_ value: String) -> APIRequestHeader {
        APIRequestHeader(name: "Accept-Charset", value: value)
    }

    /// An `Accept-Language` field (RFC 9110 section 12.5.4).
    public static func acceptLanguage(_ value: String) -> APIRequestHeader {
        APIRequestHeader(name: "Accept-Language", value: value)
    }

    /// An `Accept-Encoding` field (RFC 9110 section 12.5.3).
    public static func acceptEncoding(_ value: String) -> APIRequestHeader {
        APIRequestHeader(name: "Accept-Encoding", value: value)
    }

    /// An `Authorization` field for the Basic scheme (RFC 7617), user and password in UTF-8.
    public static func authorization(username: String, password: String) -> APIRequestHeader {
        authorization("Basic " + Data("\(username):\(password)".utf8).base64EncodedString())
    }

    /// An `Authorization` field for the Bearer scheme (RFC 6750).
    public static func authorization(bearerToken: String) -> APIRequestHeader {
        authorization("Bearer " + bearerToken)
    }

    /// An `Authorization` field with any value (RFC 9110 section 11.6.2).
    public static func authorization(_ value: String) -> APIRequestHeader {
        APIRequestHeader(name: "Authorization", value: value)
    }

    /// A `Content-Disposition` field (RFC 6266).
    public static func contentDisposition(_ value: String) -> APIRequestHeader {
        APIRequestHeader(name: "Content-Disposition", value: value)
    }

    /// A `Content-Encoding` field (RFC 9110 section 8.4).
    public static func contentEncoding(_ value: String) -> APIRequestHeader {
        APIRequestHeader(name: "Content-Encoding", value: value)
    }

    /// A `Content-Type` field (RFC 9110 section 8.3).
    public static func contentType(_ value: String) -> APIRequestHeader {
        APIRequestHeader(name: "Content-Type", value: value)
    }

    /// A `User-Agent` field (RFC 9110 section 10.1.5).
    public static func userAgent(_ value: String) -> APIRequestHeader {
        APIRequestHeader(name: "User-Agent", value: value)
    }
}

extension APIRequestHeader {
    /// `Accept-Encoding` with the codings this library can undo, best first.
    public static let defaultAcceptEncoding = acceptEncoding(qualityList(["gzip", "deflate"]))

    /// `Accept-Language` with the first six languages the user prefers, best first.
    public static let defaultAcceptLanguage = acceptLanguage(qualityList(Array(Locale.preferredLanguages.prefix(6))))

    /// `User-Agent` naming this library and its version.
    public static let defaultUserAgent = userAgent("APIService/\(ProductVersion.current)")

    /// The list `a;q=1.0, b;q=0.9, …`.
    static func qualityList(_ values: [String]) -> String {
        values.enumerated()
            .map { position, value in "\(value);q=\(position == 0 ? "1.0" : "0.\(max(10 - position, 1))")" }
            .joined(separator: ", ")
    }
}
