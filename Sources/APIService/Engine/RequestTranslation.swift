internal import APITransport
internal import APIWire
import Foundation
import Synchronization

/// Turns Foundation's requests into the engine's.
struct RequestTranslation: Sendable {
    private let settings: SessionSettings
    /// Fields and deadlines of the session that the engine does not know of.
    private let additionalFields: HTTPFields?
    private let ownDeadlines: Deadlines
    private let lastURL = LastURL()
    private let lastFields = LastFields()

    /// With `addsFields` the engine was made without the session's settings, and each request brings them.
    init(_ settings: SessionSettings, addsFields: Bool) {
        self.settings = settings
        additionalFields = addsFields ? settings.fields(replacing: HTTPFields()) : nil
        ownDeadlines = addsFields ? settings.deadlines(idle: settings.idle) : Deadlines()
    }

    func request(_ request: URLRequest) throws(TransportError) -> HTTPRequest {
        guard let url = request.url else { throw .badURL("the request has no URL") }
        guard let method = HTTPMethod(rawValue: request.httpMethod ?? "GET") else {
            throw .invalidRequest("the method is no token")
        }
        let policy = effectivePolicy(of: request)
        if policy == .returnCacheDataDontLoad {
            throw .invalidRequest("the request asks for a cached answer only, and there is no cache of answers")
        }
        var options = RequestOptions()
        options.usesCookies = request.httpShouldHandleCookies && settings.usesCookies
        options.deadlines = deadlines(for: request)
        return HTTPRequest(
            method: method,
            url: try lastURL.read(url.absoluteString),
            fields: try fields(of: request, demandingFreshness: policy.demandsFreshness),
            body: body(of: request),
            options: options
        )
    }

    private func fields(
        of request: URLRequest,
        demandingFreshness demandsFreshness: Bool
    ) throws(TransportError) -> HTTPFields {
        var fields = HTTPFields()
        if let given = request.allHTTPHeaderFields, !given.isEmpty { fields = try lastFields.read(given) }
        for field in additionalFields ?? HTTPFields() where !fields.contains(field.name) {
            try fields.append(name: field.name, value: field.value)
        }
        if demandsFreshness, !fields.contains("Cache-Control") {
            try fields.append(name: "Cache-Control", value: "no-cache")
        }
        return fields
    }

    /// A request that was never given a policy has the default one, and then the session's counts.
    private func effectivePolicy(of request: URLRequest) -> URLRequest.CachePolicy {
        let own = request.cachePolicy
        return own == .useProtocolCachePolicy ? settings.cachePolicy : own
    }

    /// Foundation's requests say 60 whether that was set or not, so 60 means that the session's timeout counts.
    private func deadlines(for request: URLRequest) -> Deadlines {
        let own = request.timeoutInterval
        guard own != 60, own > 0 else { return ownDeadlines }
        let idle = own < 604_800 ? Duration(clampedSeconds: own) : Deadlines.never
        return settings.deadlines(idle: idle)
    }

    private func body(of request: URLRequest) -> HTTPBody? {
        if let data = request.httpBody { return .bytes([UInt8](data)) }
        guard let stream = request.httpBodyStream else { return nil }
        if let form = request.multipartBody { return form.forEngine }
        let reader = StreamReader(stream)
        return .stream(length: nil, replayable: false) { BlockingBodySource(reader.read) }
    }
}

/// The URL that was read last: requests that follow each other often go to the same one.
private final class LastURL: Sendable {
    private let last = Mutex<(text: String, url: HTTPURL)?>(nil)

    func read(_ text: String) throws(TransportError) -> HTTPURL {
        if let known = last.withLock({ last in last?.text == text ? last?.url : nil }) { return known }
        let url = try HTTPURL(text)
        last.withLock { $0 = (text, url) }
        return url
    }
}

/// The fields that were read last: most requests of an application have the same.
private final class LastFields: Sendable {
    private let last = Mutex<(given: [String: String], fields: HTTPFields)?>(nil)

    func read(_ given: [String: String]) throws(TransportError) -> HTTPFields {
        if let known = last.withLock({ last in last?.given == given ? last?.fields : nil }) { return known }
        var fields = HTTPFields()
        for (name, value) in given.sortedByKey { try fields.append(name: name, value: value) }
        last.withLock { [fields] in $0 = (given, fields) }
        return fields
    }
}

extension URLRequest.CachePolicy {
    /// Whether caches on the way must ask the server again (RFC 9111 5.2.1.4).
    fileprivate var demandsFreshness: Bool {
        switch self {
        case .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData: true
        default: false
        }
    }
}

/// Reads a request's body from Foundation's stream.
// SAFETY: its one source makes one call at a time, and the request that owned the stream no longer touches it.
private final class StreamReader: @unchecked Sendable {
    private let stream: InputStream
    private var isOpen = false

    init(_ stream: InputStream) {
        self.stream = stream
    }

    @Sendable func read() throws -> [UInt8]? {
        if !isOpen {
            stream.open()
            isOpen = true
        }
        let piece = try stream.piece(BlockingBodySource.pieceLength)
        if piece.isEmpty { stream.close() }
        return piece.isEmpty ? nil : piece
    }
}
