internal import APIWire

/// How the keys of objects are matched with a model's.
enum JSONKeyRule: Sendable {
    case asWritten
    case fromSnakeCase
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)

    var isAsWritten: Bool {
        if case .asWritten = self { true } else { false }
    }
}

/// What stands for the floating-point values that JSON cannot write.
struct JSONFloatNames: Sendable {
    let positiveInfinity, negativeInfinity, nan: String

    func value<T: BinaryFloatingPoint>(of text: String, as type: T.Type) -> T? {
        switch text {
        case positiveInfinity: .infinity
        case negativeInfinity: -.infinity
        case nan: .nan
        default: nil
        }
    }
}

/// Decodes types that this module does not know, such as Foundation's.
package protocol JSONForeignTypes: Sendable {
    /// Whether `decode` is to be asked for this type.
    ///
    /// The answer is remembered, for other values of the conforming type as well: it must always be the same.
    func knows(_ type: any Any.Type) -> Bool

    /// The value of a known type.
    func decode<T>(_ type: T.Type, from value: JSONValueDecoder) throws -> T
}

/// What a decoding is asked for: made when it is set, since making it for each small document costs as much as a part
/// of that.
final class JSONOptions: Sendable {
    static let standard = JSONOptions(keys: .useDefaultKeys, floats: .throw, userInfo: [:], foreign: nil)

    let keyStrategy: APIJSONParser.KeyDecodingStrategy
    let keys: JSONKeyRule
    let floatStrategy: APIJSONParser.NonConformingFloatDecodingStrategy
    let floatNames: JSONFloatNames?
    let userInfo: [CodingUserInfoKey: any Sendable]
    let foreign: (any JSONForeignTypes)?
    /// Whether there are foreign types: to ask `foreign` itself costs a copy of it.
    let hasForeign: Bool

    init(
        keys: APIJSONParser.KeyDecodingStrategy,
        floats: APIJSONParser.NonConformingFloatDecodingStrategy,
        userInfo: [CodingUserInfoKey: any Sendable],
        foreign: (any JSONForeignTypes)?
    ) {
        keyStrategy = keys
        self.keys =
            switch keys {
            case .useDefaultKeys: .asWritten
            case .convertFromSnakeCase: .fromSnakeCase
            case .custom(let convert): .custom(convert)
            }
        floatStrategy = floats
        if case .convertFromString(let positive, let negative, let nan) = floats {
            floatNames = JSONFloatNames(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        } else {
            floatNames = nil
        }
        self.userInfo = userInfo
        self.foreign = foreign
        hasForeign = foreign != nil
    }

    /// The same with other values for those that are given.
    func with(
        keys: APIJSONParser.KeyDecodingStrategy? = nil,
        floats: APIJSONParser.NonConformingFloatDecodingStrategy? = nil,
        userInfo: [CodingUserInfoKey: any Sendable]? = nil
    ) -> JSONOptions {
        JSONOptions(
            keys: keys ?? keyStrategy,
            floats: floats ?? floatStrategy,
            userInfo: userInfo ?? self.userInfo,
            foreign: foreign
        )
    }

    /// The same for other foreign types.
    func with(foreign: (any JSONForeignTypes)?) -> JSONOptions {
        JSONOptions(keys: keyStrategy, floats: floatStrategy, userInfo: userInfo, foreign: foreign)
    }
}
