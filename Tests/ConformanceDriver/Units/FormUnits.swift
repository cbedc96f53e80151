import APIJSON
import APIService
import APIWire
import Foundation

enum FormUnits {
    /// Parts of a form as one body.
    @Sendable static func multipart(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let parts = test["parts"] else { return false }
        let form = APIMultipartFormData()
        for part in parts.elements {
            guard let name = part["name"]?.string else { return false }
            form.append(
                Data(part.bytes("data_b64") ?? Array((part["value"]?.string ?? "").utf8)),
                withName: name,
                fileName: part["filename"]?.string,
                mimeType: part["content_type"]?.string
            )
        }
        guard let body = try? form.encode() else { return false }
        json.object { json in
            json.key("boundary")
            json.string(form.boundary)
            json.key("body_b64")
            json.base64(Array(body))
        }
        return true
    }

    /// Parameters as a query.
    @Sendable static func query(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let parameters = test["params"], let options = test["options"] else { return false }
        let query: String?
        do {
            query = try test["api"]?.string == "URLEncoding" ? loose(parameters, options) : typed(parameters, options)
        } catch {
            return false
        }
        json.object { json in
            json.key("query")
            if let query { json.string(query) } else { json.null() }
        }
        return true
    }

    private static func loose(_ parameters: APIJSONValue, _ options: APIJSONValue) throws -> String? {
        let encoding = APIURLEncoding(arrayEncoding: arrays(options), boolEncoding: booleans(options))
        let request = try URLRequest(url: "http://h/", method: .get)
        var values: [String: Any] = [:]
        for (key, value) in parameters.pairs { values[key] = foundation(value) }
        return try encoding.encode(request, with: values).url?.query(percentEncoded: true)
    }

    private static func typed(_ parameters: APIJSONValue, _ options: APIJSONValue) throws -> String? {
        let keys: APIFormEncoder.KeyEncoding =
            switch options["keyEncoding"]?.string {
            case "convertToSnakeCase": .convertToSnakeCase
            case "lowercased": .lowercased
            default: .useDefaultKeys
            }
        let encoder = APIFormEncoder(
            arrayEncoding: arrays(options),
            boolEncoding: booleans(options),
            keyEncoding: keys,
            keyPathEncoding: options["keyPathEncoding"]?.string == "dots" ? .dots : .brackets,
            allowedCharacters: options["allowedCharacters"]?.string.map(CharacterSet.init(charactersIn:))
        )
        return try encoder.encode(FormModel(parameters))
    }

    private static func arrays(_ options: APIJSONValue) -> APIURLEncoding.ArrayEncoding {
        switch options["arrayEncoding"]?.string {
        case "noBrackets": .noBrackets
        case "indexInBrackets": .indexInBrackets
        default: .brackets
        }
    }

    private static func booleans(_ options: APIJSONValue) -> APIURLEncoding.BoolEncoding {
        options["boolEncoding"]?.string == "literal" ? .literal : .numeric
    }

    /// The value as Foundation's JSON reader would give it.
    private static func foundation(_ value: APIJSONValue) -> Any {
        switch value.kind {
        case .object: Dictionary(value.pairs.map { ($0.key, foundation($0.value)) }) { $1 }
        case .array: value.elements.map(foundation)
        case .string: value.string ?? ""
        default: value.bool ?? value.int.map { $0 as Any } ?? value.double.map { NSNumber(value: $0) } ?? NSNull()
        }
    }
}

/// A value as a model that encodes itself with the types a Swift program would have.
private struct FormModel: Encodable {
    private let value: APIJSONValue

    init(_ value: APIJSONValue) {
        self.value = value
    }

    func encode(to encoder: any Encoder) throws {
        switch value.kind {
        case .object: try Dictionary(value.pairs.map { ($0.key, FormModel($0.value)) }) { $1 }.encode(to: encoder)
        case .array: try value.elements.map(FormModel.init).encode(to: encoder)
        case .string: try (value.string ?? "").encode(to: encoder)
        default:
            if let bool = value.bool { return try bool.encode(to: encoder) }
            // Written with a point it is no whole number, whatever its value.
            if value.numberText?.contains(".") == false, let int = value.int { return try int.encode(to: encoder) }
            try (value.double ?? 0).encode(to: encoder)
        }
    }
}
