public import Foundation

/// Writes parameters as `name=value` pairs into the query of the URL or into a form body.
///
/// Pairs are sorted by name on every level. Whatever is not a letter, a digit or one of `-._~/?` is percent-encoded.
public struct APIURLEncoding: APIParameterEncoding {
    /// Where the pairs go.
    public enum Destination: Sendable {
        /// Into the query for `GET`, `HEAD` and `DELETE`, else into the body.
        case methodDependent
        /// Into the query.
        case queryString
        /// Into the body.
        case httpBody
    }

    /// How the name of an array's element is written.
    public enum ArrayEncoding {
        /// `name[]`
        case brackets
        /// `name`
        case noBrackets
        /// `name[0]`
        case indexInBrackets
        /// As the closure says.
        case custom((_ key: String, _ index: Int) -> String)

        func name(_ key: String, _ index: Int) -> String {
            switch self {
            case .brackets: "\(key)[]"
            case .noBrackets: key
            case .indexInBrackets: "\(key)[\(index)]"
            case .custom(let name): name(key, index)
            }
        }
    }

    /// How a boolean is written.
    ///
    /// Numbers are never taken for booleans.
    public enum BoolEncoding: Sendable {
        /// `1` and `0`
        case numeric
        /// `true` and `false`
        case literal

        func text(_ value: Bool) -> String {
            switch self {
            case .numeric: value ? "1" : "0"
            case .literal: value ? "true" : "false"
            }
        }
    }

    /// How a missing value, nil or `NSNull`, is written.
    public enum NilEncoding: Sendable {
        /// Not at all: the pair is left out.
        case omitted
        /// `name=null`
        case literal
        /// `name=`
        case empty

        var text: String? {
            switch self {
            case .omitted: nil
            case .literal: "null"
            case .empty: ""
            }
        }
    }

    /// Into query or body by method, `name[]`, `1` and `0`.
    public static var `default`: APIURLEncoding { APIURLEncoding() }
    /// Into the query whatever the method.
    public static var queryString: APIURLEncoding { APIURLEncoding(destination: .queryString) }
    /// Into the body whatever the method.
    public static var httpBody: APIURLEncoding { APIURLEncoding(destination: .httpBody) }

    /// Where the pairs go.
    public let destination: Destination
    /// How the name of an array's element is written.
    public let arrayEncoding: ArrayEncoding
    /// How a boolean is written.
    public let boolEncoding: BoolEncoding
    /// How a missing value is written.
    public let nilEncoding: NilEncoding
    /// What may stay unescaped in names and values instead of the usual characters, or nil for those.
    ///
    /// With `%` among them the caller escapes, and nothing is escaped twice.
    public let allowedCharacters: CharacterSet?

    /// Makes an encoding.
    /// - Parameters:
    ///   - destination: where the pairs go; by default what the method wants.
    ///   - arrayEncoding: how the name of an array's element is written; `name[]` by default.
    ///   - boolEncoding: how a boolean is written; `1` and `0` by default.
    ///   - nilEncoding: how a missing value is written; by default the pair is left out.
    ///   - allowedCharacters: what may stay unescaped, for servers that want for example a literal `+` or `:`.
    public init(
        destination: Destination = .methodDependent,
        arrayEncoding: ArrayEncoding = .brackets,
        boolEncoding: BoolEncoding = .numeric,
        nilEncoding: NilEncoding = .omitted,
        allowedCharacters: CharacterSet? = nil
    ) {
        self.destination = destination
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        self.nilEncoding = nilEncoding
        self.allowedCharacters = allowedCharacters
    }

    /// The request with the parameters in its query or body.
    ///
    /// Nil parameters leave it as it is.
    /// - Throws: ``AFError/parameterEncodingFailed(reason:)`` when there is no URL to put a query into, or containers are
    ///   nested more than 512 deep.
    public func encode(
        _ urlRequest: any APIURLRequestConvertible,
        with parameters: [String: Any]?
    ) throws -> URLRequest {
        let request = try urlRequest.asURLRequest()
        guard let parameters else { return request }
        return try FormDestination.write(pairs(parameters), into: request, destination: destination)
    }

    /// The escaped pairs of one parameter; an empty dictionary or array has none, nor has one that is nested more than
    /// 512 deep.
    public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
        var pairs: [(String, String)] = []
        do throws(FormProblem) {
            try append(ParameterValue(value), key: key, depth: 0, to: &pairs)
        } catch {
            return []
        }
        return pairs
    }

    /// A name or value with everything percent-encoded that must be.
    public func escape(_ string: String) -> String {
        PercentEscape.escape(string, allowed: allowedCharacters)
    }

    private func pairs(_ parameters: [String: Any]) throws(AFError) -> [(String, String)] {
        var pairs: [(String, String)] = []
        pairs.reserveCapacity(parameters.count)
        for (key, value) in parameters.sortedByKey {
            do throws(FormProblem) {
                try append(ParameterValue(value), key: key, depth: 0, to: &pairs)
            } catch {
                throw .parameterEncodingFailed(reason: .customEncodingFailed(error: error))
            }
        }
        return pairs
    }

    private func append(
        _ value: ParameterValue,
        key: String,
        depth: Int,
        to pairs: inout [(String, String)]
    ) throws(FormProblem) {
        guard depth < ParameterValue.depthLimit else { throw .tooDeep }
        switch value {
        case .null:
            if let text = nilEncoding.text { pairs.append((escape(key), text)) }
        case .bool(let value): pairs.append((escape(key), boolEncoding.text(value)))
        case .integer(let text): pairs.append((escape(key), text))
        case .double(let number): pairs.append((escape(key), escape(ParameterValue.text(of: number))))
        case .string(let text): pairs.append((escape(key), escape(text)))
        case .other(let value): pairs.append((escape(key), escape("\(value)")))
        case .array(let values):
            for (index, value) in values.enumerated() {
                try append(ParameterValue(value), key: arrayEncoding.name(key, index), depth: depth + 1, to: &pairs)
            }
        case .dictionary(let values):
            for (name, value) in values.sortedByKey {
                try append(ParameterValue(value), key: "\(key)[\(name)]", depth: depth + 1, to: &pairs)
            }
        }
    }
}
