internal import APIWire

/// The elements of an array, one after the other.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
    private let scope: JSONScope
    private let array: UInt32
    private var next: UInt32
    private var position: UInt32 = 0
    private let depth: UInt32

    init(_ scope: JSONScope, _ index: UInt32, depth: UInt32) throws {
        guard scope.tape.word(at: index).isArray else { throw scope.mismatch([Any].self, at: index) }
        self.scope = scope
        array = index
        next = scope.tape.first(in: index)
        self.depth = depth
    }

    var codingPath: [any CodingKey] { scope.path(to: array) }
    var count: Int? { scope.tape.memberCount(of: array) }
    var currentIndex: Int { Int(position) }
    var isAtEnd: Bool { scope.tape.isEnd(next, of: array) }

    /// Reads the next element and passes it, unless reading throws.
    @inline(__always)
    private mutating func take<T>(_ type: any Any.Type, _ read: (UInt32) throws -> T) throws -> T {
        guard !isAtEnd else { throw scope.exhausted(type, array: array, position: currentIndex) }
        let value = try read(next)
        next = scope.tape.index(after: next)
        position += 1
        return value
    }

    @inline(__always) private mutating func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
        try take(type) { [scope] in try scope.integer(type, at: $0) }
    }

    mutating func decodeNil() throws -> Bool {
        guard !isAtEnd else { throw scope.exhausted(Never?.self, array: array, position: currentIndex) }
        guard scope.tape.word(at: next).isNull else { return false }
        next = scope.tape.index(after: next)
        position += 1
        return true
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        guard !isAtEnd else { throw scope.exhausted(type, array: array, position: currentIndex) }
        let index = next
        // Passed already while it is read; a value that throws is there for another try.
        next = scope.tape.index(after: index)
        position += 1
        do {
            return try scope.decode(type, at: index, depth: depth + 1)
        } catch {
            next = index
            position -= 1
            throw error
        }
    }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try take(KeyedDecodingContainer<Key>.self) { [scope, depth] in
            try scope.container(keyedBy: type, at: $0, depth: depth + 1)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try take((any UnkeyedDecodingContainer).self) { [scope, depth] in
            try JSONUnkeyedContainer(scope, $0, depth: depth + 1)
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        try take((any Decoder).self) { [scope, depth] in
            JSONValueDecoder(scope: scope, index: $0, depth: depth + 1)
        }
    }
}

/// One method for each type that needs no decoder of its own: the compiler picks these when it knows the type.
extension JSONUnkeyedContainer {
    mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type, scope.boolean(at:)) }
    mutating func decode(_ type: String.Type) throws -> String { try take(type, scope.string(at:)) }
    mutating func decode(_ type: Double.Type) throws -> Double { try take(type, scope.double(at:)) }
    mutating func decode(_ type: Float.Type) throws -> Float { try take(type, scope.float(at:)) }
    mutating func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }
}
