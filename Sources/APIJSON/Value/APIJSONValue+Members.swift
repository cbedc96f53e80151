internal import APIWire

extension APIJSONValue {
    /// The elements of an array in their order; empty for anything else.
    public var elements: Elements {
        Elements(members: Members(self, kind: .array))
    }

    /// The pairs of an object in their order, repeated keys too; empty for anything else.
    public var pairs: Pairs {
        Pairs(members: Members(self, kind: .object))
    }

    /// An array's elements.
    public struct Elements: Sequence, IteratorProtocol, Sendable {
        var members: Members

        /// The next element, nil after the last.
        public mutating func next() -> APIJSONValue? {
            members.next(inObject: false)
        }
    }

    /// An object's keys with their values.
    public struct Pairs: Sequence, IteratorProtocol, Sendable {
        var members: Members

        /// The next pair, nil after the last.
        public mutating func next() -> (key: String, value: APIJSONValue)? {
            let key = members.index
            guard let value = members.next(inObject: true) else { return nil }
            return (value.tape.string(value.tape.word(at: key)), value)
        }
    }

    struct Members: Sendable {
        private let tape: JSONTape
        private(set) var index: UInt32
        private let end: UInt32

        init(_ value: APIJSONValue, kind: JSONKind) {
            tape = value.tape
            let matches = value.word.kind == kind
            index = matches ? value.tape.first(in: value.index) : 0
            end = matches ? value.tape.end(of: value.index) : 0
        }

        mutating func next(inObject: Bool) -> APIJSONValue? {
            guard index < end else { return nil }
            let value = APIJSONValue(tape: tape, index: inObject ? tape.value(of: index) : index)
            index = tape.index(after: value.index)
            return value
        }
    }
}
