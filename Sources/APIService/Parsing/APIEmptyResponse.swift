public import Foundation

/// The answer to a request whose body does not matter.
///
/// For other types an answer without a body is a failure unless its status (204, 205) or the method (`HEAD`) says that
/// there is none. Here any successful status will do, and any body is taken as well.
public struct APIEmptyResponse: APIParsable, Hashable, Sendable {
    /// An empty answer.
    public init() {}

    /// An empty answer, whatever the body holds.
    public static func parse(data: Data) throws -> APIEmptyResponse { APIEmptyResponse() }
}
