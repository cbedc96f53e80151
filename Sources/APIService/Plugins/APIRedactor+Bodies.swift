import APIJSON
public import Foundation

/// A body as it may be shown.
enum ShownBody {
    case text(String)
    /// It is no text, and nothing in it is known to be secret.
    case bytes
    /// It may hold a secret that cannot be told from the rest.
    case hidden
}

extension APIRedactor {
    /// What may be shown of a body, text or not.
    func shown(_ body: Data, contentType: String?) -> ShownBody {
        let type = contentType.map { MediaRange($0).description } ?? ""
        if type.hasPrefix("multipart/"), hasSecretPart(body) { return .hidden }
        guard let text = text(of: body, contentType: contentType) else {
            return tellsOfSecret(body) ? .hidden : .bytes
        }
        return text == replacement ? .hidden : .text(text)
    }

    /// A body as it may be shown, nil when it is no text: form fields and JSON members with secret names lose their
    /// values.
    ///
    /// What is neither JSON nor a form is hidden as a whole when a marker occurs in it. The Content-Type helps to tell
    /// what the body is, if it is known.
    public func text(of body: Data, contentType: String?) -> String? {
        guard let whole = String(validating: body, as: UTF8.self), !whole.utf8.contains(0) else { return nil }
        let text = whole.unicodeScalars.first == "\u{FEFF}" ? String(whole.unicodeScalars.dropFirst()) : whole
        let type = contentType.map { MediaRange($0).description } ?? ""
        if type == "application/x-www-form-urlencoded" { return form(text) }
        if !type.hasPrefix("multipart/") {
            if type.contains("json") || Self.looksLikeJSON(text), let shown = json(text, depth: 0) { return shown }
            if Self.looksLikeForm(text) { return form(text) }
        }
        // Here a value cannot be told from its name without knowing the format.
        return tellsOfSecret(text) ? replacement : text
    }

    /// `name=value` pairs, each secret value replaced.
    private func form(_ text: String) -> String {
        if Self.looksLikeJSON(text) { return redacted(text) }
        return parameters(in: text, endedBy: [], depth: 0, readsColons: true)
    }

    /// Whether a text is pairs all over, whatever its type says.
    private static func looksLikeForm(_ text: String) -> Bool {
        text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).allSatisfy { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")), equals > pair.startIndex else { return false }
            return pair.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"'<>(){}\\;:".utf8.contains($0) }
        }
    }

    /// How a body begins, on one line; its size when it is no text.
    ///
    /// What is looked at is bounded too: sixteen times as much.
    func beginning(of body: Data, contentType: String?, maximumBytes: Int) -> String {
        guard !body.isEmpty else { return "" }
        let piece = Self.cut(body, to: 16 * maximumBytes)
        guard case .text(let text) = shown(piece, contentType: contentType) else {
            return "(\(body.count) bytes)"
        }
        let line = PrintableText.line(text.replacing(/\s+/, with: " "))
        guard line.utf8.count > maximumBytes || piece.count < body.count else { return line }
        return String(decoding: Self.cut(Data(line.utf8), to: maximumBytes), as: UTF8.self) + "…"
    }

    /// The beginning of some UTF-8, without half a character at its end.
    static func cut(_ text: Data, to length: Int) -> Data {
        guard text.count > length else { return text }
        var end = text.startIndex + length
        while end > text.startIndex, text[end] & 0xC0 == 0x80 { end -= 1 }
        return text[text.startIndex..<end]
    }

    /// What a decoder found: only its kind when the way to it, or what stands around it, tells of a secret.
    func found(by error: APIJSONError, in body: Data) -> String {
        if error.model == nil, error.path.isEmpty {
            let end = min(body.count, error.offset + 256)
            let start = min(end, max(0, error.offset - 512))
            let around = body[(body.startIndex + start)..<(body.startIndex + end)]
            return mentionsSecret(String(decoding: around, as: UTF8.self)) ? "other characters" : error.found
        }
        guard tellsOfSecret(error) else { return error.found }
        // “a string, "x"” is cut to “a string”.
        return error.found.hasPrefix("only ") ? error.found : String(error.found.prefix { $0 != "," })
    }

    /// What a decoder wanted: without a model's own words, which may quote the value, where that may be secret.
    func wanted(by error: APIJSONError) -> String {
        error.quotesModel && tellsOfSecret(error) ? APIJSONError.anotherValue : error.wanted
    }

    private func tellsOfSecret(_ error: APIJSONError) -> Bool {
        let names = error.path.split { $0 == "." || $0 == "[" || $0 == "]" }
        return names.contains { hides(String($0)) } || error.quotesModel && mentionsSecret(error.wanted)
    }

    /// Whether a part of a form has a secret's name.
    private func hasSecretPart(_ body: Data) -> Bool {
        String(decoding: body, as: UTF8.self)
            .matches(of: /[Nn][Aa][Mm][Ee]\*?[ \t]*=[ \t]*(?:"([^"\r\n]*)|([^;\r\n]*))/)
            .contains { hides(Unescaping.all(String($0.output.1 ?? $0.output.2 ?? ""))) }
    }
}

extension APIJSONError {
    /// What is wanted in the place of a value that a model refused.
    static let anotherValue = "another value"

    /// Whether what is wanted is said in the words of a model, or of the standard library for one.
    fileprivate var quotesModel: Bool { wanted.hasPrefix(Self.anotherValue + " (") }
}
