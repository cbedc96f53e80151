import APIWire
import Foundation

/// Writes models as JSON straight into a buffer, where Foundation's encoder makes a tree of objects first.
///
/// It writes what models mostly do: each container's members one after the other. Whatever else there may be (settings
/// that lay the text out or change keys, members that are added to a container after it was left, or its coding path
/// read then, a key that is written twice, an error) is Foundation's encoder's to do, from the beginning, so the outcome
/// is always that one's.
final class JSONModelWriter {
    let settings: Settings
    /// What is written; nobody else's code runs while it is changed.
    private(set) var output: JSONOutput

    private init(_ settings: Settings) {
        self.settings = settings
        output = JSONOutput(escapesSlashes: settings.escapesSlashes)
    }

    /// `value` as `encoder` writes it.
    ///
    /// - Throws: What that encoder throws.
    static func encode(_ value: some Encodable, as encoder: JSONEncoder) throws -> Data {
        guard type(of: encoder) == JSONEncoder.self, let settings = Settings(encoder),
            let data = JSONModelWriter(settings).whole(value)
        else { return try encoder.encode(value) }
        return data
    }

    private func whole(_ value: some Encodable) -> Data? {
        do {
            try write(value)
        } catch {
            return nil
        }
        output.close(to: 0)
        return output.isBroken || output.bytes.isEmpty ? nil : Data(output.bytes)
    }

    @inline(__always) func edit<Result>(_ body: (inout JSONOutput) throws -> Result) rethrows -> Result {
        try body(&output)
    }

    func path(of place: JSONPlaceToWrite) -> [any CodingKey] {
        output.keys(to: place)
    }

    /// Writes a value under `key`.
    func write<T: Encodable>(_ value: T, under key: any CodingKey) throws {
        output.descend(key)
        try write(value)
        output.ascend()
    }

    /// Writes a value that may consist of others.
    func write<T: Encodable>(_ value: T) throws {
        guard try !writeKnown(value) else { return }
        try fill { encoder in try value.encode(to: encoder) }
    }

    /// Lets a model write a value.
    ///
    /// What it leaves behind when it fails is not undone.
    private func fill(_ body: (any Encoder) throws -> Void) throws {
        let place = output.here
        do {
            try body(JSONModelEncoder(writer: self, place: place))
        } catch {
            _ = output.fail()
            throw error
        }
        try output.finish(place)
    }
}

// MARK: Types that need no encoder

extension JSONModelWriter {
    /// What is written for a floating-point number, if it is none that JSON can write.
    func name<T: BinaryFloatingPoint>(of value: T) throws -> String? {
        guard !value.isFinite else { return nil }
        guard case .convertToString(let positive, let negative, let nan) = settings.floats else { throw output.fail() }
        return value.isNaN ? nan : value < 0 ? negative : positive
    }

    func write<T: BinaryFloatingPoint & LosslessStringConvertible>(float value: T) throws {
        if let name = try name(of: value) { return output.write(name) }
        output.write(finite: value)
    }

    private func writeKnown<T: Encodable>(_ value: T) throws -> Bool {
        if T.self == String.self {
            output.write(renamed(value, as: String.self))
        } else if T.self == Int.self {
            output.write(integer: renamed(value, as: Int.self))
        } else if T.self == Double.self {
            try write(float: renamed(value, as: Double.self))
        } else if T.self == Bool.self {
            output.write(renamed(value, as: Bool.self))
        } else if T.self == [String].self {
            output.write(list: renamed(value, as: [String].self)) { $0.write($1) }
        } else if T.self == [Int].self {
            output.write(list: renamed(value, as: [Int].self)) { $0.write(integer: $1) }
        } else {
            return try writeFoundations(value)
        }
        return true
    }

    private func writeFoundations<T: Encodable>(_ value: T) throws -> Bool {
        if T.self == Date.self { return try write(date: renamed(value, as: Date.self)) }
        if T.self == Data.self { return try write(data: renamed(value, as: Data.self)) }
        if T.self == URL.self {
            output.write(renamed(value, as: URL.self).absoluteString)
            return true
        }
        guard T.self == Decimal.self else { return false }
        let decimal = renamed(value, as: Decimal.self)
        guard decimal.isFinite else { throw output.fail() }
        output.write(plain: decimal.description)
        return true
    }

    private func write(date: Date) throws -> Bool {
        switch settings.dates {
        case .deferredToDate: return false
        case .secondsSince1970: try write(float: date.timeIntervalSince1970)
        case .millisecondsSince1970: try write(float: 1000 * date.timeIntervalSince1970)
        case .iso8601: output.write(date.formatted(.iso8601))
        case .custom(let encode): try fill { try encode(date, $0) }
        @unknown default: throw output.fail()
        }
        return true
    }

    private func write(data: Data) throws -> Bool {
        switch settings.data {
        case .deferredToData: return false
        case .base64: output.write(data.base64EncodedString())
        case .custom(let encode): try fill { try encode(data, $0) }
        @unknown default: throw output.fail()
        }
        return true
    }
}
