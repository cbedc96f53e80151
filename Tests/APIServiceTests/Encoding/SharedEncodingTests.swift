import APIService
import Foundation
import TestSupport
import Testing

/// One of the shared cases about parameters.
// SAFETY: parsed once, never changed.
private struct ParameterCase: CustomTestStringConvertible, @unchecked Sendable {
    let id: String
    let api: String
    let parameters: [String: Any]
    let options: [String: Any]
    let query: String?

    var testDescription: String { id }

    static let all = SharedCases.lines("conformance/cases/param-encoding.jsonl").compactMap(ParameterCase.init)

    init?(_ line: String) {
        guard let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
            let id = object["id"] as? String, let api = object["api"] as? String,
            let parameters = object["params"] as? [String: Any], let options = object["options"] as? [String: Any],
            let expected = object["expect"] as? [String: Any], object["level"] as? String == "must"
        else { return nil }
        self.id = id
        self.api = api
        self.parameters = parameters
        self.options = options
        query = expected["query"] as? String
    }

    var arrayEncoding: APIURLEncoding.ArrayEncoding {
        switch options["arrayEncoding"] as? String {
        case "noBrackets": .noBrackets
        case "indexInBrackets": .indexInBrackets
        default: .brackets
        }
    }

    var boolEncoding: APIURLEncoding.BoolEncoding {
        options["boolEncoding"] as? String == "literal" ? .literal : .numeric
    }

    var keyEncoding: APIFormEncoder.KeyEncoding {
        switch options["keyEncoding"] as? String {
        case "convertToSnakeCase": .convertToSnakeCase
        case "lowercased": .lowercased
        default: .useDefaultKeys
        }
    }

    var result: String? {
        get throws {
            if api == "URLEncoding" {
                let encoding = APIURLEncoding(arrayEncoding: arrayEncoding, boolEncoding: boolEncoding)
                let request = try encoding.encode(try URLRequest(url: "http://h/", method: .get), with: parameters)
                return request.url?.query(percentEncoded: true)
            }
            let encoder = APIFormEncoder(
                arrayEncoding: arrayEncoding,
                boolEncoding: boolEncoding,
                keyEncoding: keyEncoding,
                keyPathEncoding: options["keyPathEncoding"] as? String == "dots" ? .dots : .brackets,
                allowedCharacters: (options["allowedCharacters"] as? String).map(CharacterSet.init(charactersIn:))
            )
            return try encoder.encode(JSONModel(parameters))
        }
    }
}

/// A parsed JSON value as a model that encodes itself with the types a Swift program would have.
private enum JSONModel: Encodable {
    case bool(Bool), integer(Int), double(Double), string(String), array([JSONModel]), object([String: JSONModel])

    init(_ value: Any) {
        switch value {
        case let value as [String: Any]: self = .object(value.mapValues(JSONModel.init))
        case let value as [Any]: self = .array(value.map(JSONModel.init))
        case let value as String: self = .string(value)
        case let value as NSNumber:
            // A number that was a boolean reads `true` or `false` when it is written again.
            let text = (try? JSONSerialization.data(withJSONObject: [value])).map {
                String(decoding: $0, as: UTF8.self)
            }
            if text == "[true]" || text == "[false]" {
                self = .bool(value.boolValue)
            } else {
                self = value.stringValue.contains(".") ? .double(value.doubleValue) : .integer(value.intValue)
            }
        default: self = .string("")
        }
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .bool(let value): try value.encode(to: encoder)
        case .integer(let value): try value.encode(to: encoder)
        case .double(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        case .array(let value): try value.encode(to: encoder)
        case .object(let value): try value.encode(to: encoder)
        }
    }
}

@Suite struct `Shared cases about parameters` {
    @Test(.enabled(if: SharedCases.folder != nil), arguments: ParameterCase.all)
    private func `come out as expected`(_ shared: ParameterCase) throws {
        #expect(try shared.result == shared.query)
    }
}

@Suite(.enabled(if: SharedCases.folder != nil)) struct `The original's trace of encodings` {
    private static let lines = SharedCases.lines("golden/alamofire-5.8.1-on-linux.txt")

    /// What of a line is different on purpose: missing values are left out, whole numbers carry no fraction.
    private static let fixes = [
        ("&nul=%3Cnull%3E", ""), ("&one=1.0", "&one=1"), ("Alamofire.JSONEncoding", "APIServiceValues.APIJSONEncoding"),
        ("Alamofire.", "APIServiceValues."),
    ]

    private static func expected(_ name: String) -> String? {
        lines.first { $0.hasPrefix(name) }.map { line in
            fixes.reduce(line) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        }
    }

    private static func line(_ name: String, _ make: () throws -> URLRequest) -> String {
        do {
            let request = try make()
            let fields = request.allHTTPHeaderFields.map { $0.isEmpty ? "nil" : "Optional(\($0))" } ?? "nil"
            let body = request.httpBody.map { String(decoding: $0, as: UTF8.self) } ?? "nil"
            return "enc \(name) \(request.url?.absoluteString ?? "") \(fields) \(body)"
        } catch {
            return "enc \(name) THROW \(error)"
        }
    }

    // SAFETY: made for one test, never changed.
    private struct Recorded: CustomTestStringConvertible, @unchecked Sendable {
        let name: String
        var method = APIRequestMethod.post
        var url = "http://h/p"
        var headers: APIRequestHeaders? = nil
        var encoding: any APIParameterEncoding = APIURLEncoding.default
        let parameters: [String: Any]?
        var testDescription: String { name }
    }

    private static var recorded: [Recorded] {
        let custom = APIURLEncoding(arrayEncoding: .custom { "\($0)<\($1)>" })
        let json = APIJSONEncoding.default
        let rich: [String: Any] = [
            "b": "x y&é/?", "a": [1, "z"] as [Any], "d": ["k": true, "n": ["m": 1.5]] as [String: Any], "f": false,
            "nul": NSNull(), "e": [Any](), "ed": [String: Any](), "one": 1.0,
        ]
        return [
            Recorded(name: "GET http", method: .get, parameters: rich),
            Recorded(name: "GET existing q", method: .get, url: "http://h/p?z=9#frag", parameters: ["a": 1]),
            Recorded(name: "GET empty", method: .get, parameters: [:]),
            Recorded(name: "POST nil", parameters: nil),
            Recorded(name: "POST empty", parameters: [:]),
            Recorded(name: "POST http", parameters: ["a": "b c"]),
            Recorded(name: "POST ct", headers: ["Content-Type": "text/x"], parameters: ["a": 1]),
            Recorded(name: "POST query", encoding: APIURLEncoding.queryString, parameters: ["a": 1]),
            Recorded(name: "GET body", method: .get, encoding: APIURLEncoding.httpBody, parameters: ["a": 1]),
            Recorded(name: "DELETE", method: .delete, parameters: ["a": 1]),
            Recorded(name: "PUT", method: .put, parameters: ["a": 1]),
            Recorded(
                name: "noBrackets lit",
                method: .get,
                encoding: APIURLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal),
                parameters: ["a": [true, false]]
            ),
            Recorded(
                name: "index",
                method: .get,
                encoding: APIURLEncoding(arrayEncoding: .indexInBrackets),
                parameters: ["a": [1, [2]] as [Any]]
            ),
            Recorded(name: "custom", method: .get, encoding: custom, parameters: ["a": [1]]),
            Recorded(name: "JSON http", encoding: json, parameters: ["a": 1]),
            Recorded(name: "JSON empty", encoding: json, parameters: [:]),
            Recorded(name: "JSON nil", encoding: json, parameters: nil),
            Recorded(name: "JSON bad", encoding: json, parameters: ["a": Date()]),
            Recorded(
                name: "JSON ct",
                headers: ["Content-Type": "application/vnd.x+json"],
                encoding: json,
                parameters: ["a": true]
            ),
            Recorded(name: "JSON GET", method: .get, encoding: json, parameters: ["a": 1]),
        ]
    }

    @Test(arguments: recorded)
    private func `is the same but for what was fixed`(_ recorded: Recorded) throws {
        let name = recorded.name.replacingOccurrences(of: " http", with: "")
        let line = Self.line(name) {
            try recorded.encoding.encode(
                try URLRequest(url: recorded.url, method: recorded.method, headers: recorded.headers),
                with: recorded.parameters
            )
        }
        let expected = try #require(Self.expected("enc \(recorded.name)"))
        #expect(line == expected)
    }
}
