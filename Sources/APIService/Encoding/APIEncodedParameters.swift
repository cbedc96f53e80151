public import Foundation

/// Parameters of any `Encodable` type, as the ``APIRequest/encoding`` of a request.
///
/// ```swift
/// var encoding: APIParameterEncoding { APIEncodedParameters.json(order) }
/// var parameters: [String: Any]? { nil }
/// ```
///
/// The request's dictionary of ``APIRequest/parameters``, which interceptors may have filled, goes into the query.
/// A cached answer is known by that dictionary alone, so a request that is cached needs an
/// ``APIServiceValues/APICache/extraCacheKey`` that tells its encoded parameters apart.
public struct APIEncodedParameters: APIParameterEncoding {
    private let write: (URLRequest) throws -> URLRequest

    /// Writes the value as pairs into query or body.
    /// - Parameters:
    ///   - value: the parameters.
    ///   - encoder: how they are written.
    ///   - destination: where they go; by default what the method wants.
    /// - Returns: an encoding for one request.
    public static func form(
        _ value: some Encodable,
        encoder: APIFormEncoder = APIFormEncoder(),
        destination: APIURLEncoding.Destination = .methodDependent
    ) -> APIEncodedParameters {
        APIEncodedParameters { request in
            try FormDestination.write(encoder.pairs(value), into: request, destination: destination)
        }
    }

    /// Writes the value as JSON into the body.
    ///
    /// The outcome is what `encoder` makes of the value, several times as fast when it neither lays the text out nor
    /// sorts or changes keys. An order of keys that is not asked for is the model's own. A model that reads the coding
    /// path of a container it has left, or adds to it, is encoded a second time by `encoder`; a container must not
    /// outlive the encoding, its path is cut short then.
    /// - Parameters:
    ///   - value: the parameters.
    ///   - encoder: how they are written.
    /// - Returns: an encoding for one request.
    public static func json(_ value: some Encodable, encoder: JSONEncoder = JSONEncoder()) -> APIEncodedParameters {
        APIEncodedParameters { request in
            var request = request
            do {
                request.httpBody = try JSONModelWriter.encode(value, as: encoder)
            } catch {
                throw AFError.parameterEncoderFailed(reason: .encoderFailed(error: error))
            }
            request.setContentTypeIfAbsent("application/json")
            return request
        }
    }

    /// The request with the value in its query or body, and the dictionary in its query.
    /// - Throws: ``AFError/parameterEncoderFailed(reason:)`` when the value does not encode.
    public func encode(
        _ urlRequest: any APIURLRequestConvertible,
        with parameters: [String: Any]?
    ) throws -> URLRequest {
        try write(APIURLEncoding.queryString.encode(urlRequest, with: parameters))
    }
}
