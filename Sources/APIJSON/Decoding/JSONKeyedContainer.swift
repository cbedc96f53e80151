internal import APIWire

/// Reads the members of an object by their keys.
final class JSONObjectReader {
    let tape: JSONTape
    private let scope: Borrowed<JSONScope>
    /// The scope, for the readers that it does not keep itself.
    private let owner: JSONScope?
    private(set) var object: UInt32 = 0
    private(set) var depth: UInt32 = 0
    private let cursor = JSONCursor()
    private var hasNames = false
    private(set) var names: JSONNameIndex?

    /// - Parameters:
    ///   - scope: The scope; when the reader is lent, it outlives the reader.
    ///   - isLent: Whether the scope keeps the reader, and not the reader the scope.
    init(_ scope: JSONScope, isLent: Bool) {
        tape = scope.tape
        self.scope = Borrowed(scope)
        owner = isLent ? nil : scope
    }

    /// Begins to read the object at `index`.
    func aim(at index: UInt32, depth: UInt32) {
        object = index
        self.depth = depth
        cursor.aim(at: index, of: tape)
        let names = scope.with { scope in scope.names(of: index) }
        if hasNames || names != nil {
            self.names = names
            hasNames = names != nil
        }
    }

    @inline(__always) func with<Result>(_ body: (JSONScope) throws -> Result) rethrows -> Result {
        try scope.with(body)
    }

    /// The value for `key`; 0 when there is none.
    @inline(__always) func find(_ key: String) -> UInt32 {
        if hasNames { return findByName(key) }
        let found = cursor.find(key, of: tape)
        return found == JSONCursor.crowded ? findByIndex(key) : found
    }

    @inline(never) private func findByName(_ key: String) -> UInt32 {
        names?.values[key] ?? 0
    }

    @inline(never) private func findByIndex(_ key: String) -> UInt32 {
        scope.with { scope in scope.findByIndex(key, in: object) }
    }
}

/// The members of an object, read by a model's keys.
///
/// The standard library copies a container for each value it reads, so this one costs nothing to copy: it has a
/// `Keeper` that keeps its reader alive only when its scope does not.
struct JSONKeyedContainer<Key: CodingKey, Keeper>: KeyedDecodingContainerProtocol {
    private let reader: Borrowed<JSONObjectReader>
    private let keeper: Keeper

    init(_ reader: JSONObjectReader, keeper: Keeper) {
        self.reader = Borrowed(reader)
        self.keeper = keeper
    }

    @inline(__always)
    func read<Result>(_ body: (JSONObjectReader, JSONScope) throws -> Result) rethrows -> Result {
        try reader.with { reader in try reader.with { scope in try body(reader, scope) } }
    }

    var codingPath: [any CodingKey] { read { reader, scope in scope.path(to: reader.object) } }

    var allKeys: [Key] {
        read { reader, scope in
            if let names = reader.names { return names.values.keys.compactMap(Key.init(stringValue:)) }
            return scope.distinctKeys(of: reader.object).compactMap(Key.init(stringValue:))
        }
    }

    /// Reads the value for `key`.
    @inline(__always)
    func value<Result>(_ key: Key, _ body: (JSONScope, UInt32) throws -> Result) throws -> Result {
        try read { reader, scope in
            let found = reader.find(key.stringValue)
            guard found != 0 else { throw scope.missing(key, in: reader.object) }
            return try body(scope, found)
        }
    }

    /// Reads the value for `key`; nil when there is none or it is null.
    @inline(__always)
    func present<Result>(_ key: Key, _ body: (JSONScope, UInt32) throws -> Result) throws -> Result? {
        try read { reader, scope in
            let found = reader.find(key.stringValue)
            return found == 0 || reader.tape.word(at: found).isNull ? nil : try body(scope, found)
        }
    }

    private var depth: UInt32 { read { reader, _ in reader.depth + 1 } }

    func contains(_ key: Key) -> Bool { read { reader, _ in reader.find(key.stringValue) != 0 } }

    func decodeNil(forKey key: Key) throws -> Bool {
        try value(key) { scope, index in scope.tape.word(at: index).isNull }
    }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let depth = depth
        return try value(key) { scope, index in try scope.decode(type, at: index, depth: depth) }
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let depth = depth
        return try present(key) { scope, index in try scope.decode(type, at: index, depth: depth) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        let depth = depth
        return try value(key) { scope, index in try scope.container(keyedBy: type, at: index, depth: depth) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let depth = depth
        return try value(key) { scope, index in try JSONUnkeyedContainer(scope, index, depth: depth) }
    }

    func superDecoder() throws -> any Decoder { superDecoder(.super) }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        superDecoder(JSONPathKey(stringValue: key.stringValue))
    }

    private func superDecoder(_ key: JSONPathKey) -> any Decoder {
        read { reader, scope in
            let index = reader.find(key.stringValue)
            return scope.decoder(at: index, or: key, of: reader.object, depth: reader.depth + 1)
        }
    }
}
