internal import APIWire

/// A container that was used before, kept for the next object with the same type of keys.
struct IdleReader {
    var keyType: UInt = 0
    var reader: JSONObjectReader?
    var box: AnyObject?
}

extension JSONScope {
    /// A container for the object at `index`.
    func container<Key: CodingKey>(
        keyedBy type: Key.Type,
        at index: UInt32,
        depth: UInt32
    ) throws -> KeyedDecodingContainer<Key> {
        guard tape.word(at: index).kind == .object else { throw mismatch([String: Any].self, at: index) }
        let address = UInt(bitPattern: ObjectIdentifier(type))
        let slot = Int((address &* 0x9E37_79B9_7F4A_7C15) >> 61)
        // Nobody but this scope holds the box: whoever had the container is done with it.
        if readers[slot].keyType == address, isKnownUniquelyReferenced(&readers[slot].box),
            let reader = readers[slot].reader, let box = readers[slot].box
        {
            reader.aim(at: index, depth: depth)
            return ContainerBox.container(around: box, keyedBy: type)
        }
        let reader = JSONKeyedContainer<Key>(self)
        reader.aim(at: index, depth: depth)
        let container = KeyedDecodingContainer(reader)
        if keepsReaders, Self.knowsBoxes {
            readers[slot] = IdleReader(keyType: address, reader: reader, box: ContainerBox.box(in: container))
        }
        return container
    }

    /// Whether the standard library is the one that `ContainerBox` was written for.
    private static let knowsBoxes: Bool = {
        guard let tape = try? JSONTape.copying([UInt8(ascii: "0")].span, maximumDepth: 1) else { return false }
        let reader = JSONKeyedContainer<JSONPathKey>(JSONScope(tape, JSONOptions()))
        return ContainerBox.isKnown(by: KeyedDecodingContainer(reader))
    }()

    /// Lets go of the containers, which hold the scope.
    func end() {
        keepsReaders = false
        for slot in readers.indices {
            readers[slot] = IdleReader()
        }
    }
}
