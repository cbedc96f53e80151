internal import APIWire

/// The values of one object by the keys a model asks for; the first of equal keys counts.
final class JSONNameIndex {
    let values: [String: UInt32]

    init(_ values: [String: UInt32]) {
        self.values = values
    }
}

/// What one decoding shares between its decoders and containers.
final class JSONScope {
    let tape: JSONTape
    let renamer = Renamer()
    private(set) var options: JSONOptions
    /// The options' own, as decoders show it.
    private(set) var userInfo: [CodingUserInfoKey: Any]
    /// The path that leads to the tape's root.
    let prefix: [any CodingKey]
    private(set) var keysAsWritten: Bool
    /// The objects that were read as dictionaries, whose keys no rule applies to; kept only when there is a rule.
    private var dictionaries: Set<UInt32> = []
    private var crowded: [UInt32: JSONNameIndex] = [:]
    /// Whether foreign types are among the known ones.
    private var hasForeignTypes: Bool
    var types = InlineArray<64, KnownType>(repeating: KnownType())
    var readers = InlineArray<8, IdleReader>(repeating: IdleReader())
    /// Whether containers are lent, for as long as the decoding runs.
    var lendsContainers = false
    var finder = JSONPathFinder()
    var failure = JSONFailureNote()

    init(_ tape: JSONTape, _ options: JSONOptions, prefix: [any CodingKey] = []) {
        self.tape = tape
        self.options = options
        userInfo = options.userInfo
        self.prefix = prefix
        hasForeignTypes = options.hasForeign
        keysAsWritten = options.keys.isAsWritten
    }

    /// Makes ready for one decoding.
    func begin(_ options: JSONOptions) {
        if options.hasForeign != hasForeignTypes {
            types = InlineArray(repeating: KnownType())
            hasForeignTypes.toggle()
        }
        self.options = options
        if !options.userInfo.isEmpty { userInfo = options.userInfo }
        keysAsWritten = options.keys.isAsWritten
        lendsContainers = LentContainers.areKnown
    }

    /// Forgets the decoding, but not what the next one can use.
    func end() {
        lendsContainers = false
        tape.close()
        options = .standard
        if !userInfo.isEmpty { userInfo = [:] }
        if !dictionaries.isEmpty { dictionaries = [] }
        if !crowded.isEmpty { crowded = [:] }
        finder = JSONPathFinder()
        failure.clear()
    }
}

// MARK: Keys

extension JSONScope {
    /// Whether an object needs an index because its keys cannot be compared by their bytes.
    @inline(__always) func needsNames(for object: UInt32) -> Bool {
        !keysAsWritten || tape.hasUnusualKeys(in: object)
    }

    func names(of object: UInt32) -> JSONNameIndex? {
        guard needsNames(for: object) else { return nil }
        return nameIndex(of: object, asWritten: keysAsWritten)
    }

    @inline(never) private func nameIndex(of object: UInt32, asWritten: Bool) -> JSONNameIndex {
        var values: [String: UInt32] = [:]
        values.reserveCapacity(tape.memberCount(of: object))
        let path = needsPathForKeys && !asWritten ? self.path(to: object) : []
        forEachKey(of: object) { key, value in
            let name = asWritten ? key : modelKey(key, in: path)
            if values[name] == nil {
                values[name] = value
            }
        }
        return JSONNameIndex(values)
    }

    private var needsPathForKeys: Bool {
        if case .custom = options.keys { true } else { false }
    }

    /// Notes that the object at `index` is read as a dictionary.
    func keepKeys(of index: UInt32) {
        if !keysAsWritten { dictionaries.insert(index) }
    }

    /// Whether the keys of the object at `index` stand in paths as the document has them.
    func keepsKeys(of index: UInt32) -> Bool {
        keysAsWritten || dictionaries.contains(index)
    }

    /// The key a model knows a document's key by.
    func modelKey(_ key: String, in path: [any CodingKey]) -> String {
        switch options.keys {
        case .asWritten: key
        case .fromSnakeCase: camelCased(key)
        case .custom(let convert): convert(path + [JSONPathKey(stringValue: key)]).stringValue
        }
    }

    func forEachKey(of object: UInt32, _ body: (_ key: String, _ value: UInt32) -> Void) {
        let end = tape.end(of: object)
        var member = tape.first(in: object)
        while member < end {
            let value = tape.value(of: member)
            body(tape.string(tape.word(at: member)), value)
            member = tape.index(after: value)
        }
    }

    @inline(never) func findByIndex(_ key: String, in object: UInt32) -> UInt32 {
        if let index = crowded[object] { return index.values[key] ?? 0 }
        let index = nameIndex(of: object, asWritten: true)
        crowded[object] = index
        return index.values[key] ?? 0
    }
}

// MARK: Values

extension JSONScope {
    @inline(__always) func boolean(at index: UInt32) throws -> Bool {
        let word = tape.word(at: index)
        guard !word.isTrue else { return true }
        guard word.isFalse else { throw mismatch(Bool.self, at: index) }
        return false
    }

    @inline(__always) func string(at index: UInt32) throws -> String {
        let word = tape.word(at: index)
        guard word.isString else { throw mismatch(String.self, at: index) }
        return tape.string(word)
    }

    @inline(__always) func integer<T: FixedWidthInteger>(_ type: T.Type, at index: UInt32) throws -> T {
        let word = tape.word(at: index)
        guard let value = tape.integer(word, as: type) else {
            throw word.isNumber ? outOfRange(type, at: index) : mismatch(type, at: index)
        }
        return value
    }

    @inline(__always) func double(at index: UInt32) throws -> Double {
        let word = tape.word(at: index)
        guard word.isNumber else { return try namedFloat(Double.self, at: index) }
        guard let value = tape.double(word) else { throw outOfRange(Double.self, at: index) }
        return value
    }

    @inline(__always) func float(at index: UInt32) throws -> Float {
        let word = tape.word(at: index)
        guard word.isNumber else { return try namedFloat(Float.self, at: index) }
        guard let value = tape.float(word) else { throw outOfRange(Float.self, at: index) }
        return value
    }

    @inline(never) private func namedFloat<T: BinaryFloatingPoint>(_ type: T.Type, at index: UInt32) throws -> T {
        let word = tape.word(at: index)
        guard word.isString, let names = options.floatNames,
            let value = names.value(of: tape.string(word), as: type)
        else { throw mismatch(type, at: index) }
        return value
    }
}
