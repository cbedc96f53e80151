import APITransport
import APIWire

/// What the driver answers about one call.
struct OpResult: Sendable {
    var response: HTTPResponse?
    var error: TransportError?
    /// Set when the op has a key that the driver does not know.
    var unsupportedKey: String?

    init(unsupportedKey: String) {
        self.unsupportedKey = unsupportedKey
    }

    init(_ result: Result<HTTPResponse, TransportError>, failsOnStatus: Bool) {
        switch result {
        case .success(let answer):
            response = answer
            guard failsOnStatus, answer.status >= 400 else { return }
            error = TransportError(kind: .httpStatus, phase: .head, message: "The server answered \(answer.status)")
            error?.requestSent = true
            error?.attempts = answer.attempts
        case .failure(let failure):
            response = failure.partial
            error = failure
        }
    }

    func write(to json: inout JSONText) {
        json.object { json in
            writeHead(to: &json)
            writeError(to: &json)
            json.key("interim")
            json.array { json in
                for interim in response?.informational ?? [] {
                    json.array { json in
                        json.integer(interim.status)
                        Self.write(interim.fields, to: &json)
                    }
                }
            }
            json.key("trailers")
            Self.write(response?.trailers ?? HTTPFields(), to: &json)
            writeFigures(to: &json)
        }
    }

    private func writeHead(to json: inout JSONText) {
        json.key("status")
        if let response { json.integer(response.status) } else { json.null() }
        json.key("reason")
        json.string(response?.reason ?? "")
        json.key("version")
        json.string(response?.version.description ?? "")
        json.key("headers")
        Self.write(response?.fields ?? HTTPFields(), to: &json)
        json.key("body_b64")
        json.base64(response?.body ?? [])
    }

    private func writeError(to json: inout JSONText) {
        let kind = unsupportedKey == nil ? error?.kind.rawValue : "unsupported"
        for (key, value) in [
            ("error", kind), ("phase", error?.phase.rawValue), ("message", unsupportedKey ?? error?.message),
        ] {
            json.key(key)
            if let value { json.string(value) } else { json.null() }
        }
        if let unsupportedKey {
            json.key("key")
            json.string(unsupportedKey)
        }
    }

    private func writeFigures(to json: inout JSONText) {
        json.key("reused")
        json.boolean(response?.metrics.isReused ?? false)
        json.key("attempts")
        json.integer(error?.attempts ?? response?.attempts ?? 0)
        json.key("url")
        if let url = response?.url { json.string(url.description) } else { json.null() }
        json.key("received")
        json.integer(error?.received ?? Int64(response?.body.count ?? 0))
        json.key("request_sent")
        json.boolean(error?.requestSent ?? (response != nil))
        json.key("cached")
        json.null()
    }

    private static func write(_ fields: HTTPFields, to json: inout JSONText) {
        json.array { json in
            for field in fields {
                json.array { json in
                    json.string(field.name)
                    json.string(field.value)
                }
            }
        }
    }
}
