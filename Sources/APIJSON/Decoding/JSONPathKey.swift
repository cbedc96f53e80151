/// A step of a coding path: a key as the document has it, or a place in an array.
struct JSONPathKey: CodingKey, CustomStringConvertible {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) {
        stringValue = "Index \(intValue)"
        self.intValue = intValue
    }

    var description: String { stringValue }

    static let `super` = JSONPathKey(stringValue: "super")
}

extension Sequence where Element == any CodingKey {
    /// The path as people write it: `data.items[1].id`.
    package var dotted: String {
        var text = ""
        for key in self {
            if let index = key.intValue, key.stringValue == "Index \(index)" {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
        return text
    }
}
