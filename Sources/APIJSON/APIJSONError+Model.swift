internal import APIWire

extension JSONScope {
    /// `error` with the place of the value, what was wanted and found there, and the model.
    func explained(_ error: DecodingError) -> DecodingError {
        guard let context = error.context, !(context.underlyingError is APIJSONError) else { return error }
        let index = locate(context.codingPath.dropFirst(prefix.count))
        let place = tape.withDocument { JSONPlace(tape.range(at: index).lowerBound, in: $0) }
        let word = tape.word(at: index)
        let found: String
        if case .keyNotFound = error {
            found = keyList(of: index)
        } else if word.isContainer || word.isNull {
            found = JSONWords.name(of: word.kind)
        } else {
            found = "\(JSONWords.name(of: word.kind)), \(valueExcerpt(at: index))"
        }
        let details = APIJSONError(
            path: context.codingPath.dotted,
            wanted: wanted(by: error, context),
            found: found,
            place: place,
            model: model(at: index),
            underlying: context.underlyingError
        )
        return error.with(
            .init(codingPath: context.codingPath, debugDescription: details.description, underlyingError: details)
        )
    }

    private func wanted(by error: DecodingError, _ context: DecodingError.Context) -> String {
        switch error {
        case .typeMismatch(let type, _), .valueNotFound(let type, _): JSONWords.name(of: type)
        case .keyNotFound(let key, _): "the key “\(JSONWords.bounded(key.stringValue))”"
        default: "another value (\(context.debugDescription))"
        }
    }

    private func model(at index: UInt32) -> String? {
        guard let model = failure.model, failure.index <= index, index < tape.index(after: failure.index) else {
            return nil
        }
        return String(describing: model)
    }

    private func valueExcerpt(at index: UInt32) -> String {
        let range = tape.range(at: index)
        return tape.withDocument { document in
            let end = min(range.upperBound, range.lowerBound + 4 * JSONWords.excerptLimit)
            let bytes = (range.lowerBound..<end).map { document[$0] }
            return JSONWords.bounded(String(decoding: bytes, as: UTF8.self))
        }
    }

    private func keyList(of object: UInt32) -> String {
        guard tape.word(at: object).isObject else { return JSONWords.name(of: tape.word(at: object).kind) }
        guard tape.memberCount(of: object) > 0 else { return "an object without keys" }
        var keys: [String] = []
        var member = tape.first(in: object)
        while member < tape.end(of: object), keys.count < 8 {
            keys.append(tape.string(tape.word(at: member)))
            member = tape.index(after: tape.value(of: member))
        }
        return "only “\(JSONWords.bounded(keys.joined(separator: ", ")))”"
    }

    /// The value a coding path leads to, or as far towards it as the document goes.
    private func locate(_ path: some Sequence<any CodingKey>) -> UInt32 {
        var index: UInt32 = 0
        for key in path {
            guard let next = child(of: index, key) else { break }
            index = next
        }
        return index
    }

    private func child(of index: UInt32, _ key: any CodingKey) -> UInt32? {
        switch tape.word(at: index).kind {
        case .array: key.intValue.flatMap { tape.element($0, of: index) }
        case .object: member(key.stringValue, of: index)
        default: nil
        }
    }

    private func member(_ name: String, of object: UInt32) -> UInt32? {
        var asWritten: UInt32?
        var converted: UInt32?
        forEachKey(of: object) { key, value in
            if asWritten == nil, key == name { asWritten = value }
            if converted == nil, case .fromSnakeCase = options.keys, camelCased(key) == name { converted = value }
        }
        return asWritten ?? converted
    }
}

extension JSONTape {
    /// The element at `position` of an array.
    func element(_ position: Int, of array: UInt32) -> UInt32? {
        guard position >= 0, position < memberCount(of: array) else { return nil }
        var index = first(in: array)
        for _ in 0..<position {
            index = self.index(after: index)
        }
        return index
    }
}
