/// What a model is given to write itself to.
struct JSONModelEncoder: Encoder {
    let writer: JSONModelWriter
    let place: JSONPlaceToWrite

    var codingPath: [any CodingKey] { writer.path(of: place) }
    var userInfo: [CodingUserInfoKey: Any] { writer.settings.userInfo }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(
            JSONKeyedWriter<Key>(writer: writer, place: writer.edit { $0.open(place, isObject: true) })
        )
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONUnkeyedWriter(writer: writer, place: writer.edit { $0.open(place, isObject: false) })
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONModelEncoder: SingleValueEncodingContainer {
    private func fill(_ body: (inout JSONOutput) throws -> Void) throws {
        try writer.edit { output in
            try output.expect(place)
            try body(&output)
        }
    }

    private func fill<T: BinaryFloatingPoint & LosslessStringConvertible>(float value: T) throws {
        let name = try writer.name(of: value)
        try fill { output in
            if let name { output.write(name) } else { output.write(finite: value) }
        }
    }

    func encodeNil() throws { try fill { $0.writeNull() } }
    func encode(_ value: Bool) throws { try fill { $0.write(value) } }
    func encode(_ value: String) throws { try fill { $0.write(value) } }
    func encode(_ value: Double) throws { try fill(float: value) }
    func encode(_ value: Float) throws { try fill(float: value) }
    func encode(_ value: Int) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: Int8) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: Int16) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: Int32) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: Int64) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: Int128) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: UInt) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: UInt8) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: UInt16) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: UInt32) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: UInt64) throws { try fill { $0.write(integer: value) } }
    func encode(_ value: UInt128) throws { try fill { $0.write(integer: value) } }

    func encode<T: Encodable>(_ value: T) throws {
        try fill { _ in }
        try writer.write(value)
    }
}

/// The members of an object.
struct JSONKeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONModelWriter
    let place: JSONPlaceToWrite

    var codingPath: [any CodingKey] { writer.path(of: place) }

    @inline(__always) private func member(_ key: Key, _ body: (inout JSONOutput) throws -> Void) throws {
        let name = key.stringValue
        try writer.edit { output in
            try output.enter(place, name)
            try body(&output)
        }
    }

    private func member<T: BinaryFloatingPoint & LosslessStringConvertible>(_ key: Key, float value: T) throws {
        let name = try writer.name(of: value)
        try member(key) { output in
            if let name { output.write(name) } else { output.write(finite: value) }
        }
    }

    func encodeNil(forKey key: Key) throws { try member(key) { $0.writeNull() } }
    func encode(_ value: Bool, forKey key: Key) throws { try member(key) { $0.write(value) } }
    func encode(_ value: String, forKey key: Key) throws { try member(key) { $0.write(value) } }
    func encode(_ value: Double, forKey key: Key) throws { try member(key, float: value) }
    func encode(_ value: Float, forKey key: Key) throws { try member(key, float: value) }
    func encode(_ value: Int, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: Int8, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: Int16, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: Int32, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: Int64, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: Int128, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: UInt, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: UInt8, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: UInt16, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: UInt32, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: UInt64, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }
    func encode(_ value: UInt128, forKey key: Key) throws { try member(key) { $0.write(integer: value) } }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try member(key) { _ in }
        try writer.write(value, under: key)
    }

    /// A place for the value under `key`, which is written later but before anything else.
    private func reserve(_ key: any CodingKey) -> JSONPlaceToWrite {
        let name = key.stringValue
        return writer.edit { output in
            do {
                try output.enter(place, name)
            } catch {
                return output.give()
            }
            return output.reserve(key)
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy keyType: Nested.Type,
        forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        JSONModelEncoder(writer: writer, place: reserve(key)).container(keyedBy: keyType)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONModelEncoder(writer: writer, place: reserve(key)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONModelEncoder(writer: writer, place: reserve(JSONWriterKey("super"))) }

    func superEncoder(forKey key: Key) -> any Encoder { JSONModelEncoder(writer: writer, place: reserve(key)) }
}

/// The elements of an array.
struct JSONUnkeyedWriter: UnkeyedEncodingContainer {
    let writer: JSONModelWriter
    let place: JSONPlaceToWrite
    private(set) var count = 0

    init(writer: JSONModelWriter, place: JSONPlaceToWrite) {
        self.writer = writer
        self.place = place
    }

    var codingPath: [any CodingKey] { writer.path(of: place) }

    private mutating func element(_ body: (inout JSONOutput) throws -> Void) throws {
        try writer.edit { output in
            try output.enter(place)
            try body(&output)
        }
        count += 1
    }

    private mutating func element<T: BinaryFloatingPoint & LosslessStringConvertible>(float value: T) throws {
        let name = try writer.name(of: value)
        try element { output in
            if let name { output.write(name) } else { output.write(finite: value) }
        }
    }

    mutating func encodeNil() throws { try element { $0.writeNull() } }
    mutating func encode(_ value: Bool) throws { try element { $0.write(value) } }
    mutating func encode(_ value: String) throws { try element { $0.write(value) } }
    mutating func encode(_ value: Double) throws { try element(float: value) }
    mutating func encode(_ value: Float) throws { try element(float: value) }
    mutating func encode(_ value: Int) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: Int8) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: Int16) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: Int32) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: Int64) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: Int128) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: UInt) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: UInt8) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: UInt16) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: UInt32) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: UInt64) throws { try element { $0.write(integer: value) } }
    mutating func encode(_ value: UInt128) throws { try element { $0.write(integer: value) } }

    mutating func encode<T: Encodable>(_ value: T) throws {
        try element { _ in }
        try writer.write(value, under: JSONWriterKey(index: count - 1))
    }

    /// A place for the next value, which is written later but before anything else.
    private mutating func reserve() -> JSONPlaceToWrite {
        let key = JSONWriterKey(index: count)
        count += 1
        return writer.edit { [place] output in
            do {
                try output.enter(place)
            } catch {
                return output.give()
            }
            return output.reserve(key)
        }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        JSONModelEncoder(writer: writer, place: reserve()).container(keyedBy: keyType)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        JSONModelEncoder(writer: writer, place: reserve()).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder { JSONModelEncoder(writer: writer, place: reserve()) }
}

/// A step of a coding path that no model has named.
enum JSONWriterKey: CodingKey {
    case name(String)
    case index(Int)

    init(_ text: String) { self = .name(text) }
    init(index: Int) { self = .index(index) }
    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .index(intValue) }

    var stringValue: String {
        switch self {
        case .name(let text): text
        case .index(let index): "Index \(index)"
        }
    }

    var intValue: Int? {
        if case .index(let index) = self { index } else { nil }
    }
}
