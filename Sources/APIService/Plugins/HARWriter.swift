import Foundation

/// An object of an HTTP archive (HAR 1.2), with its members named as there; what is missing is left out.
typealias HARObject = [String: any Sendable]

/// Writes one entry from what a plugin sees.
struct HARWriter {
    let redactor: APIRedactor?
    let maximumBodyBytes: Int

    func entry(
        _ request: URLRequest,
        _ response: HTTPURLResponse?,
        _ data: Data?,
        _ metrics: APITransferMetrics?,
        error: APIError?,
        endedAt end: Date
    ) -> HARObject {
        let total = metrics?.total.seconds ?? 0
        var entry: HARObject = [
            "startedDateTime": Self.timestamp(end.addingTimeInterval(-total)),
            "time": total * 1000,
            "request": self.request(request),
            "response": self.response(response, data, metrics),
            "cache": HARObject(),
            "timings": timings(metrics),
        ]
        entry["serverIPAddress"] = metrics?.remoteAddress.map(Self.host)
        entry["comment"] = error.map {
            "failed: \($0.urlErrorCode.map { "URLError \($0.rawValue)" } ?? "not a network error")"
        }
        return entry
    }

    private func request(_ request: URLRequest) -> HARObject {
        let url = request.url
        var entry: HARObject = [
            "method": request.httpMethod ?? "GET",
            "url": url.map { redactor?.text(of: $0) ?? $0.absoluteString } ?? "",
            "httpVersion": "HTTP/1.1",
            "cookies": [HARObject](),
            "headers": headers(request.allHTTPHeaderFields ?? [:]),
            "queryString": query(url),
            "headersSize": -1,
            "bodySize": request.httpBody?.count ?? (request.httpBodyStream == nil ? 0 : -1),
        ]
        if let body = request.httpBody {
            let content = content(body, type: request.value(forHTTPHeaderField: "Content-Type"))
            var posted: HARObject = ["mimeType": content.type, "text": content.text ?? "", "params": [HARObject]()]
            // HAR has a member for this only in answers; names of one's own begin with an underscore.
            posted["_encoding"] = content.encoding
            posted["comment"] = content.comment ?? content.encoding.map { "the text is the body in \($0)" }
            entry["postData"] = posted
        }
        return entry
    }

    private func response(_ response: HTTPURLResponse?, _ data: Data?, _ metrics: APITransferMetrics?) -> HARObject {
        let fields = response?.headers.dictionary ?? [:]
        let content = content(data ?? Data(), type: response?.value(forHTTPHeaderField: "Content-Type"))
        var body: HARObject = ["size": data?.count ?? 0, "mimeType": content.type]
        body["text"] = content.text
        body["encoding"] = content.encoding
        body["comment"] = content.comment
        return [
            "status": response?.statusCode ?? 0,
            "statusText": "",
            "httpVersion": metrics?.networkProtocol?.uppercased() ?? "HTTP/1.1",
            "cookies": [HARObject](),
            "headers": headers(fields),
            "content": body,
            "redirectURL": response?.value(forHTTPHeaderField: "Location").map { shown($0, of: "Location") } ?? "",
            "headersSize": -1,
            "bodySize": metrics == nil ? -1 : data?.count ?? 0,
        ]
    }

    private func headers(_ fields: [String: String]) -> [HARObject] {
        fields.sortedByKey.map { ["name": $0.key, "value": shown($0.value, of: $0.key)] }
    }

    private func shown(_ value: String, of field: String) -> String {
        redactor?.value(value, of: field) ?? value
    }

    private func query(_ url: URL?) -> [HARObject] {
        guard let url, let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return [] }
        return (parts.queryItems ?? []).map { item in
            let value = item.value ?? ""
            return ["name": item.name, "value": redactor?.value(value, ofParameter: item.name) ?? value]
        }
    }

    private struct Content {
        var type: String
        var text: String?
        var encoding: String?
        var comment: String?
    }

    private func content(_ data: Data, type: String?) -> Content {
        var content = Content(type: type ?? "application/octet-stream")
        guard !data.isEmpty else { return content }
        guard data.count <= maximumBodyBytes else {
            content.comment = "left out, it is larger than \(maximumBodyBytes) bytes"
            return content
        }
        switch redactor?.shown(data, contentType: type) {
        case .text(let text): content.text = text
        case .hidden:
            content.comment = "left out, it may hold a secret"
            return content
        case .bytes: break
        case nil: content.text = String(validating: data, as: UTF8.self)
        }
        if content.text == nil {
            content.text = data.base64EncodedString()
            content.encoding = "base64"
        }
        return content
    }

    /// Milliseconds; -1 for what did not happen.
    private func timings(_ metrics: APITransferMetrics?) -> HARObject {
        guard let metrics else {
            return ["blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 0, "receive": 0]
        }
        func milliseconds(_ duration: Duration, unless isMissing: Bool = false) -> Double {
            isMissing ? -1 : max(0, duration.seconds * 1000)
        }
        // An archive counts TLS as a part of connecting.
        let connect = metrics.connect + metrics.tls
        let reused = metrics.isConnectionReused
        return [
            "blocked": milliseconds(metrics.queue),
            "dns": milliseconds(metrics.resolve, unless: reused),
            "connect": milliseconds(connect, unless: reused),
            "ssl": milliseconds(metrics.tls, unless: reused || metrics.tlsVersion == nil),
            "send": 0,
            "wait": milliseconds(metrics.firstByte),
            "receive": milliseconds(metrics.total - metrics.queue - metrics.resolve - connect - metrics.firstByte),
        ]
    }

    /// RFC 3339 in UTC, to the millisecond.
    static func timestamp(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// The address without its port.
    private static func host(_ address: String) -> String {
        guard let colon = address.lastIndex(of: ":") else { return address }
        return address[..<colon].trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    }
}
