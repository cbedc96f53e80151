import APIJSON
import APIWire

/// Answers the cases that need no server.
enum Unit {
    /// Writes the result of a case; false when the case cannot be read.
    typealias Answer = @Sendable (APIJSONValue, inout JSONText) -> Bool

    private static let answers: [String: Answer] = [
        "url": URLUnits.url,
        "cookie-flow": CookieUnits.flow,
        "cookie-date": DateUnits.cookieDate,
        "http-date": DateUnits.httpDate,
        "content-disposition": FieldUnits.contentDisposition,
        "content-type": FieldUnits.contentType,
        "auth": AuthenticationUnits.auth,
        "content-coding": ContentUnits.coding,
        "json": ContentUnits.json,
        "multipart": FormUnits.multipart,
        "param-encoding": FormUnits.query,
    ]

    /// The line that answers a case line; nil when there is no answer.
    static func answer(_ line: [UInt8]) -> [UInt8]? {
        guard let test = try? APIJSONValue(parsing: line), let id = test["id"]?.string,
            let answer = test["kind"]?.string.flatMap({ answers[$0] })
        else { return nil }
        var isAnswered = false
        var json = JSONText()
        json.object { json in
            json.key("id")
            json.string(id)
            json.key("result")
            isAnswered = answer(test, &json)
        }
        return isAnswered ? json.bytes : nil
    }
}

extension APIJSONValue {
    /// The bytes of a member that holds them in base64.
    func bytes(_ key: String) -> [UInt8]? {
        self[key]?.string.flatMap { Base64.decode($0) }
    }
}
