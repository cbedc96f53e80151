public import Foundation

/// Writes parameters as JSON (RFC 8259) into the body.
///
/// Keys are sorted. Numbers are written in the shortest form that reads back as the same number, whole ones without
/// `.0`; booleans stay booleans. Nil and `NSNull` become `null`.
public struct APIJSONEncoding: APIParameterEncoding {
    /// What goes wrong.
    public enum Error: Swift.Error {
        /// There is something in the parameters that JSON cannot hold, such as a date or a number that is none.
        case invalidJSONObject
    }

    /// How a missing value in a dictionary, nil or `NSNull`, is written.
    public enum NilEncoding: Sendable {
        /// As `null`.
        case null
        /// Not at all: the member is left out.
        ///
        /// In arrays it stays `null`.
        case omitted
    }

    /// On one line.
    public static var `default`: APIJSONEncoding { APIJSONEncoding() }
    /// With line breaks and indentation.
    public static var prettyPrinted: APIJSONEncoding { APIJSONEncoding(options: .prettyPrinted) }

    /// How the text is laid out; keys are sorted in any case.
    public let options: JSONSerialization.WritingOptions
    /// How a missing value in a dictionary is written.
    public let nilEncoding: NilEncoding

    /// Makes an encoding with a layout, on one line by default, and a choice for missing values, `null` by default.
    public init(options: JSONSerialization.WritingOptions = [], nilEncoding: NilEncoding = .null) {
        self.options = options
        self.nilEncoding = nilEncoding
    }

    /// The request with the parameters as its body, and `Content-Type: application/json` if it names no type.
    ///
    /// Nil parameters leave it as it is, and so do empty ones for `GET` and `HEAD`, which have no body.
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)`` around ``Error/invalidJSONObject``.
    public func encode(
        _ urlRequest: any APIURLRequestConvertible,
        with parameters: [String: Any]?
    ) throws -> URLRequest {
        if let parameters, parameters.isEmpty {
            let request = try urlRequest.asURLRequest()
            if request.httpMethod == "GET" || request.httpMethod == "HEAD" { return request }
        }
        return try encode(urlRequest, withJSONObject: parameters)
    }

    /// The request with an array or a dictionary as its body; with the option `fragmentsAllowed` any JSON value will do.
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)`` around ``Error/invalidJSONObject``.
    public func encode(
        _ urlRequest: any APIURLRequestConvertible,
        withJSONObject jsonObject: Any? = nil
    ) throws -> URLRequest {
        var request = try urlRequest.asURLRequest()
        guard let jsonObject else { return request }
        var writer = JSONWriter(options: options, omitsNil: nilEncoding == .omitted)
        do throws(Error) {
            request.httpBody = try writer.data(jsonObject)
        } catch {
            throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error))
        }
        request.setContentTypeIfAbsent("application/json")
        return request
    }
}
