/// A request method. Methods are compared case-sensitively, as RFC 9110 section 9.1 wants: `get` is not `GET`.
public struct APIRequestMethod: RawRepresentable, Equatable, Hashable, Sendable {
    /// `CONNECT`
    public static let connect = APIRequestMethod(rawValue: "CONNECT")
    /// `DELETE`
    public static let delete = APIRequestMethod(rawValue: "DELETE")
    /// `GET`
    public static let get = APIRequestMethod(rawValue: "GET")
    /// `HEAD`
    public static let head = APIRequestMethod(rawValue: "HEAD")
    /// `OPTIONS`
    public static let options = APIRequestMethod(rawValue: "OPTIONS")
    /// `PATCH`
    public static let patch = APIRequestMethod(rawValue: "PATCH")
    /// `POST`
    public static let post = APIRequestMethod(rawValue: "POST")
    /// `PUT`
    public static let put = APIRequestMethod(rawValue: "PUT")
    /// `QUERY`
    public static let query = APIRequestMethod(rawValue: "QUERY")
    /// `TRACE`
    public static let trace = APIRequestMethod(rawValue: "TRACE")

    /// The method as it goes on the wire.
    public let rawValue: String

    /// Makes a method of any token, such as `PURGE`.
    public init(rawValue: String) { self.rawValue = rawValue }
}
