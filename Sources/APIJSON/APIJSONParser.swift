internal import APIWire

/// Decodes JSON documents (RFC 8259) into models, without Foundation.
///
/// It reads the document once, in place, and then gives each value to the model that asks for it. It is strict: no
/// comments, no trailing commas, no `NaN`, UTF-8 only (a leading byte order mark is passed), no unpaired surrogates.
/// Where an object repeats a key, the first value counts. Integers are exact to the limits of their type, also when
/// written with an exponent or as `1.0`; floating-point numbers are correctly rounded, and a number outside the
/// type's range is an error.
///
/// A parser is a value; any thread may use it.
public struct APIJSONParser: Sendable {
    /// How the keys of objects become the keys of models.
    public enum KeyDecodingStrategy: Sendable {
        /// As they are.
        case useDefaultKeys
        /// `one_two` becomes `oneTwo`.
        case convertFromSnakeCase
        /// By a function of the coding path to the key, the key included. It runs on the decoding thread.
        case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
    }

    /// What stands for infinity and "not a number", which JSON cannot write.
    public enum NonConformingFloatDecodingStrategy: Sendable {
        /// Nothing does.
        case `throw`
        /// These strings do.
        case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
    }

    /// How keys are matched.
    ///
    /// Default: as they are.
    public var keyDecodingStrategy: KeyDecodingStrategy {
        get { options.keyStrategy }
        set { options = options.with(keys: newValue) }
    }

    /// How infinities and "not a number" are written.
    ///
    /// Default: not at all.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { options.floatStrategy }
        set { options = options.with(floats: newValue) }
    }

    /// How deep arrays and objects may nest; default 512, at most 10,000.
    ///
    /// Models as deep need a stack to match.
    public var maximumDepth = 512

    /// Handed to the models' initializers.
    ///
    /// Default: empty.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { options.userInfo }
        set { options = options.with(userInfo: newValue) }
    }

    /// Types of other modules that need more than their own initializer.
    package var foreignTypes: (any JSONForeignTypes)? {
        get { options.foreign }
        set { options = options.with(foreign: newValue) }
    }

    /// Whether each document is indexed as those are whose index would take more memory than themselves.
    package var treatsAllAsDense = false

    private var options = JSONOptions.standard

    /// A parser with the default settings.
    public init() {}

    /// Decodes a `type` from the value at `path`; nothing around it is decoded, though all is checked.
    ///
    /// - Throws: `DecodingError`, with an ``APIJSONError`` inside, or what the model itself throws.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from document: Span<UInt8>,
        at path: APIJSONPath = .root
    ) throws -> T {
        var scope = JSONScopePool.take(options)
        defer { JSONScopePool.giveBack(&scope) }
        do {
            try scope.tape.borrow(document, maximumDepth: depthLimit, isDense: treatsAllAsDense)
        } catch {
            throw APIJSONError(error, in: document).decodingError
        }
        return try decode(type, in: scope, 0, at: path)
    }

    /// Decodes a `type` from the value at `path`; nothing around it is decoded, though all is checked.
    ///
    /// - Throws: `DecodingError`, with an ``APIJSONError`` inside, or what the model itself throws.
    public func decode<T: Decodable>(
        _ type: T.Type = T.self,
        from document: [UInt8],
        at path: APIJSONPath = .root
    ) throws -> T {
        try decode(type, from: document.span, at: path)
    }

    /// Decodes a `type` from `value`, as far as it is needed.
    ///
    /// - Throws: `DecodingError`, with an ``APIJSONError`` inside, or what the model itself throws.
    public func decode<T: Decodable>(_ type: T.Type = T.self, from value: APIJSONValue) throws -> T {
        try decode(type, in: JSONScope(value.tape, options), value.index, at: .root)
    }

    private func decode<T: Decodable>(
        _ type: T.Type,
        in scope: JSONScope,
        _ start: UInt32,
        at path: APIJSONPath
    ) throws -> T {
        let index: UInt32
        switch scope.tape.follow(path, from: start) {
        case .value(let found): index = found
        case .stop(let last, let rest): return try scope.absentValue(at: path, rest, of: last)
        }
        do {
            return try scope.decode(type, at: index, depth: 0)
        } catch let error as DecodingError {
            throw scope.explained(error)
        }
    }

    var depthLimit: UInt32 { UInt32(min(max(maximumDepth, 0), 10_000)) }
}

extension JSONScope {
    /// Whether nothing under `rest` is a value that is missing, not one of another kind than the path wants.
    fileprivate func mayBeAbsent(_ rest: Substring, of index: UInt32) -> Bool {
        switch (tape.word(at: index).kind, APIJSONPath.split(rest)?.step) {
        case (.null, _), (.object, .key?), (.array, .index?): true
        default: false
        }
    }

    /// Nil for a path that leads no further than to the value at `index`, where that is a `T` and may be.
    ///
    /// Not inlined, since it looks up the type of an optional `T`.
    @inline(never)
    fileprivate func absentValue<T>(at path: APIJSONPath, _ rest: Substring, of index: UInt32) throws -> T {
        if mayBeAbsent(rest, of: index),
            let absent = (T.self as? any ExpressibleByNilLiteral.Type)?.init(nilLiteral: ()) as? T
        {
            return absent
        }
        throw noValue(at: path, rest, of: index)
    }

    /// The error for a path that leads no further than to the value at `index`.
    fileprivate func noValue(at path: APIJSONPath, _ rest: Substring, of index: UInt32) -> DecodingError {
        let reached = path.description.dropLast(rest.count)
        let step =
            switch APIJSONPath.split(rest)?.step {
            case .key(let key)?: "the key “\(JSONWords.bounded(key))”"
            case .index(let position)?: "an element [\(position)]"
            case nil: "a value under “\(JSONWords.bounded(rest))”"
            }
        let kind = JSONWords.name(of: tape.word(at: index).kind)
        let error = APIJSONError(
            path: reached.last == "." ? String(reached.dropLast()) : String(reached),
            wanted: step,
            found: mayBeAbsent(rest, of: index) && !tape.word(at: index).isNull ? "\(kind) without it" : kind,
            place: tape.withDocument { JSONPlace(tape.range(at: index).lowerBound, in: $0) }
        )
        return .keyNotFound(
            JSONPathKey(stringValue: path.description),
            .init(codingPath: self.path(to: index), debugDescription: error.description, underlyingError: error)
        )
    }
}
