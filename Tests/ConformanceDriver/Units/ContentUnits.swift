import APIJSON
import APITransport
import APIWire

enum ContentUnits {
    private static let limit: UInt64 = 1 << 31

    /// A body with a Content-Encoding.
    @Sendable static func coding(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let coding = test["coding"]?.string, let input = test.bytes("input_b64") else { return false }
        let decoded = try? decode(input, coding)
        json.object { json in
            json.key("error")
            json.boolean(decoded == nil)
            json.key("body_b64")
            json.base64(decoded ?? [])
        }
        return true
    }

    private static func decode(_ input: [UInt8], _ coding: String) throws -> [UInt8] {
        var fields = HTTPFields()
        try fields.append(name: "Content-Encoding", value: coding)
        let head = ResponseHead(status: 200, version: .http1_1, reasonRange: 0..<0, fields: fields)
        guard var decoder = try ContentDecoder(head: head, method: .get, limit: limit, maximumCodings: 5) else {
            return input
        }
        var output: [UInt8] = []
        try decoder.decode(input.span, appendingTo: &output)
        try decoder.finish()
        return output
    }

    /// Whether a text is JSON.
    @Sendable static func json(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let input = test.bytes("input_b64") else { return false }
        json.string((try? APIJSONValue(parsing: input)) == nil ? "reject" : "accept")
        return true
    }
}
