import APIJSON
public import Foundation

/// The outer object around a service's answers, which knows whether they are one.
///
/// ```swift
/// struct Reply<Body: APIDefaultJSONParsable>: APIEnvelope, APIDefaultJSONParsable {
///     var code: Int
///     var message: String
///     var data: Body?
///
///     func payload() throws -> Body {
///         guard code == 0, let data else { throw ServiceFault(code, message) }
///         return data
///     }
/// }
/// ```
public protocol APIEnvelope {
    /// What is inside.
    associatedtype Payload

    /// What is inside.
    /// - Throws: any error, when the service reports one or there is nothing inside.
    func payload() throws -> Payload
}

extension APIResponse where T: APIEnvelope {
    /// The same answer with what is inside of the envelope; what the envelope throws becomes
    /// ``APIServiceValues/APIError/responseError(_:)``.
    public func opened() -> APIResponse<T.Payload> {
        map { try $0.payload() }
    }
}

extension APIResponse {
    /// The same answer with another value made of the value; what `transform` throws becomes
    /// ``APIServiceValues/APIError/responseError(_:)``.
    @_disfavoredOverload  // Applications have a `map` of their own, which must not become ambiguous.
    public func map<NewValue>(_ transform: (T) throws -> NewValue) -> APIResponse<NewValue> {
        switch result {
        case .failure(let error):
            return replacing(with: .failure(error))
        case .success(let value):
            do {
                return replacing(with: .success(try transform(value)))
            } catch {
                return replacing(with: .failure(error as? APIError ?? .responseError(error)))
            }
        }
    }
}

/// Changes the bytes of an answer before they are read, for example to take a payload out of its envelope.
public protocol APIBodyTransformer {
    /// The bytes to read in place of `data`.
    /// - Throws: any error, when the bytes are not what the transformer expects.
    func transform(_ data: Data) throws -> Data
}

/// Takes the member at a path of names out of a JSON text: `["data", "items"]`.
///
/// Where an object repeats a name, the first counts.
public struct APIKeyPathTransformer: APIBodyTransformer, Sendable, Hashable {
    /// The names from the outside to the inside.
    public var path: [String]

    /// Makes a transformer for a path of names.
    public init(_ path: String...) {
        self.path = path
    }

    /// The JSON text of the member, byte for byte as the server wrote it.
    /// - Throws: ``APIServiceValues/APIResponseError/invalidParseResponse(_:)`` when the body is no JSON or has no such
    ///   member.
    public func transform(_ data: Data) throws -> Data {
        var value: APIJSONValue
        do throws(APIJSONError) {
            value = try APIJSONValue(parsing: data)
        } catch {
            throw APIResponseError.invalidParseResponse(error.decodingError)
        }
        for (index, name) in path.enumerated() {
            guard let member = value[name] else {
                throw APIResponseError.invalidParseResponse(APIMissingMember(path: Array(path[...index])))
            }
            value = member
        }
        return data.piece(value.extent)
    }
}

/// A JSON text does not have the member that was looked for.
public struct APIMissingMember: LocalizedError, Hashable {
    /// The names down to the one that is missing.
    public var path: [String]

    /// An error for a path of names.
    public init(path: [String]) {
        self.path = path
    }

    /// One sentence for the user.
    public var errorDescription: String? {
        let path = path.joined(separator: ".")
        return APILanguage.current.text("The answer has no \(path).", "返回数据缺少 \(path)")
    }
}
