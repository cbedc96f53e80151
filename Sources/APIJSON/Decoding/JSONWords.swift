internal import APIWire

/// How errors call things.
enum JSONWords {
    /// The longest piece of a document that an error may quote, in characters.
    static let excerptLimit = 60

    static func name(of kind: JSONKind) -> String {
        switch kind {
        case .null: "null"
        case .true, .false: "a boolean"
        case .integer, .real: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    static func name(of type: any Any.Type) -> String {
        if type == [String: Any].self { return "an object" }
        if type == [Any].self { return "an array" }
        return String(describing: type)
    }

    static func bounded(_ text: some StringProtocol) -> String {
        let shown = text.unicodeScalars.prefix(excerptLimit).map { scalar -> Character in
            scalar.properties.generalCategory == .control ? " " : Character(scalar)
        }
        return String(shown) + (shown.count < excerptLimit ? "" : "…")
    }
}
