public import Foundation

/// A type that is read from JSON.
///
/// Together with `Decodable` there is nothing more to write.
public protocol APIJSONParsable: APIParsable {}

/// What most models are: read from JSON as their `Decodable` conformance says.
public typealias APIDefaultJSONParsable = APIJSONParsable & Decodable

extension APIJSONParsable where Self: Decodable {
    /// Decodes the body as JSON (RFC 8259) by ``APIConfig/modelDecoder``.
    /// - Throws: ``APIResponseError/invalidParseResponse(_:)`` around the decoding error.
    public static func parse(data: Data) throws -> Self {
        do {
            return try APIConfig.shared.modelDecoder.decode(Self.self, from: data)
        } catch {
            throw APIResponseError.invalidParseResponse(error)
        }
    }
}

/// A JSON string: plain text is an error.
///
/// ``APIPlainText`` takes any text.
extension String: APIJSONParsable {}

extension Array: APIJSONParsable where Element: APIDefaultJSONParsable {}
