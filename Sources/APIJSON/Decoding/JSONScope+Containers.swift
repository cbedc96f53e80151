internal import APIWire

/// The last container that was made for a type of keys, and its reader.
struct IdleReader {
    private(set) var keyType: UInt = 0
    private(set) var reader: JSONObjectReader?
    private(set) var container: LentContainer?
    /// The same, for those who only look: taking a reference for a moment costs more than looking.
    private(set) var view: View?

    struct View {
        let reader: Borrowed<JSONObjectReader>
        let container: Borrowed<LentContainer>
    }

    init() {}

    init(keyType: any Any.Type, _ reader: JSONObjectReader, _ container: LentContainer) {
        self.keyType = UInt(bitPattern: ObjectIdentifier(keyType))
        self.reader = reader
        self.container = container
        view = View(reader: Borrowed(reader), container: Borrowed(container))
    }

    /// Whether nobody has the container, so that it may be lent or go.
    var isIdle: Bool { view?.container.with { container in container.isIdle } ?? true }
}

extension JSONScope {
    /// A container for the object at `index`.
    func container<Key: CodingKey>(
        keyedBy type: Key.Type,
        at index: UInt32,
        depth: UInt32
    ) throws -> KeyedDecodingContainer<Key> {
        guard tape.word(at: index).isObject else { throw mismatch([String: Any].self, at: index) }
        let address = UInt(bitPattern: ObjectIdentifier(type))
        let home = Int((address &* 0x9E37_79B9_7F4A_7C15) >> 61)
        if lendsContainers {
            for step in 0..<readers.count {
                let slot = (home &+ step) & 7
                guard readers[slot].keyType == address, let view = readers[slot].view,
                    view.container.with({ container in container.isIdle })
                else { continue }
                view.reader.with { reader in reader.aim(at: index, depth: depth) }
                return view.container.with { container in container.lend(keyedBy: type) }
            }
        }
        return makeContainer(keyedBy: type, at: index, depth: depth, home)
    }

    @inline(never) private func makeContainer<Key: CodingKey>(
        keyedBy type: Key.Type,
        at index: UInt32,
        depth: UInt32,
        _ home: Int
    ) -> KeyedDecodingContainer<Key> {
        guard let slot = slotForLending(from: home) else {
            let reader = JSONObjectReader(self, isLent: false)
            reader.aim(at: index, depth: depth)
            return KeyedDecodingContainer(JSONKeyedContainer<Key, JSONObjectReader>(reader, keeper: reader))
        }
        let reader = JSONObjectReader(self, isLent: true)
        reader.aim(at: index, depth: depth)
        let container = KeyedDecodingContainer(JSONKeyedContainer<Key, Void>(reader, keeper: ()))
        readers[slot] = IdleReader(keyType: type, reader, LentContainer.keeping(container))
        return container
    }

    /// A place for one more container to lend: the first that is empty, or else whose container may go.
    private func slotForLending(from home: Int) -> Int? {
        guard lendsContainers else { return nil }
        let order = (0..<readers.count).map { (home + $0) & 7 }
        return order.first { readers[$0].container == nil } ?? order.first { readers[$0].isIdle }
    }

    /// Whether a model has kept a container that was lent to it.
    var hasLost: Bool {
        for slot in readers.indices where !readers[slot].isIdle { return true }
        return false
    }
}

/// Whether the standard library is the one that lending containers was written for.
enum LentContainers {
    static let areKnown: Bool = {
        let scope = JSONScope(JSONTape(), .standard)
        let reader = JSONObjectReader(scope, isLent: false)
        let container = JSONKeyedContainer<JSONPathKey, JSONObjectReader>(reader, keeper: reader)
        return LentContainer.canKeep(KeyedDecodingContainer(container))
    }()
}
