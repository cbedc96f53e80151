internal import APIWire
public import Foundation

/// Signs requests: puts an HMAC over the canonical form of each request into a header field.
///
/// The canonical form is, one per line: the method, the path, the query with its pairs sorted, the time in seconds since
/// 1970 as sent in the time field, and the SHA-256 of the body in hexadecimal. It shows how a signature is attached; a
/// service with rules of its own needs a plugin of its own. Requests whose body is a stream are signed over an empty one.
public struct APISigningPlugin: APIPlugin, Sendable {
    private let key: [UInt8]
    private let keyID: String
    private let field: String
    private let timeField: String
    private let now: @Sendable () -> Date

    /// Makes a plugin.
    /// - Parameters:
    ///   - key: the secret shared with the service.
    ///   - keyID: tells the service which key it is.
    ///   - field: where the signature goes, as `keyID:hexadecimal HMAC-SHA256`.
    ///   - timeField: where the time goes.
    ///   - now: gives the time.
    public init(
        key: Data,
        keyID: String,
        field: String = "X-Signature",
        timeField: String = "X-Signature-Time",
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.key = [UInt8](key)
        self.keyID = keyID
        self.field = field
        self.timeField = timeField
        self.now = now
    }

    /// Signs the request; it must not be changed afterwards, so this plugin comes last.
    ///
    /// One that cannot be signed, because this system refuses SHA-256, loses its URL: then it fails and is not sent.
    public func prepare<T: APIRequest>(_ request: consuming URLRequest, targetRequest: T) -> URLRequest {
        let seconds = Int(exactly: now().timeIntervalSince1970.rounded(.down))
        guard let time = seconds.map(String.init), let text = Self.canonicalText(of: request, time: time),
            let signature = try? Digest.hmac(.sha256, key: key.span, Array(text.utf8).span)
        else {
            // A plugin cannot throw, but a request without a URL is refused by every client.
            request.url = nil
            return request
        }
        request.setValue(time, forHTTPHeaderField: timeField)
        request.setValue("\(keyID):\(Self.hex(signature))", forHTTPHeaderField: field)
        return request
    }

    /// What is signed of a request; nil when it has no URL.
    package static func canonicalText(of request: URLRequest, time: String) -> String? {
        guard let url = request.url, let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let hash = try? Digest.hex(.sha256, [UInt8](request.httpBody ?? Data()).span)
        else { return nil }
        let query = (parts.percentEncodedQuery ?? "").split(separator: "&").sorted().joined(separator: "&")
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        return [request.httpMethod ?? "GET", path, query, time, hash].joined(separator: "\n")
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
