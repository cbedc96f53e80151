internal import APIWire

/// Which model was being decoded when the last error arose.
struct JSONFailureNote {
    private(set) var model: (any Any.Type)?
    private(set) var index: UInt32 = 0

    /// An error leaves `model`, the value at `index`.
    ///
    /// The innermost model is the one to name.
    mutating func pass(model: any Any.Type, at index: UInt32, through tape: JSONTape) {
        if self.model != nil, self.index >= index, self.index < tape.index(after: index) { return }
        self.model = model
        self.index = index
    }

    mutating func clear() {
        model = nil
    }
}

/// Errors are made here, out of the way of the code that decodes. Where a value lies and how it looks is added once,
/// by the parser, since models that try one type after another throw many of them away.
extension JSONScope {
    @inline(never) func mismatch(_ type: any Any.Type, at index: UInt32) -> DecodingError {
        failure.clear()
        let found = tape.word(at: index).kind
        let context = { (text: String) in
            DecodingError.Context(codingPath: self.path(to: index), debugDescription: text)
        }
        if found == .null {
            return .valueNotFound(type, context("Expected \(JSONWords.name(of: type)) but found null instead."))
        }
        let description = "Expected \(JSONWords.name(of: type)) but found \(JSONWords.name(of: found)) instead."
        return .typeMismatch(type, context(description))
    }

    @inline(never) func outOfRange(_ type: any Any.Type, at index: UInt32) -> DecodingError {
        corrupted(
            "The number \(JSONWords.bounded(tape.plainText(tape.word(at: index)))) does not fit in \(type).",
            at: index
        )
    }

    @inline(never) func corrupted(_ description: String, at index: UInt32) -> DecodingError {
        failure.clear()
        return .dataCorrupted(.init(codingPath: path(to: index), debugDescription: description))
    }

    @inline(never) func missing(_ key: some CodingKey, in object: UInt32) -> DecodingError {
        failure.clear()
        let description = "There is no value for the key \"\(key.stringValue)\"."
        return .keyNotFound(key, .init(codingPath: path(to: object), debugDescription: description))
    }

    @inline(never) func exhausted(_ type: any Any.Type, array: UInt32, position: Int) -> DecodingError {
        failure.clear()
        let path = path(to: array) + [JSONPathKey(intValue: position)]
        return .valueNotFound(
            type,
            .init(codingPath: path, debugDescription: "Expected \(JSONWords.name(of: type)) but the array ends here.")
        )
    }
}
