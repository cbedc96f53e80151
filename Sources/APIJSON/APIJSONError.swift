/// What is wrong with a document, or with how it fits a model, and where.
///
/// Decoding throws `DecodingError`, so that code written for other decoders keeps working; this value is its
/// context's `underlyingError`, and `init(_:)` finds it there. Its description is one sentence and quotes at most
/// sixty characters of the document.
public struct APIJSONError: Error, Sendable, CustomStringConvertible {
    /// The way to the value: `data.items[1].id`.
    ///
    /// Empty for the whole document.
    public let path: String

    /// What the model, or the grammar of RFC 8259, wants there.
    public let wanted: String

    /// What is there instead.
    public let found: String

    /// The line of the value, the first is 1.
    public let line: Int

    /// Its column, counted in Unicode scalars, the first is 1.
    public let column: Int

    /// Its offset in the document, in bytes.
    public let offset: Int

    /// The model being decoded, nil when the document itself is at fault.
    public let model: String?

    /// The document at that place, cut after sixty characters.
    public let excerpt: String

    /// What the model's own code threw, when that is the cause.
    public let underlying: (any Error)?

    /// One sentence with all of it but the excerpt.
    public var description: String {
        var text = path.isEmpty ? "" : "\(path): "
        text += "wanted \(wanted), found \(found) at line \(line), column \(column)"
        if let model {
            text += ", decoding \(model)"
        }
        return text + "."
    }

    /// The details inside an error that decoding threw, or nil when it carries none.
    public init?(_ error: any Error) {
        let cause = (error as? DecodingError)?.context?.underlyingError ?? error
        guard let details = cause as? APIJSONError ?? (cause as? any JSONErrorHolder)?.jsonError else { return nil }
        self = details
    }

    /// The same without the piece of the document, and with other words for what was wanted and found.
    ///
    /// Any of them may tell a secret. Where the words wanted are others, what a model threw is left out too.
    package init(_ error: APIJSONError, wanted: String, found: String) {
        path = error.path
        self.wanted = wanted
        self.found = found
        line = error.line
        column = error.column
        offset = error.offset
        model = error.model
        excerpt = ""
        underlying = wanted == error.wanted ? error.underlying : nil
    }

    init(
        path: String,
        wanted: String,
        found: String,
        place: JSONPlace,
        model: String? = nil,
        underlying: (any Error)? = nil
    ) {
        self.path = path
        self.wanted = wanted
        self.found = found
        line = place.line
        column = place.column
        offset = place.offset
        excerpt = place.excerpt
        self.model = model
        self.underlying = underlying
    }
}

/// An error of a layer above that was made of one of these and keeps it.
package protocol JSONErrorHolder: Error {
    /// What it was made of.
    var jsonError: APIJSONError? { get }
}

extension DecodingError {
    /// What the error says about itself.
    package var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// The same error with its context replaced.
    package func with(_ context: Context) -> DecodingError {
        switch self {
        case .typeMismatch(let type, _): .typeMismatch(type, context)
        case .valueNotFound(let type, _): .valueNotFound(type, context)
        case .keyNotFound(let key, _): .keyNotFound(key, context)
        case .dataCorrupted: .dataCorrupted(context)
        @unknown default: self
        }
    }
}
