import APIJSON
public import Foundation

/// Why the body of an answer is not the model that a request expects: where, what was wanted and found there, and how
/// the body begins.
///
/// ``APIServiceValues/APIError/decodingFailure`` finds it. The `DecodingError` that
/// ``APIServiceValues/APIResponseError/invalidParseResponse(_:)`` holds stays what it is and carries this as its
/// context's `underlyingError`. Secrets are hidden in it as ``APIRedactor``'s standard says, so its texts may be
/// logged.
public struct APIDecodingFailure: Error, Sendable, CustomStringConvertible {
    /// The way to the value: `data.items[1].id`.
    ///
    /// Empty for the whole body.
    public let path: String

    /// What the model, or the grammar of JSON (RFC 8259), wants there.
    public private(set) var wanted: String

    /// What is there instead; only its kind when it may be secret.
    public private(set) var found: String

    /// The line of the value, the first is 1; nil when the decoder does not tell.
    public let line: Int?

    /// Its column, counted in Unicode scalars, the first is 1; nil when the decoder does not tell.
    public let column: Int?

    /// The model being decoded; nil when the body itself is at fault, or the decoder does not tell.
    public let model: String?

    /// The status of the answer; nil for a cached one.
    public internal(set) var status: Int?

    /// The beginning of the body on one line, at most 256 bytes of it, without secrets; its size when it is no text.
    public internal(set) var excerpt = ""

    /// The error of the decoder, without the piece of the body and without words that may tell a secret; nil when it
    /// was not ``APIJSONDecoder``.
    package let jsonError: APIJSONError?

    /// One sentence with all of it, in the language of ``APIConfig/language``.
    public var description: String { text(.current) }

    /// What an error of decoding says.
    init(_ error: DecodingError, hiding redactor: APIRedactor = .standard, in body: Data = Data()) {
        if let known = error.context?.underlyingError as? APIDecodingFailure {
            self = known
        } else if let details = APIJSONError(error) {
            self.init(details, wanted: redactor.wanted(by: details), found: redactor.found(by: details, in: body))
        } else {
            self.init(foreign: error)
        }
    }

    private init(_ details: APIJSONError, wanted: String, found: String) {
        path = details.path
        self.wanted = wanted
        self.found = found
        line = details.line
        column = details.column
        model = details.model
        jsonError = APIJSONError(details, wanted: wanted, found: found)
    }

    /// Another decoder's error, whose own words may quote the body and are left out.
    private init(foreign error: DecodingError) {
        path = error.context?.codingPath.dotted ?? ""
        (line, column, model, jsonError) = (nil, nil, nil, nil)
        switch error {
        case .typeMismatch(let type, _): (wanted, found) = ("\(type)", "another type")
        case .valueNotFound(let type, _): (wanted, found) = ("\(type)", "null or nothing")
        case .keyNotFound(let key, _): (wanted, found) = ("the key “\(key.stringValue)”", "an object without it")
        default: (wanted, found) = ("another value", "one that does not decode")
        }
    }
}

extension APIDecodingFailure {
    /// The same without any value of the answer: the way to the place, kinds and the position are left.
    var withoutValues: APIDecodingFailure {
        var copy = self
        copy.excerpt = ""
        if wanted.hasPrefix(APIJSONError.anotherValue) { copy.wanted = APIJSONError.anotherValue }
        if found.hasPrefix("“") {
            copy.found = "other characters"
        } else if found.hasPrefix("only ") {
            copy.found = "an object without it"
        } else {
            copy.found = String(found.prefix { $0 != "," })
        }
        return copy
    }
}

extension APIDecodingFailure: JSONErrorHolder {}

extension APIDecodingFailure: MultilingualError {
    package func text(_ language: APILanguage) -> String {
        let place = path.isEmpty ? "" : language.text("\(path): ", "\(path)：")
        return place + expectation(language) + answer(language)
    }

    private func expectation(_ language: APILanguage) -> String {
        var text = language.text(
            "wanted \(wanted), found \(found)",
            "需要\(DecodingWords.chinese(wanted).spaced)，实际为\(DecodingWords.chinese(found).spaced)"
        )
        if let line, let column {
            text += language.text(" at line \(line), column \(column)", "，位于第 \(line) 行第 \(column) 列")
        }
        if let model { text += language.text(", decoding \(model)", "，模型 \(model)") }
        return text
    }

    private func answer(_ language: APILanguage) -> String {
        var text = ""
        if let status { text += language.text(", in an answer with status \(status)", "，状态码 \(status)") }
        if !excerpt.isEmpty { text += language.text(", which begins: \(excerpt)", "，内容：\(excerpt)") }
        return text + language.text(".", "")
    }
}

extension String {
    /// Set off from Chinese text before it when it begins in another script.
    fileprivate var spaced: String { first?.isASCII == true ? " " + self : self }
}

extension APIDecodingFailure: LocalizedError {
    /// One sentence with all of it, in the language of ``APIConfig/language``.
    public var errorDescription: String? { description }
}

extension APIError {
    /// Where and why the body did not decode; nil when that is not what failed.
    public var decodingFailure: APIDecodingFailure? {
        switch self {
        case .responseError(let error), .cache(let error):
            (error.decodingError?.context?.underlyingError) as? APIDecodingFailure
        case .networkError, .requestError, .connectionError: nil
        }
    }
}

extension Error {
    /// The error of a decoder that this is, or holds as models' own parsing leaves it.
    fileprivate var decodingError: DecodingError? {
        if case .invalidParseResponse(let inner)? = self as? APIResponseError { return inner as? DecodingError }
        return self as? DecodingError
    }
}

/// A body on its way to a model, with what is known of the answer it came in.
struct AnsweredBody {
    let data: Data
    private let slot: ResponseSlot

    init(data: Data, _ slot: ResponseSlot = .none) {
        self.data = data
        self.slot = slot
    }

    /// What parsing threw; with what is known of the answer, if it is an error of decoding.
    func explaining(_ error: any Error) -> any Error {
        switch error {
        case APIResponseError.invalidParseResponse(let error as DecodingError):
            APIResponseError.invalidParseResponse(explained(error))
        case let error as DecodingError:
            explained(error)
        default:
            error
        }
    }

    private func explained(_ error: DecodingError) -> DecodingError {
        guard let context = error.context, !(context.underlyingError is APIDecodingFailure) else { return error }
        let redactor = APIRedactor.standard
        var failure = APIDecodingFailure(error, hiding: redactor, in: data)
        let sentence = failure.text(.english)
        failure.status = slot.statusCode
        failure.excerpt = redactor.beginning(
            of: data,
            contentType: slot.value?.value(forHTTPHeaderField: "Content-Type"),
            maximumBytes: 256
        )
        let explained = DecodingError.Context(
            codingPath: context.codingPath,
            debugDescription: sentence,
            underlyingError: failure
        )
        return error.with(explained)
    }
}
