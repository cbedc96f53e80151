@_exported public import APIJSON
public import Foundation
import Synchronization

// SAFETY: the settings are behind a lock; a decoding works on a copy of them.
/// Decodes JSON into models, several times as fast as Foundation's `JSONDecoder` and spelt like it.
///
///     let decoder = APIJSONDecoder()
///     decoder.dateDecodingStrategy = .iso8601
///     let items = try decoder.decode([Item].self, from: data, at: "data.items")
///
/// What both decoders accept, they decode to the same values; any value may be at the top level, and of equal keys in
/// an object the first counts. These are all the differences that are meant:
///
/// - A comma before a closing bracket and encodings other than UTF-8 are errors, as RFC 8259 has it.
/// - All of a document is checked, also what the model leaves out and the later values of a repeated key. So half a
///   surrogate pair or a malformed number is an error wherever it stands.
/// - JSON5 is not supported, nor is a dictionary without its braces.
/// - Whole numbers are read exactly however they are written (`1.0`, `1e3`, `9007199254740993.0`); Foundation's refuses
///   those beyond 2^53 with a fraction or an exponent.
/// - A fraction is no whole number, however many digits it has; Foundation's drops what a `Double` cannot hold.
/// - A number too near to 0 for its type (`1e-400`) is an error; Foundation's takes it for the whole number 0.
/// - The date strategy `iso8601` reads fractions of a second on every version of Foundation.
///
/// Errors are `DecodingError`s; `APIJSONError` inside them says where in the document and in which model.
/// Any thread may use a decoder; settings changed while it decodes count from the next time.
public final class APIJSONDecoder: @unchecked Sendable {
    /// How dates are written.
    public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
    /// How `Data` is written.
    public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
    /// How infinities and "not a number" are written.
    public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
    /// How the keys of objects become the keys of models.
    public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

    private struct Settings {
        var parser = APIJSONParser()
        var dates = DateDecodingStrategy.deferredToDate
        var data = DataDecodingStrategy.base64
        var keys = KeyDecodingStrategy.useDefaultKeys
        var floats = NonConformingFloatDecodingStrategy.throw

        init() {
            parser.foreignTypes = FoundationJSONTypes(dates: dates, data: data)
        }
    }

    private let settings = Mutex(Settings())

    /// Makes a decoder with the same defaults as Foundation's.
    public init() {}

    /// Makes a decoder with the settings of Foundation's, apart from those that have no meaning here.
    public convenience init(_ decoder: JSONDecoder) {
        self.init()
        dateDecodingStrategy = decoder.dateDecodingStrategy
        dataDecodingStrategy = decoder.dataDecodingStrategy
        nonConformingFloatDecodingStrategy = decoder.nonConformingFloatDecodingStrategy
        keyDecodingStrategy = decoder.keyDecodingStrategy
        userInfo = decoder.userInfo
    }

    /// How dates are written; by default as `Date` itself decodes: seconds since 2001.
    ///
    /// With `iso8601` all of RFC 3339 is read, fractions of a second included, on every version of Foundation.
    public var dateDecodingStrategy: DateDecodingStrategy {
        get { settings.withLock { $0.dates } }
        set {
            settings.withLock {
                $0.dates = newValue
                $0.parser.foreignTypes = FoundationJSONTypes(dates: newValue, data: $0.data)
            }
        }
    }

    /// How `Data` is written; by default in Base64.
    public var dataDecodingStrategy: DataDecodingStrategy {
        get { settings.withLock { $0.data } }
        set {
            settings.withLock {
                $0.data = newValue
                $0.parser.foreignTypes = FoundationJSONTypes(dates: $0.dates, data: newValue)
            }
        }
    }

    /// How infinities and "not a number" are written; by default not at all.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { settings.withLock { $0.floats } }
        set {
            settings.withLock {
                $0.floats = newValue
                $0.parser.nonConformingFloatDecodingStrategy = .init(newValue)
            }
        }
    }

    /// How the keys of objects become the keys of models; by default they are the same.
    public var keyDecodingStrategy: KeyDecodingStrategy {
        get { settings.withLock { $0.keys } }
        set {
            settings.withLock {
                $0.keys = newValue
                $0.parser.keyDecodingStrategy = .init(newValue)
            }
        }
    }

    /// What models find in their decoder's `userInfo`; empty by default.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { settings.withLock { $0.parser.userInfo } }
        set { settings.withLock { $0.parser.userInfo = newValue } }
    }

    /// How deep arrays and objects may nest; 512 by default as in Foundation, at most 10,000.
    public var maximumDepth: Int {
        get { settings.withLock { $0.parser.maximumDepth } }
        set { settings.withLock { $0.parser.maximumDepth = newValue } }
    }

    /// Decodes a `type` from the whole of `data`.
    ///
    /// - Throws: `DecodingError`, with an `APIJSONError` inside, or what the model itself throws.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try decode(type, from: data, at: .root)
    }

    /// Decodes a `type` from the value at `path`; nothing around it is decoded.
    ///
    /// An optional `type` is nil where there is no value at the path.
    ///
    /// - Throws: `DecodingError`, with an `APIJSONError` inside, or what the model itself throws.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data, at path: APIJSONPath) throws -> T {
        try parser.decode(type, from: data.span, at: path)
    }

    /// Decodes a `type` from a value that was parsed before.
    ///
    /// - Throws: `DecodingError`, with an `APIJSONError` inside, or what the model itself throws.
    public func decode<T: Decodable>(_ type: T.Type, from value: APIJSONValue) throws -> T {
        try parser.decode(type, from: value)
    }

    private var parser: APIJSONParser { settings.withLock { $0.parser } }
}

extension APIJSONValue {
    /// Checks a document and keeps a copy of it.
    ///
    /// - Throws: What is wrong with the document.
    public init(parsing document: Data) throws(APIJSONError) {
        try self.init(parsing: document.span)
    }
}

extension APIJSONParser.KeyDecodingStrategy {
    fileprivate init(_ strategy: JSONDecoder.KeyDecodingStrategy) {
        switch strategy {
        case .useDefaultKeys: self = .useDefaultKeys
        case .convertFromSnakeCase: self = .convertFromSnakeCase
        case .custom(let convert): self = .custom(convert)
        @unknown default: self = .useDefaultKeys
        }
    }
}

extension APIJSONParser.NonConformingFloatDecodingStrategy {
    fileprivate init(_ strategy: JSONDecoder.NonConformingFloatDecodingStrategy) {
        switch strategy {
        case .convertFromString(let positive, let negative, let nan):
            self = .convertFromString(positiveInfinity: positive, negativeInfinity: negative, nan: nan)
        case .throw: self = .throw
        @unknown default: self = .throw
        }
    }
}
