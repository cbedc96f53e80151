public import Foundation

/// Writes values of `Encodable` types as `name=value` pairs, sorted by name.
///
/// ```swift
/// struct Search: Encodable { var words: [String]; var since: Date? }
/// try APIFormEncoder(arrayEncoding: .noBrackets).encode(Search(words: ["a", "b"], since: nil))   // "words=a&words=b"
/// ```
public struct APIFormEncoder {
    /// How a date is written.
    public enum DateEncoding: Sendable {
        /// As the date encodes itself: seconds since 2001.
        case deferredToDate
        /// As seconds since 1970.
        case secondsSince1970
        /// As milliseconds since 1970, in whole numbers.
        case millisecondsSince1970
        /// As RFC 3339 in UTC, such as `2026-11-30T02:40:00Z`.
        case iso8601
        /// As the closure says.
        case custom(@Sendable (Date) throws -> String)
    }

    /// How data are written.
    public enum DataEncoding: Sendable {
        /// In Base64.
        case base64
        /// As the closure says.
        case custom(@Sendable (Data) throws -> String)
    }

    /// How the name of a member is written.
    public enum KeyEncoding: Sendable {
        /// As it is.
        case useDefaultKeys
        /// `oneTwoThree` becomes `one_two_three`.
        case convertToSnakeCase
        /// `oneTwoThree` becomes `one-two-three`.
        case convertToKebabCase
        /// `oneTwoThree` becomes `OneTwoThree`.
        case capitalized
        /// `oneTwoThree` becomes `ONETWOTHREE`.
        case uppercased
        /// `oneTwoThree` becomes `onetwothree`.
        case lowercased
        /// As the closure says.
        case custom(@Sendable (String) -> String)
    }

    /// How the name of a member's member is written.
    public enum KeyPathEncoding: Sendable {
        /// `outer[inner]`
        case brackets
        /// `outer.inner`
        case dots
        /// `outer` followed by what the closure makes of `inner`.
        case custom(@Sendable (String) -> String)
    }

    /// How a space is written.
    public enum SpaceEncoding: Sendable {
        /// As `%20`.
        case percentEscaped
        /// As `+`.
        case plusReplaced
    }

    /// How the name of an array's element is written; `name[]` by default.
    public var arrayEncoding: APIURLEncoding.ArrayEncoding
    /// How a boolean is written; `1` and `0` by default.
    public var boolEncoding: APIURLEncoding.BoolEncoding
    /// How a nil that a type encodes is written; by default the pair is left out.
    public var nilEncoding: APIURLEncoding.NilEncoding
    /// How a date is written.
    public var dateEncoding: DateEncoding
    /// How data are written; in Base64 by default.
    public var dataEncoding: DataEncoding
    /// How the name of a member is written; as it is by default.
    public var keyEncoding: KeyEncoding
    /// How the name of a member's member is written; `outer[inner]` by default.
    public var keyPathEncoding: KeyPathEncoding
    /// How a space is written; `%20` by default.
    public var spaceEncoding: SpaceEncoding
    /// What may stay unescaped, or nil for letters, digits and `-._~/?`.
    public var allowedCharacters: CharacterSet?

    /// Makes an encoder; everything has a default.
    public init(
        arrayEncoding: APIURLEncoding.ArrayEncoding = .brackets,
        boolEncoding: APIURLEncoding.BoolEncoding = .numeric,
        nilEncoding: APIURLEncoding.NilEncoding = .omitted,
        dateEncoding: DateEncoding = .deferredToDate,
        dataEncoding: DataEncoding = .base64,
        keyEncoding: KeyEncoding = .useDefaultKeys,
        keyPathEncoding: KeyPathEncoding = .brackets,
        spaceEncoding: SpaceEncoding = .percentEscaped,
        allowedCharacters: CharacterSet? = nil
    ) {
        self.arrayEncoding = arrayEncoding
        self.boolEncoding = boolEncoding
        self.nilEncoding = nilEncoding
        self.dateEncoding = dateEncoding
        self.dataEncoding = dataEncoding
        self.keyEncoding = keyEncoding
        self.keyPathEncoding = keyPathEncoding
        self.spaceEncoding = spaceEncoding
        self.allowedCharacters = allowedCharacters
    }

    /// The value as pairs joined by `&`.
    /// - Throws: ``AFError/parameterEncoderFailed(reason:)`` when the value has no members, or fails to encode itself.
    public func encode(_ value: some Encodable) throws -> String {
        try pairs(value).map { "\($0)=\($1)" }.joined(separator: "&")
    }

    /// The escaped pairs.
    package func pairs(_ value: some Encodable) throws(AFError) -> [(String, String)] {
        let root = FormNode()
        do {
            try FormValueEncoder(node: root, path: [], style: self).write(value)
        } catch {
            throw .parameterEncoderFailed(reason: .encoderFailed(error: error))
        }
        guard case .object(let members) = root.content else {
            throw .parameterEncoderFailed(reason: .encoderFailed(error: FormProblem.noMembers))
        }
        return members.sortedByKey.flatMap { pairs($0.value, key: keyEncoding.name($0.key)) }
    }

    private func pairs(_ node: FormNode, key: String) -> [(String, String)] {
        switch node.content {
        case .nothing: []
        case .null: nilEncoding.text.map { [(escape(key), $0)] } ?? []
        case .bool(let value): [(escape(key), boolEncoding.text(value))]
        case .text(let text): [(escape(key), escape(text))]
        case .array(let nodes):
            nodes.enumerated().flatMap { pairs($1, key: arrayEncoding.name(key, $0)) }
        case .object(let members):
            members.sortedByKey.flatMap {
                pairs($0.value, key: keyPathEncoding.path(key, keyEncoding.name($0.key)))
            }
        }
    }

    private func escape(_ text: String) -> String {
        let escaped = PercentEscape.escape(text, allowed: allowedCharacters)
        return spaceEncoding == .plusReplaced ? escaped.replacing("%20", with: "+") : escaped
    }
}

/// What a value's encoding can do wrong.
package enum FormProblem: Error {
    /// The value is no structure with named members, so there are no names for pairs.
    case noMembers
    /// Containers in it are nested deeper than ``ParameterValue/depthLimit``.
    case tooDeep
}
