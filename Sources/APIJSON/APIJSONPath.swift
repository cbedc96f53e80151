/// The way to a value inside a document: keys and places in arrays.
///
///     "data.items[0].id"
///     "[2].name"
///
/// In text a dot separates keys and brackets hold a place, counted from 0. Where an object has a key that equals all
/// the text that is left, dots and brackets included, that key is meant.
public struct APIJSONPath: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    CustomStringConvertible
{
    /// The path as text.
    public let description: String

    /// The path that `text` describes; an empty one leads to the whole document.
    ///
    /// Text that makes no sense as a path leads nowhere, unless a key equals it.
    public init(_ text: String) {
        description = text
    }

    /// The path that a literal describes.
    public init(stringLiteral text: String) {
        self.init(text)
    }

    /// The whole document.
    public static let root = APIJSONPath("")
}

extension APIJSONPath {
    enum Step {
        case key(String)
        case index(Int)
    }

    /// The first step of `text` and what is left after it; nil when `text` is no path.
    static func split(_ text: Substring) -> (step: Step, rest: Substring)? {
        if text.first == "[" {
            guard let close = text.firstIndex(of: "]"),
                let index = Int(text[text.index(after: text.startIndex)..<close]),
                index >= 0
            else { return nil }
            let rest = text[text.index(after: close)...]
            guard let next = rest.first else { return (.index(index), rest) }
            if next == "." {
                let key = rest.dropFirst()
                return key.isEmpty || key.first == "[" ? nil : (.index(index), key)
            }
            return next == "[" ? (.index(index), rest) : nil
        }
        guard let end = text.firstIndex(where: { $0 == "." || $0 == "[" }) else { return (.key(String(text)), "") }
        guard text[end] == "." else { return (.key(String(text[..<end])), text[end...]) }
        let rest = text[text.index(after: end)...]
        return rest.isEmpty || rest.first == "[" ? nil : (.key(String(text[..<end])), rest)
    }
}
