public import Foundation

/// Decodes models from the body of an answer.
///
/// Both ``APIJSONDecoder``, the default, and Foundation's `JSONDecoder` conform, so that one line chooses:
///
///     APIConfig.shared.modelDecoder = JSONDecoder()
public protocol APIModelDecoder: Sendable {
    /// Decodes a `type` from the whole of `data`.
    ///
    /// It is called on the queue on which the answer is parsed.
    func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T
}

extension JSONDecoder: APIModelDecoder {}

extension APIJSONDecoder: APIModelDecoder {}
