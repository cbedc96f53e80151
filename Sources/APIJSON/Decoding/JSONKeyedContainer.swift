internal import APIWire

/// Reads the members of an object by their keys.
class JSONObjectReader {
    final let scope: JSONScope
    private(set) final var object: UInt32 = 0
    private(set) final var depth: UInt32 = 0
    private final let cursor: JSONCursor
    private final var hasNames = false
    private(set) final var names: JSONNameIndex?

    init(_ scope: JSONScope) {
        self.scope = scope
        cursor = JSONCursor(scope.tape)
    }

    /// Begins to read the object at `index`.
    final func aim(at index: UInt32, depth: UInt32) {
        object = index
        self.depth = depth
        cursor.reset()
        if hasNames || scope.needsNames(for: index) {
            names = scope.names(of: index)
            hasNames = names != nil
        }
    }

    /// The value for `key`; 0 when there is none.
    @inline(__always) final func find(_ key: String) -> UInt32 {
        if hasNames { return findByName(key) }
        let found = cursor.find(key, in: object)
        return found == JSONCursor.crowded ? scope.findByIndex(key, in: object) : found
    }

    @inline(never) private final func findByName(_ key: String) -> UInt32 {
        names?.values[key] ?? 0
    }
}

/// The members of an object, read by a model's keys.
final class JSONKeyedContainer<Key: CodingKey>: JSONObjectReader, KeyedDecodingContainerProtocol {
    var codingPath: [any CodingKey] { scope.path(to: object) }

    var allKeys: [Key] {
        if let names { return names.values.keys.compactMap(Key.init(stringValue:)) }
        return scope.distinctKeys(of: object).compactMap(Key.init(stringValue:))
    }

    @inline(__always) func value(_ key: Key) throws -> UInt32 {
        let found = find(key.stringValue)
        guard found != 0 else { throw scope.missing(key, in: object) }
        return found
    }

    /// The value for `key`; nil when there is none or it is null.
    @inline(__always) func present(_ key: Key) -> UInt32? {
        let found = find(key.stringValue)
        return found == 0 || scope.tape.word(at: found).isNull ? nil : found
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != 0 }

    func decodeNil(forKey key: Key) throws -> Bool { scope.tape.word(at: try value(key)).isNull }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try scope.decode(type, at: value(key), depth: depth + 1)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let index = present(key) else { return nil }
        return try scope.decode(type, at: index, depth: depth + 1)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try scope.container(keyedBy: type, at: value(key), depth: depth + 1)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try JSONUnkeyedContainer(scope, value(key), depth: depth + 1)
    }

    func superDecoder() throws -> any Decoder {
        let index = find(JSONPathKey.super.stringValue)
        return scope.decoder(at: index, or: .super, of: object, depth: depth + 1)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        scope.decoder(
            at: find(key.stringValue),
            or: JSONPathKey(stringValue: key.stringValue),
            of: object,
            depth: depth + 1
        )
    }
}
