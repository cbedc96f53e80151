import APIJSON
import APITransport
import APIWire

enum FieldUnits {
    @Sendable static func contentDisposition(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let input = test["input"]?.string else { return false }
        let disposition = ContentDisposition(input)
        json.object { json in
            json.key("type")
            write(disposition?.type, &json)
            json.key("filename")
            write(disposition?.filename, &json)
        }
        return true
    }

    /// Of several fields the last that names a type counts.
    @Sendable static func contentType(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let inputs = test["input"]?.elements else { return false }
        let types = inputs.compactMap { $0.string.flatMap { MediaType($0) } }
        json.object { json in
            json.key("essence")
            write(types.last?.essence, &json)
        }
        return true
    }

    private static func write(_ text: String?, _ json: inout JSONText) {
        if let text { json.string(text) } else { json.null() }
    }
}
