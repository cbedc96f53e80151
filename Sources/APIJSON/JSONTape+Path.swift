internal import APIWire

extension JSONTape {
    /// Where a path leads.
    enum PathEnd {
        case value(UInt32)
        /// Not beyond the value at `index`, which has nothing under `rest`.
        case stop(index: UInt32, rest: Substring)
    }

    /// The value `path` leads to from the one at `start`; nil when there is none.
    func value(at path: APIJSONPath, from start: UInt32 = 0) -> UInt32? {
        if case .value(let index) = follow(path, from: start) { index } else { nil }
    }

    /// Goes along `path` from the value at `start` as far as it leads.
    func follow(_ path: APIJSONPath, from start: UInt32) -> PathEnd {
        var index = start
        var rest = path.description[...]
        while !rest.isEmpty {
            let isObject = word(at: index).isObject
            if isObject, let whole = member(String(rest), of: index) { return .value(whole) }
            guard let (step, after) = APIJSONPath.split(rest) else { return .stop(index: index, rest: rest) }
            switch step {
            case .key(let key):
                guard isObject, let next = member(key, of: index) else { return .stop(index: index, rest: rest) }
                index = next
            case .index(let position):
                guard word(at: index).isArray, let next = element(position, of: index) else {
                    return .stop(index: index, rest: rest)
                }
                index = next
            }
            rest = after
        }
        return .value(index)
    }

    /// The value of the first key equal to `key`.
    func member(_ key: String, of object: UInt32) -> UInt32? {
        let end = end(of: object)
        var member = first(in: object)
        while member < end {
            let value = value(of: member)
            if equals(word(at: member), key) { return value }
            member = index(after: value)
        }
        return nil
    }
}
