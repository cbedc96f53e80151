public import Foundation

/// The answer to a request whose body does not matter, such as a 204.
///
/// JSON models cannot be read from zero bytes; this can, and it takes any other body as well.
public struct APIEmptyResponse: APIParsable, Hashable, Sendable {
    /// An empty answer.
    public init() {}

    /// An empty answer, whatever the body holds.
    public static func parse(data: Data) throws -> APIEmptyResponse { APIEmptyResponse() }
}
