import Foundation

/// Takes a value apart into nodes.
struct FormValueEncoder: Encoder {
    let node: FormNode
    let path: [any CodingKey]
    let style: APIFormEncoder

    var codingPath: [any CodingKey] { path }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .object = node.content {} else { node.content = .object([:]) }
        return KeyedEncodingContainer(Keyed<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .array = node.content {} else { node.content = .array([]) }
        return Unkeyed(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

    /// Scalars become text here; everything else encodes itself.
    func write(_ value: some Encodable) throws {
        switch value {
        case let value as Bool: node.content = .bool(value)
        case let value as String: node.content = .text(value)
        case let value as any BinaryInteger: node.content = .text(String(describing: value))
        case let value as Double: node.content = .text(value.description)
        case let value as Float: node.content = .text(value.description)
        case let value as Decimal: node.content = .text(value.description)
        case let value as URL: node.content = .text(value.absoluteString)
        case let value as Date: try write(value)
        case let value as Data:
            switch style.dataEncoding {
            case .base64: node.content = .text(value.base64EncodedString())
            case .custom(let text): node.content = .text(try text(value))
            }
        default: try value.encode(to: self)
        }
    }

    private func write(_ date: Date) throws {
        switch style.dateEncoding {
        case .deferredToDate: node.content = .text(date.timeIntervalSinceReferenceDate.description)
        case .secondsSince1970: node.content = .text(ParameterValue.text(of: date.timeIntervalSince1970))
        case .millisecondsSince1970:
            node.content = .text(ParameterValue.text(of: (date.timeIntervalSince1970 * 1000).rounded()))
        case .iso8601: node.content = .text(date.formatted(.iso8601))
        case .custom(let text): node.content = .text(try text(date))
        }
    }

    func inside(_ node: FormNode, _ key: any CodingKey) -> FormValueEncoder {
        FormValueEncoder(node: node, path: path + [key], style: style)
    }
}

extension FormValueEncoder {
    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: FormValueEncoder
        var codingPath: [any CodingKey] { encoder.path }

        mutating func encodeNil(forKey key: Key) {
            encoder.node.member(key.stringValue).content = .null
        }

        mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
            try member(key).write(value)
        }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            member(key).container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            member(key).unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder { member(NamedKey(stringValue: "super")) }

        mutating func superEncoder(forKey key: Key) -> any Encoder { member(key) }

        private func member(_ key: any CodingKey) -> FormValueEncoder {
            encoder.inside(encoder.node.member(key.stringValue), key)
        }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let encoder: FormValueEncoder
        var codingPath: [any CodingKey] { encoder.path }
        var count: Int { encoder.node.elementCount }

        mutating func encodeNil() {
            encoder.node.element().content = .null
        }

        mutating func encode<Value: Encodable>(_ value: Value) throws {
            try element().write(value)
        }

        mutating func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type
        ) -> KeyedEncodingContainer<NestedKey> {
            element().container(keyedBy: keyType)
        }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            element().unkeyedContainer()
        }

        mutating func superEncoder() -> any Encoder { element() }

        private func element() -> FormValueEncoder {
            let key = NamedKey(intValue: count)
            return encoder.inside(encoder.node.element(), key)
        }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: FormValueEncoder
        var codingPath: [any CodingKey] { encoder.path }

        mutating func encodeNil() {
            encoder.node.content = .null
        }

        mutating func encode<Value: Encodable>(_ value: Value) throws {
            try encoder.write(value)
        }
    }

    private struct NamedKey: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) {
            self.stringValue = stringValue
            intValue = nil
        }

        init(intValue: Int) {
            stringValue = String(intValue)
            self.intValue = intValue
        }
    }
}
