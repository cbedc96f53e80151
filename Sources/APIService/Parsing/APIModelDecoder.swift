public import APIJSON
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

    /// Decodes a `type` from the value at a path in `data`.
    ///
    /// For decoders that do not have it the value's bytes are looked up, which asks for JSON as RFC 8259 has it, and
    /// decoded as they are.
    func decode<T: Decodable>(_ type: T.Type, from data: Data, at path: APIJSONPath) throws -> T
}

extension APIModelDecoder {
    /// Finds the value and decodes its bytes, which are handed over as the server wrote them.
    ///
    /// An optional `type` is nil where there is no value at the path.
    /// - Throws: `DecodingError` with an ``APIJSONError`` inside when the path leads nowhere, and what the decoder throws.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data, at path: APIJSONPath) throws -> T {
        var parser = APIJSONParser()
        // How deep it may be is for the decoder to say.
        parser.maximumDepth = .max
        let extent: JSONExtent
        if T.self is any ExpressibleByNilLiteral.Type {
            guard let found = try parser.decode(JSONExtent?.self, from: data.span, at: path) else {
                return try decode(type, from: Data("null".utf8))
            }
            extent = found
        } else {
            extent = try parser.decode(JSONExtent.self, from: data.span, at: path)
        }
        do {
            return try decode(type, from: data.piece(extent))
        } catch let error as DecodingError {
            guard path != .root, let context = error.context else { throw error }
            throw error.with(
                DecodingError.Context(
                    codingPath: [path.codingKey] + context.codingPath,
                    debugDescription: context.debugDescription,
                    underlyingError: context.underlyingError
                )
            )
        }
    }
}

extension Data {
    /// The bytes of a value in this document.
    func piece(_ extent: JSONExtent) -> Data {
        self[(startIndex + extent.bytes.lowerBound)..<(startIndex + extent.bytes.upperBound)]
    }
}

extension JSONDecoder: APIModelDecoder {}

extension APIJSONDecoder: APIModelDecoder {}
