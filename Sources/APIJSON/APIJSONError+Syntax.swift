internal import APIWire

extension APIJSONError {
    /// What is wrong with a document that does not follow RFC 8259.
    init(_ fault: JSONFault, in document: Span<UInt8>) {
        let place = JSONPlace(fault.offset, in: document)
        let found = place.offset == document.count ? "the end of the document" : "“\(place.excerpt)”"
        self.init(path: "", wanted: fault.kind.wanted, found: found, place: place)
    }

    /// The error to throw for it.
    package var decodingError: DecodingError {
        .dataCorrupted(.init(codingPath: [], debugDescription: description, underlyingError: self))
    }
}

extension JSONFault.Kind {
    fileprivate var wanted: String {
        switch self {
        case .noMemory: "memory for the index"
        case .tooLarge: "a document below 4 GiB"
        case .tooDeep: "no deeper nesting"
        case .notUTF8: "UTF-8, the only encoding of JSON (RFC 8259, section 8.1)"
        case .truncated: "the rest of the document"
        case .wantValue: "a value"
        case .wantKey: "a key in double quotes"
        case .wantColon: "a colon after the key"
        case .wantCommaOrBrace: "a comma or “}”"
        case .wantCommaOrBracket: "a comma or “]”"
        case .badLiteral: "true, false or null"
        case .badNumber: "a digit"
        case .badEscape: "an escape that JSON has"
        case .loneSurrogate: "both halves of a surrogate pair"
        case .badUTF8: "well-formed UTF-8"
        case .controlCharacter: "an escape for the control character"
        case .trailing: "nothing after the value"
        }
    }
}
