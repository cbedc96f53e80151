import APIJSON
import Testing

/// Decodes `text`, also as a document whose index would take too much memory: that must make no difference.
func decode<T: Decodable>(_ type: T.Type, _ text: String, _ parser: APIJSONParser = APIJSONParser()) throws -> T {
    let document = Array(text.utf8)
    var thrifty = parser
    thrifty.treatsAllAsDense = true
    let fromText = Result { try thrifty.decode(type, from: document) }
    let fromWords = Result { try parser.decode(type, from: document) }
    switch (fromText, fromWords) {
    case (.success(let one), .success(let other)):
        if let one = one as? any Equatable {
            let areSame = isEqual(one, other)
            #expect(areSame, "\(one) and \(other)")
        }
    case (.failure(let one), .failure(let other)):
        #expect(String(describing: one) == String(describing: other))
    default:
        Issue.record("as a dense document \(fromText), otherwise \(fromWords)")
    }
    return try fromWords.get()
}

private func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
    guard let other = other as? Value else { return false }
    // "Not a number" equals nothing.
    return one == other || String(describing: one).contains("nan")
}
