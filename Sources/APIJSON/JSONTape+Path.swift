internal import APIWire

extension JSONTape {
    /// The value `path` leads to from the one at `start`; nil when there is none.
    func value(at path: APIJSONPath, from start: UInt32 = 0) -> UInt32? {
        var index = start
        var rest = path.description[...]
        while !rest.isEmpty {
            let isObject = word(at: index).isObject
            if isObject, let whole = member(String(rest), of: index) { return whole }
            guard let (step, after) = APIJSONPath.split(rest) else { return nil }
            switch step {
            case .key(let key):
                guard isObject, let next = member(key, of: index) else { return nil }
                index = next
            case .index(let position):
                guard word(at: index).isArray, let next = element(position, of: index) else { return nil }
                index = next
            }
            rest = after
        }
        return index
    }

    /// The value of the first key equal to `key`.
    func member(_ key: String, of object: UInt32) -> UInt32? {
        var member = object + 2
        while member < end(of: object) {
            if equals(word(at: member), key) { return member + 1 }
            member = index(after: member + 1)
        }
        return nil
    }
}
