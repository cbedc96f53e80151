internal import APIWire

extension JSONScope {
    /// The coding path of the value at `index`.
    func path(to index: UInt32) -> [any CodingKey] {
        var finder = finder
        let steps = finder.keys(to: index, in: tape) { key, object in
            guard case .fromSnakeCase = options.keys, !keepsKeys(of: object) else { return key }
            return camelCased(key)
        }
        self.finder = finder
        return prefix + steps
    }

    /// The object's keys in their order, repeated ones once.
    func distinctKeys(of object: UInt32) -> [String] {
        var keys: [String] = []
        keys.reserveCapacity(tape.memberCount(of: object))
        var seen: Set<String> = []
        forEachKey(of: object) { key, _ in
            if seen.insert(key).inserted {
                keys.append(key)
            }
        }
        return keys
    }

    /// A decoder for the value at `index`, or for null under `key` when the object at `object` has no such value.
    func decoder(at index: UInt32, or key: JSONPathKey, of object: UInt32, depth: UInt32) -> any Decoder {
        if index != 0 { return JSONValueDecoder(scope: self, index: index, depth: depth) }
        let null: [UInt8] = Array("null".utf8)
        guard let tape = try? JSONTape.copying(null.span, maximumDepth: 1) else {
            return JSONValueDecoder(scope: self, index: object, depth: depth)
        }
        let absent = JSONScope(tape, options, prefix: path(to: object) + [key])
        return JSONValueDecoder(scope: absent, index: 0, depth: depth)
    }
}
