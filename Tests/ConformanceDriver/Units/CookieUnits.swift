import APIJSON
import APITransport
import APIWire

enum CookieUnits {
    /// What a jar sends after it was given the fields of some responses.
    @Sendable static func flow(_ test: APIJSONValue, _ json: inout JSONText) -> Bool {
        guard let steps = test["steps"], let queries = test["query"] else { return false }
        var jar = CookieJar()
        let now = WallClock.now().seconds
        for step in steps.elements {
            guard let url = step["url"]?.string.flatMap({ try? HTTPURL($0) }) else { continue }
            for value in step["set_cookie_b64"]?.elements.map(\.string) ?? [] {
                guard let value = value.flatMap({ Base64.decode($0) }) else { return false }
                jar.store(value[...], from: CookieOrigin(url), now: now)
            }
        }
        json.object { json in
            json.key("cookies")
            json.array { json in
                for query in queries.elements {
                    let url = query["url"]?.string.flatMap { try? HTTPURL($0) }
                    if let value = url.flatMap({ jar.header(for: CookieOrigin($0), now: now) }) {
                        json.base64(value)
                    } else {
                        json.null()
                    }
                }
            }
        }
        return true
    }
}
