import APIJSON
import APITransport
import APIWire

enum URLUnits {
    /// A reference against a base, or a whole URL.
    @Sendable static func url(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let input = test["input"]?.string else { return false }
        let url = try? resolve(input, base: test["base"]?.string)
        json.object { json in
            guard let url else {
                json.key("failure")
                return json.boolean(true)
            }
            let parts = [
                ("href", url.description), ("host", url.hostField), ("pathname", url.path),
                ("search", url.query.map { "?\($0)" } ?? ""), ("hash", url.fragment.map { "#\($0)" } ?? ""),
            ]
            for (name, part) in parts {
                json.key(name)
                json.string(part)
            }
        }
        return true
    }

    private static func resolve(_ input: String, base: String?) throws(TransportError) -> HTTPURL {
        guard let base else { return try HTTPURL(input) }
        return try HTTPURL(base).resolving(input)
    }
}
