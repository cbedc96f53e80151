import Foundation

/// What a parameter is, whatever Swift or Foundation type it came as.
///
/// Booleans and numbers stay apart, and an optional is what it holds: neither `Optional(3)` nor `<null>` is a value.
package enum ParameterValue {
    case null
    case bool(Bool)
    case integer(String)
    case double(Double)
    case string(String)
    case array([Any])
    case dictionary([String: Any])
    /// Anything else, such as a date.
    case other(Any)

    /// How deep containers may be nested: deeper than any real document, shallow enough for any stack.
    package static let depthLimit = 512

    package init(_ value: Any) {
        self = Self.plain(value) ?? Self.wrapped(value) ?? Self.container(value) ?? Self.bridged(value)
    }

    /// The types most parameters have, told by identity because casts are slow.
    private static func plain(_ value: Any) -> ParameterValue? {
        let type = type(of: value)
        if type == String.self, let value = value as? String { return .string(value) }
        if type == Int.self, let value = value as? Int { return .integer(String(value)) }
        if type == Bool.self, let value = value as? Bool { return .bool(value) }
        if type == Double.self, let value = value as? Double { return .double(value) }
        if type == [String: Any].self, let value = value as? [String: Any] { return .dictionary(value) }
        if type == [Any].self, let value = value as? [Any] { return .array(value) }
        if type == [String].self, let value = value as? [String] { return .array(value) }
        if type == Float.self, let value = value as? Float { return float(value) }
        if type == CGFloat.self, let value = value as? CGFloat { return .double(Double(value)) }
        return nil
    }

    private static func wrapped(_ value: Any) -> ParameterValue? {
        if value is NSNull { return .null }
        guard let optional = value as? any OptionalValue else { return nil }
        return optional.content.map(ParameterValue.init) ?? .null
    }

    private static func container(_ value: Any) -> ParameterValue? {
        if let dictionary = value as? [String: Any] { return .dictionary(dictionary) }
        if let array = value as? [Any] { return .array(array) }
        return nil
    }

    private static func bridged(_ value: Any) -> ParameterValue {
        if let integer = value as? any BinaryInteger { return .integer(String(describing: integer)) }
        if let decimal = value as? Decimal, type(of: value) == Decimal.self { return .integer(decimal.description) }
        if let number = value as? NSNumber { return Self.number(number) }
        if let string = value as? String { return .string(string) }
        return .other(value)
    }

    /// A float is written with as many digits as tell it from other floats, not from other doubles.
    private static func float(_ value: Float) -> ParameterValue {
        .double(Double(value.description) ?? Double(value))
    }

    private static func number(_ number: NSNumber) -> ParameterValue {
        if number.isBoolean { return .bool(number.boolValue) }
        if number is NSDecimalNumber { return .integer(number.decimalValue.description) }
        let text = number.stringValue
        if Int64(text) != nil || UInt64(text) != nil { return .integer(text) }
        return .double(number.doubleValue)
    }
}

extension ParameterValue {
    /// A number's shortest text that reads back as the same number; whole numbers carry no `.0`, as on Apple systems.
    static func text(of number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

/// Any `Optional`, whatever it wraps.
protocol OptionalValue {
    var content: Any? { get }
}

extension Optional: OptionalValue {
    var content: Any? { map { $0 as Any } }
}

extension NSNumber {
    /// Whether the number was made of a `Bool`.
    ///
    /// Its public type code is a C pointer, so Foundation's JSON writer, which knows the difference, is asked; only 0
    /// and 1 can be meant.
    fileprivate var isBoolean: Bool {
        let text = stringValue
        guard text == "0" || text == "1" else { return false }
        guard let json = try? JSONSerialization.data(withJSONObject: [self]) else { return false }
        return json.contains(UInt8(ascii: "e"))
    }
}
