internal import APIWire

/// A request method (RFC 9110 9): a token, compared with its letter case.
///
/// ```swift
/// let purge = HTTPMethod(rawValue: "PURGE")    // any token will do
/// let broken = HTTPMethod(rawValue: "GET /")   // nil: not a token
/// ```
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The method as it goes on the request line.
    public let rawValue: String

    /// A method of any name.
    ///
    /// - Returns: nil unless `rawValue` is a token of RFC 9110 5.6.2, so nothing can be smuggled into the request line.
    public init?(rawValue: String) {
        guard ASCII.isToken(rawValue.utf8.span) else { return nil }
        self.rawValue = rawValue
    }

    private init(known: String) {
        rawValue = known
    }

    /// `GET`.
    public static let get = HTTPMethod(known: "GET")
    /// `HEAD`: the answer has no body.
    public static let head = HTTPMethod(known: "HEAD")
    /// `POST`.
    public static let post = HTTPMethod(known: "POST")
    /// `PUT`.
    public static let put = HTTPMethod(known: "PUT")
    /// `PATCH` (RFC 5789).
    public static let patch = HTTPMethod(known: "PATCH")
    /// `DELETE`.
    public static let delete = HTTPMethod(known: "DELETE")
    /// `OPTIONS`.
    public static let options = HTTPMethod(known: "OPTIONS")
    /// `TRACE`.
    public static let trace = HTTPMethod(known: "TRACE")
    /// `CONNECT`: opens a tunnel through a proxy.
    public static let connect = HTTPMethod(known: "CONNECT")
    /// `QUERY`: a safe request with a body.
    public static let query = HTTPMethod(known: "QUERY")

    /// Whether the method asks for no change on the server (RFC 9110 9.2.1).
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace, .query: true
        default: false
        }
    }

    /// Whether sending it twice is meant to do what sending it once does (RFC 9110 9.2.2).
    public var isIdempotent: Bool {
        switch self {
        case .put, .delete: true
        default: isSafe
        }
    }

    /// The method's name.
    public var description: String { rawValue }

    /// Whether a request of this method that carries no body still says `Content-Length: 0` (RFC 9110 8.6).
    package var anticipatesBody: Bool {
        switch self {
        case .post, .put, .patch: true
        default: false
        }
    }
}
