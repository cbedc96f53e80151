import APIJSON
import APITransport
import APIWire

enum DateUnits {
    @Sendable static func cookieDate(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let input = test["input"]?.string else { return false }
        write(CookieDate.parse(Array(input.utf8)[...]), &json)
        return true
    }

    @Sendable static func httpDate(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let input = test["input"]?.string else { return false }
        write(HTTPDate.parse(input, now: WallClock.now().seconds), &json)
        return true
    }

    private static func write(_ seconds: Int64?, _ json: inout JSONText) {
        if let seconds { json.integer(seconds) } else { json.null() }
    }
}
