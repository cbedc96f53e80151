internal import APIWire

/// A value of a JSON document, for those who want no model.
///
/// The document is checked and indexed once; a value is decoded when it is asked for, and asking for a value of
/// another kind answers nil.
///
///     let answer = try APIJSONValue(parsing: bytes)
///     let name = answer["user"]?["name"]?.string
///     let third = answer.at("data.items[2].id")?.int
///
/// A value keeps its document's bytes and index. It is immutable; any thread may read it.
public struct APIJSONValue: Sendable {
    let tape: JSONTape
    let index: UInt32

    init(tape: JSONTape, index: UInt32) {
        self.tape = tape
        self.index = index
    }

    /// Checks a document and keeps a copy of it.
    ///
    /// - Parameters:
    ///   - document: The bytes, in UTF-8.
    ///   - maximumDepth: How deep arrays and objects may nest, at most 10,000.
    /// - Throws: What is wrong with the document.
    public init(parsing document: Span<UInt8>, maximumDepth: Int = 512) throws(APIJSONError) {
        try self.init(parsing: document, maximumDepth: maximumDepth, isDense: false)
    }

    /// The same; `isDense` indexes the document as one whose index would take more memory than itself.
    package init(parsing document: Span<UInt8>, maximumDepth: Int, isDense: Bool) throws(APIJSONError) {
        var parser = APIJSONParser()
        parser.maximumDepth = maximumDepth
        do {
            let tape = try JSONTape.copying(document, maximumDepth: parser.depthLimit, isDense: isDense)
            self.init(tape: tape, index: 0)
        } catch {
            throw APIJSONError(error, in: document)
        }
    }

    /// Checks a document and keeps a copy of it.
    ///
    /// - Parameters:
    ///   - document: The bytes, in UTF-8.
    ///   - maximumDepth: How deep arrays and objects may nest, at most 10,000.
    /// - Throws: What is wrong with the document.
    public init(parsing document: [UInt8], maximumDepth: Int = 512) throws(APIJSONError) {
        try self.init(parsing: document.span, maximumDepth: maximumDepth)
    }

    /// What a value can be.
    public enum Kind: Sendable {
        case null, boolean, number, string, array, object
    }

    /// What this value is.
    public var kind: Kind {
        switch word.kind {
        case .null: .null
        case .true, .false: .boolean
        case .integer, .real: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    var word: JSONWord { tape.word(at: index) }
}

extension APIJSONValue {
    /// Whether this is null.
    public var isNull: Bool { word.isNull }

    /// The boolean, nil for anything else.
    public var bool: Bool? {
        switch word.kind {
        case .true: true
        case .false: false
        default: nil
        }
    }

    /// The string without its escapes, nil for anything else.
    public var string: String? { word.isString ? tape.string(word) : nil }

    /// The number, when it is a whole one that fits in an `Int`.
    public var int: Int? { integer(Int.self) }

    /// The number, when it is a whole one that fits in a `T`.
    public func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? { tape.integer(word, as: type) }

    /// The number, correctly rounded, when it is in range.
    public var double: Double? { word.isNumber ? tape.double(word) : nil }

    /// The number's text as the document has it, so that nothing is lost; nil for anything else.
    public var numberText: String? { word.isNumber ? tape.plainText(word) : nil }

    /// The number of elements of an array or of pairs of an object; 0 for anything else.
    public var count: Int { word.isContainer ? tape.memberCount(of: index) : 0 }

    /// The first value under `key`, nil when this is no object or has none.
    public subscript(key: String) -> APIJSONValue? {
        word.isObject ? tape.member(key, of: index).map { APIJSONValue(tape: tape, index: $0) } : nil
    }

    /// The element at `position`, nil when this is no array or ends before it.
    ///
    /// Takes time in proportion to `position`; for all of them use ``elements``.
    public subscript(position: Int) -> APIJSONValue? {
        word.isArray ? tape.element(position, of: index).map { APIJSONValue(tape: tape, index: $0) } : nil
    }

    /// The value that `path` leads to from here.
    public func at(_ path: APIJSONPath) -> APIJSONValue? {
        tape.value(at: path, from: index).map { APIJSONValue(tape: tape, index: $0) }
    }

    /// Decodes this value into a model.
    ///
    /// - Throws: `DecodingError`, with an ``APIJSONError`` inside, or what the model itself throws.
    public func decode<T: Decodable>(_ type: T.Type = T.self) throws -> T {
        try APIJSONParser().decode(type, from: self)
    }
}
