internal import APIWire

/// How the keys of objects are matched with a model's.
enum JSONKeyRule {
    case asWritten
    case fromSnakeCase
    case custom(@Sendable ([any CodingKey]) -> any CodingKey)

    var isAsWritten: Bool {
        if case .asWritten = self { true } else { false }
    }
}

/// What stands for the floating-point values that JSON cannot write.
struct JSONFloatNames {
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

/// What one decoding was asked for.
struct JSONOptions {
    var keys = JSONKeyRule.asWritten
    var floatNames: JSONFloatNames?
    var userInfo: [CodingUserInfoKey: Any] = [:]
    var foreign: (any JSONForeignTypes)?
}
