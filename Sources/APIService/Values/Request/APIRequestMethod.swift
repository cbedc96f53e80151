/// A request method.
///
/// Methods are compared case-sensitively, as RFC 9110 section 9.1 wants: `get` is not `GET`.
public struct APIRequestMethod: RawRepresentable, Equatable, Hashable, Sendable {
    /// The method `CONNECT`.
    public static let connect = APIRequestMethod(rawValue: "CONNECT")
    /// The method `DELETE`.
    public static let delete = APIRequestMethod(rawValue: "DELETE")
    /// The method `GET`.
    public static let get = APIRequestMethod(rawValue: "GET")
    /// The method `HEAD`.
    public static let head = APIRequestMethod(rawValue: "HEAD")
    /// The method `OPTIONS`.
    public static let options = APIRequestMethod(rawValue: "OPTIONS")
    /// The method `PATCH`.
    public static let patch = APIRequestMethod(rawValue: "PATCH")
    /// The method `POST`.
    public static let post = APIRequestMethod(rawValue: "POST")
    /// The method `PUT`.
    public static let put = APIRequestMethod(rawValue: "PUT")
    /// The method `QUERY`.
    public static let query = APIRequestMethod(rawValue: "QUERY")
    /// The method `TRACE`.
    public static let trace = APIRequestMethod(rawValue: "TRACE")

    /// The method as it goes on the wire.
    public let rawValue: String

    /// Makes a method of any token, such as `PURGE`.
    public init(rawValue: String) { self.rawValue = rawValue }
}
