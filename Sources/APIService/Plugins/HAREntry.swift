import Foundation

/// The parts of an HTTP archive (HAR 1.2), named as in its JSON.
struct HARLog: Encodable {
    struct Creator: Encodable {
        var name: String
        var version: String
    }

    var version = "1.2"
    var creator: Creator
    var entries: [HAREntry]
}

struct HARPair: Encodable, Equatable {
    var name: String
    var value: String
}

struct HAREntry: Encodable, Sendable {
    struct Request: Encodable {
        var method: String
        var url: String
        var httpVersion = "HTTP/1.1"
        var cookies: [HARPair] = []
        var headers: [HARPair]
        var queryString: [HARPair]
        var postData: PostData?
        var headersSize = -1
        var bodySize: Int
    }

    struct PostData: Encodable {
        enum CodingKeys: String, CodingKey {
            case mimeType, text, params, comment
            // HAR has a member for this only in answers; names of one's own begin with an underscore.
            case encoding = "_encoding"
        }

        var mimeType: String
        var text: String
        var params: [HARPair] = []
        var encoding: String?
        var comment: String?
    }

    struct Response: Encodable {
        var status: Int
        var statusText: String
        var httpVersion: String
        var cookies: [HARPair] = []
        var headers: [HARPair]
        var content: Content
        var redirectURL: String
        var headersSize = -1
        var bodySize: Int
    }

    struct Content: Encodable {
        var size: Int
        var mimeType: String
        var text: String?
        var encoding: String?
        var comment: String?
    }

    /// Milliseconds; -1 for what did not happen.
    struct Timings: Encodable {
        var blocked: Double
        var dns: Double
        var connect: Double
        var ssl: Double
        var send = 0.0
        var wait: Double
        var receive: Double
    }

    struct Cache: Encodable {}

    var startedDateTime: String
    var time: Double
    var request: Request
    var response: Response
    var cache = Cache()
    var timings: Timings
    var serverIPAddress: String?
    var comment: String?
}

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
    ) -> HAREntry {
        let total = metrics?.total.seconds ?? 0
        return HAREntry(
            startedDateTime: Self.timestamp(end.addingTimeInterval(-total)),
            time: total * 1000,
            request: self.request(request),
            response: self.response(response, data, metrics),
            timings: timings(metrics),
            serverIPAddress: metrics?.remoteAddress.map(Self.host),
            comment: error.map {
                "failed: \($0.urlErrorCode.map { "URLError \($0.rawValue)" } ?? "not a network error")"
            }
        )
    }

    private func request(_ request: URLRequest) -> HAREntry.Request {
        let url = request.url
        var entry = HAREntry.Request(
            method: request.httpMethod ?? "GET",
            url: url.map { redactor?.text(of: $0) ?? $0.absoluteString } ?? "",
            headers: headers(request.allHTTPHeaderFields ?? [:]),
            queryString: query(url),
            bodySize: request.httpBody?.count ?? (request.httpBodyStream == nil ? 0 : -1)
        )
        if let body = request.httpBody {
            let type = request.value(forHTTPHeaderField: "Content-Type")
            let content = content(body, type: type)
            entry.postData = HAREntry.PostData(
                mimeType: content.mimeType,
                text: content.text ?? "",
                encoding: content.encoding,
                comment: content.comment ?? content.encoding.map { "the text is the body in \($0)" }
            )
        }
        return entry
    }

    private func response(
        _ response: HTTPURLResponse?,
        _ data: Data?,
        _ metrics: APITransferMetrics?
    ) -> HAREntry.Response {
        let headers = headers(response?.headers.dictionary ?? [:])
        return HAREntry.Response(
            status: response?.statusCode ?? 0,
            statusText: "",
            httpVersion: metrics?.networkProtocol?.uppercased() ?? "HTTP/1.1",
            headers: headers,
            content: content(data ?? Data(), type: response?.value(forHTTPHeaderField: "Content-Type")),
            redirectURL: headers.first { $0.name.lowercased() == "location" }?.value ?? "",
            bodySize: metrics == nil ? -1 : data?.count ?? 0
        )
    }

    private func headers(_ fields: [String: String]) -> [HARPair] {
        fields.sorted { $0.key < $1.key }
            .map { HARPair(name: $0.key, value: redactor?.value($0.value, of: $0.key) ?? $0.value) }
    }

    private func query(_ url: URL?) -> [HARPair] {
        guard let url, let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return [] }
        return (parts.queryItems ?? []).map { item in
            HARPair(
                name: item.name,
                value: redactor?.value(item.value ?? "", ofParameter: item.name) ?? item.value ?? ""
            )
        }
    }

    private func content(_ data: Data, type: String?) -> HAREntry.Content {
        var content = HAREntry.Content(size: data.count, mimeType: type ?? "application/octet-stream")
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

    private func timings(_ metrics: APITransferMetrics?) -> HAREntry.Timings {
        guard let metrics else {
            return HAREntry.Timings(blocked: -1, dns: -1, connect: -1, ssl: -1, wait: 0, receive: 0)
        }
        func milliseconds(_ duration: Duration, unless isMissing: Bool = false) -> Double {
            isMissing ? -1 : max(0, duration.seconds * 1000)
        }
        // An archive counts TLS as a part of connecting.
        let connect = metrics.connect + metrics.tls
        let reused = metrics.isConnectionReused
        return HAREntry.Timings(
            blocked: milliseconds(metrics.queue),
            dns: milliseconds(metrics.resolve, unless: reused),
            connect: milliseconds(connect, unless: reused),
            ssl: milliseconds(metrics.tls, unless: reused || metrics.tlsVersion == nil),
            wait: milliseconds(metrics.firstByte),
            receive: milliseconds(metrics.total - metrics.queue - metrics.resolve - connect - metrics.firstByte)
        )
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
