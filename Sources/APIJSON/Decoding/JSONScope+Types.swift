internal import APIWire

/// What a scope has found out about a type, so that it need not ask again for each value.
struct KnownType {
    enum Way {
        /// By the type's own initializer.
        case initializer
        /// By this module: the arrays that are most common …
        case strings, doubles, integers
        /// … and other collections.
        case native(any JSONNative.Type)
        /// By the foreign types.
        case foreign
    }

    var type: UInt = 0
    var way = Way.initializer
}

/// A collection that is read here in one go.
///
/// The standard library's initializers ask a container for each element, through two existentials.
protocol JSONNative: Decodable {
    static func decode(_ scope: JSONScope, at index: UInt32, depth: UInt32) throws -> Self
}

extension JSONScope {
    /// A value of any type.
    func decode<T: Decodable>(_ type: T.Type, at index: UInt32, depth: UInt32) throws -> T {
        if T.self == String.self { return renamer.renamed(try string(at: index), as: type) }
        if T.self == Int.self { return renamer.renamed(try integer(Int.self, at: index), as: type) }
        if T.self == Double.self { return renamer.renamed(try double(at: index), as: type) }
        switch way(of: type) {
        case .initializer: return try initialize(type, at: index, depth: depth)
        case .strings: return renamer.renamed(try strings(at: index), as: type)
        case .doubles: return renamer.renamed(try doubles(at: index), as: type)
        case .integers: return renamer.renamed(try integers(at: index), as: type)
        case .native(let native): return try decode(type, by: native, at: index, depth: depth)
        case .foreign: return try decodeForeign(type, at: index, depth: depth)
        }
    }

    @inline(__always)
    private func initialize<T: Decodable>(_ type: T.Type, at index: UInt32, depth: UInt32) throws -> T {
        do {
            return try T(from: JSONValueDecoder(scope: self, index: index, depth: depth))
        } catch {
            failure.pass(model: type, at: index, through: tape)
            throw error
        }
    }

    private func decode<T, Native: JSONNative>(
        _ type: T.Type,
        by native: Native.Type,
        at index: UInt32,
        depth: UInt32
    ) throws -> T {
        renamed(try Native.decode(self, at: index, depth: depth), as: type)
    }

    private func decodeForeign<T: Decodable>(_ type: T.Type, at index: UInt32, depth: UInt32) throws -> T {
        let decoder = JSONValueDecoder(scope: self, index: index, depth: depth)
        guard let foreign = options.foreign else { return try T(from: decoder) }
        return try foreign.decode(type, from: decoder)
    }

    @inline(__always) private func way(of type: any Any.Type) -> KnownType.Way {
        let address = UInt(bitPattern: ObjectIdentifier(type))
        let slot = Int((address &* 0x9E37_79B9_7F4A_7C15) >> 58)
        if types[slot].type == address { return types[slot].way }
        if types[slot ^ 1].type == address { return types[slot ^ 1].way }
        return learn(type, slot)
    }

    @inline(never) private func learn(_ type: any Any.Type, _ slot: Int) -> KnownType.Way {
        let way: KnownType.Way =
            if options.foreign?.knows(type) == true {
                .foreign
            } else if type == [String].self {
                .strings
            } else if type == [Double].self {
                .doubles
            } else if type == [Int].self {
                .integers
            } else if let native = type as? any JSONNative.Type {
                .native(native)
            } else {
                .initializer
            }
        types[slot ^ 1] = types[slot]
        types[slot] = KnownType(type: UInt(bitPattern: ObjectIdentifier(type)), way: way)
        return way
    }
}

extension Array: JSONNative where Element: Decodable {
    static func decode(_ scope: JSONScope, at index: UInt32, depth: UInt32) throws -> [Element] {
        try scope.models(at: index, depth: depth + 1)
    }
}

extension Optional: JSONNative where Wrapped: Decodable {
    static func decode(_ scope: JSONScope, at index: UInt32, depth: UInt32) throws -> Wrapped? {
        scope.tape.word(at: index).isNull ? nil : try scope.decode(Wrapped.self, at: index, depth: depth)
    }
}

/// A dictionary's keys are data, so no rule for a model's keys applies to them.
extension Dictionary: JSONNative where Key == String, Value: Decodable {
    static func decode(_ scope: JSONScope, at index: UInt32, depth: UInt32) throws -> [String: Value] {
        let tape = scope.tape
        guard tape.word(at: index).isObject else { throw scope.mismatch([String: Any].self, at: index) }
        scope.keepKeys(of: index)
        var values: [String: Value] = [:]
        values.reserveCapacity(Swift.min(tape.memberCount(of: index), JSONScope.reserveLimit))
        let end = tape.end(of: index)
        var member = tape.first(in: index)
        while member < end {
            let key = tape.string(tape.word(at: member))
            // Of equal keys the first counts. Foundation decodes the others as well when there is a rule for keys.
            let isRepeated = values.index(forKey: key) != nil
            if !isRepeated || !scope.keysAsWritten {
                let value = try scope.decode(Value.self, at: tape.value(of: member), depth: depth + 1)
                if !isRepeated { values[key] = value }
            }
            member = tape.index(after: tape.value(of: member))
        }
        return values
    }
}

extension JSONScope {
    /// What a document's say-so may reserve at once, in elements.
    fileprivate static let reserveLimit = 1 << 16

    private func strings(at index: UInt32) throws -> [String] {
        try array(at: index) { scope, index in try scope.string(at: index) }
    }

    private func doubles(at index: UInt32) throws -> [Double] {
        try array(at: index) { scope, index in try scope.double(at: index) }
    }

    private func integers(at index: UInt32) throws -> [Int] {
        try array(at: index) { scope, index in try scope.integer(Int.self, at: index) }
    }

    /// An array of what `element` reads, which gets the scope so that it need not take a reference to it.
    @inline(__always)
    fileprivate func array<Element>(
        at index: UInt32,
        _ element: (JSONScope, UInt32) throws -> Element
    ) throws -> [Element] {
        guard tape.word(at: index).isArray else { throw mismatch([Any].self, at: index) }
        let count = tape.memberCount(of: index)
        var member = tape.first(in: index)
        var elements: [Element] = []
        elements.reserveCapacity(Swift.min(count, Self.reserveLimit))
        for _ in 0..<count {
            elements.append(try element(self, member))
            member = tape.index(after: member)
        }
        return elements
    }

    /// An array of models, each made where it will lie.
    fileprivate func models<Model: Decodable>(at index: UInt32, depth: UInt32) throws -> [Model] {
        guard tape.word(at: index).isArray else { throw mismatch([Any].self, at: index) }
        let count = tape.memberCount(of: index)
        guard count <= Self.reserveLimit, case .initializer = way(of: Model.self) else {
            return try array(at: index) { scope, index in try scope.decode(Model.self, at: index, depth: depth) }
        }
        var member = tape.first(in: index)
        return try Array(count: count) {
            let index = member
            member = tape.index(after: index)
            return try initialize(Model.self, at: index, depth: depth)
        }
    }
}
