import Foundation

/// Secrets in JSON.
extension APIRedactor {
    /// Whether a text begins as an object or an array of JSON does.
    static func looksLikeJSON(_ text: String) -> Bool {
        let start = text.utf8.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        return start == UInt8(ascii: "{") || start == UInt8(ascii: "[")
    }

    /// JSON as it may be shown: as it came when nothing in it is secret; nil when it is none.
    func json(_ text: String, depth: Int) -> String? {
        let options: JSONSerialization.ReadingOptions = [.fragmentsAllowed]
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: options) else { return nil }
        var redaction = JSONRedaction(redactor: self, depth: depth)
        let shown = redaction.redacted(value)
        guard redaction.hidesAnything else { return text }
        let data = try? JSONSerialization.data(
            withJSONObject: shown,
            options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes]
        )
        return data.map { String(decoding: $0, as: UTF8.self) } ?? replacement
    }
}

/// One way through a value of JSON.
private struct JSONRedaction {
    let redactor: APIRedactor
    let depth: Int
    var hidesAnything = false

    mutating func redacted(_ value: Any) -> Any {
        if let text = value as? String {
            let shown = redactor.redacted(text, depth: depth + 1)
            if shown != text { hidesAnything = true }
            return shown
        }
        if let members = value as? [String: Any] { return object(members) }
        if let elements = value as? [Any] { return elements.map { redacted($0) } }
        return value
    }

    private mutating func object(_ members: [String: Any]) -> [String: Any] {
        let namesSecret = ["name", "key"].contains { name in
            (members[name] as? String).map(redactor.hidesParameter) ?? false
        }
        var result: [String: Any] = [:]
        for (name, value) in members {
            // {"name": "password", "value": …}
            if redactor.hides(name) || namesSecret && name == "value" {
                result[name] = redactor.replacement
                hidesAnything = true
            } else {
                result[name] = redacted(value)
            }
        }
        return result
    }
}
