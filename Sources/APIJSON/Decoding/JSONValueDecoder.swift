internal import APIWire

/// A decoder of one value of a document.
///
/// Small enough to travel in an existential without allocating.
package struct JSONValueDecoder {
    let scope: JSONScope
    let index: UInt32
    let depth: UInt32
}

extension JSONValueDecoder: Decoder {
    package var codingPath: [any CodingKey] { scope.path(to: index) }

    package var userInfo: [CodingUserInfoKey: Any] { scope.userInfo }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try scope.container(keyedBy: type, at: index, depth: depth)
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try JSONUnkeyedContainer(scope, index, depth: depth)
    }

    package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
    package func decodeNil() -> Bool { scope.tape.word(at: index).isNull }

    package func decode(_ type: Bool.Type) throws -> Bool { try scope.boolean(at: index) }
    package func decode(_ type: String.Type) throws -> String { try scope.string(at: index) }
    package func decode(_ type: Double.Type) throws -> Double { try scope.double(at: index) }
    package func decode(_ type: Float.Type) throws -> Float { try scope.float(at: index) }
    package func decode(_ type: Int.Type) throws -> Int { try scope.integer(type, at: index) }
    package func decode(_ type: Int8.Type) throws -> Int8 { try scope.integer(type, at: index) }
    package func decode(_ type: Int16.Type) throws -> Int16 { try scope.integer(type, at: index) }
    package func decode(_ type: Int32.Type) throws -> Int32 { try scope.integer(type, at: index) }
    package func decode(_ type: Int64.Type) throws -> Int64 { try scope.integer(type, at: index) }
    package func decode(_ type: Int128.Type) throws -> Int128 { try scope.integer(type, at: index) }
    package func decode(_ type: UInt.Type) throws -> UInt { try scope.integer(type, at: index) }
    package func decode(_ type: UInt8.Type) throws -> UInt8 { try scope.integer(type, at: index) }
    package func decode(_ type: UInt16.Type) throws -> UInt16 { try scope.integer(type, at: index) }
    package func decode(_ type: UInt32.Type) throws -> UInt32 { try scope.integer(type, at: index) }
    package func decode(_ type: UInt64.Type) throws -> UInt64 { try scope.integer(type, at: index) }
    package func decode(_ type: UInt128.Type) throws -> UInt128 { try scope.integer(type, at: index) }

    package func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try scope.decode(type, at: index, depth: depth + 1)
    }
}

extension JSONValueDecoder {
    /// The number's text, exactly as the document has it.
    ///
    /// - Throws: `DecodingError` when the value is no number; it names `type` as what was wanted.
    package func numberText(for type: any Any.Type) throws -> String {
        let word = scope.tape.word(at: index)
        guard word.isNumber else { throw scope.mismatch(type, at: index) }
        return scope.tape.plainText(word)
    }

    /// Throws `valueNotFound` for `type` when the value is null.
    package func requireValue(for type: any Any.Type) throws {
        if decodeNil() { throw scope.mismatch(type, at: index) }
    }

    /// The error of a value that is of the right kind but cannot be a `type`.
    package func corrupted(_ description: String) -> DecodingError {
        scope.corrupted(description, at: index)
    }
}
