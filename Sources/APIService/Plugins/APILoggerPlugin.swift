import Foundation

/// How important a line of a log is; the levels of swift-log, in its order.
public enum APILogLevel: Int, Sendable, Comparable, CaseIterable {
    /// For following a program step by step.
    case trace
    /// For debugging.
    case debug
    /// For information.
    case info
    /// Not an error, but worth a look.
    case notice
    /// Something may go wrong.
    case warning
    /// Something went wrong.
    case error
    /// Something went wrong that needs attention now.
    case critical

    /// Whether the left level is the less important.
    public static func < (left: APILogLevel, right: APILogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// One line for a log: a text, and facts apart from it, in the shape that swift-log takes.
public struct APILogEntry: Sendable, Equatable {
    /// How important it is.
    public var level: APILogLevel
    /// The line.
    public var message: String
    /// Facts by name: `method`, `url`, `status`, `duration_ms`, `bytes`, `error`, `reason`.
    public var metadata: [String: String]

    /// An entry of its parts.
    public init(level: APILogLevel, message: String, metadata: [String: String] = [:]) {
        self.level = level
        self.message = message
        self.metadata = metadata
    }
}

/// Logs requests and answers.
///
/// Secrets are redacted, and bodies are shown up to a limit, and only as far as they are there anyway: streams are not
/// read and files are not loaded for a log.
public struct APILoggerPlugin: Sendable {
    /// How much is logged of a request and its answer.
    public enum Detail: Int, Sendable, Comparable {
        /// A line each.
        case lines
        /// The header fields too.
        case fields
        /// The beginnings of text bodies too; other bodies by their size.
        case bodies

        /// Whether the left one shows less.
        public static func < (left: Detail, right: Detail) -> Bool {
            left.rawValue < right.rawValue
        }
    }

    private let detail: Detail
    private let redactor: APIRedactor
    private let maximumBodyBytes: Int
    private let sink: @Sendable (APILogEntry) -> Void

    /// Makes a logger.
    /// - Parameters:
    ///   - detail: how much is logged; a line each by default.
    ///   - redactor: hides secrets.
    ///   - maximumBodyBytes: how much of a body is shown, 2,048 by default.
    ///   - sink: takes the entries, on the thread where each thing happens; prints them by default.
    public init(
        detail: Detail = .lines,
        redactor: APIRedactor = .standard,
        maximumBodyBytes: Int = 2048,
        sink: @escaping @Sendable (APILogEntry) -> Void = { print("[\($0.level)] \($0.message)") }
    ) {
        self.detail = detail
        self.redactor = redactor
        self.maximumBodyBytes = max(0, maximumBodyBytes)
        self.sink = sink
    }
}

extension APILoggerPlugin: APIPlugin {
    /// Logs the request.
    public func willSend<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> Bool {
        let (method, url) = (Self.method(of: request), self.url(of: request))
        var lines = ["→ \(method) \(url)"]
        if detail >= .fields { lines += fields(request.allHTTPHeaderFields ?? [:]) }
        if detail >= .bodies { lines += body(of: request) }
        sink(
            APILogEntry(
                level: .debug,
                message: lines.joined(separator: "\n"),
                metadata: ["method": method, "url": url]
            )
        )
        return true
    }

    /// Logs the answer: successes as information, refused ones as warnings, cancelled ones as notices, everything else
    /// as errors.
    ///
    /// What is no success has its reason behind it, without any value of the answer, unless that is an application's own
    /// error, which may hold anything.
    public func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {
        let url = self.url(of: result.request)
        var metadata = ["url": url, "method": Self.method(of: result.request)]
        metadata["status"] = result.statusCode.map(String.init)
        metadata["bytes"] = result.data.map { String($0.count) }
        metadata["duration_ms"] = result.transferMetrics.map { String(Int($0.total.seconds * 1000)) }
        metadata["error"] = result.result.error.map(Self.name)
        var lines = ["← \(metadata["status"] ?? metadata["error"] ?? "-") \(url)"]
        if let duration = metadata["duration_ms"] { lines[0] += " in \(duration) ms" }
        if let reason = result.result.error.flatMap(Self.reason).map(PrintableText.line) {
            metadata["reason"] = reason
            lines[0] += ": " + reason
        }
        if detail >= .fields { lines += fields(result.response?.headers.dictionary ?? [:]) }
        if detail >= .bodies, let data = result.data {
            lines += body(data, contentType: result.response?.value(forHTTPHeaderField: "Content-Type"))
        }
        sink(APILogEntry(level: level(of: result), message: lines.joined(separator: "\n"), metadata: metadata))
    }

    private func level<Value>(of result: APIResponse<Value>) -> APILogLevel {
        guard let error = result.result.error else { return .info }
        if error.urlErrorCode == .cancelled { return .notice }
        return result.statusCode == nil ? .error : .warning
    }

    /// Why an answer is no success, in English; nil when its status says it.
    private static func reason(_ error: APIError) -> String? {
        // How much is shown of a body, and what in it is secret, is not for the error to say.
        if let failure = error.decodingFailure { return failure.withoutValues.text(.english) }
        guard case .connectionError(let inner) = error, let inner = inner.asAFError else { return nil }
        if let failure = inner.engineFailure { return failure.text(.english) }
        switch inner {
        case .responseValidationFailed(.missingContentType), .responseValidationFailed(.unacceptableContentType),
            .responseSerializationFailed(.inputDataNilOrZeroLength):
            return inner.text(.english)
        default: return nil
        }
    }

    /// Logs that another plugin stopped the request.
    public func didStop<T: APIRequest>(_ request: URLRequest, targetRequest: T) {
        let url = self.url(of: request)
        sink(APILogEntry(level: .notice, message: "× stopped \(url)", metadata: ["url": url]))
    }

    private func url(of request: URLRequest?) -> String {
        request?.url.map { PrintableText.line(redactor.text(of: $0)) } ?? "?"
    }

    private static func method(of request: URLRequest?) -> String {
        PrintableText.line(request?.httpMethod ?? "GET")
    }

    private func fields(_ fields: [String: String]) -> [String] {
        fields.sortedByKey.map { PrintableText.line("\($0.key): \(redactor.value($0.value, of: $0.key))") }
    }

    private func body(of request: URLRequest) -> [String] {
        if request.httpBodyStream != nil { return ["(a stream)"] }
        guard let data = request.httpBody else { return [] }
        return body(data, contentType: request.value(forHTTPHeaderField: "Content-Type"))
    }

    private func body(_ data: Data, contentType: String?) -> [String] {
        guard !data.isEmpty else { return [] }
        // A part of a JSON text cannot be told secret from not, so what is redacted is the whole or nothing.
        guard data.count <= 16 * maximumBodyBytes,
            case .text(let shown) = redactor.shown(data, contentType: contentType)
        else { return ["(\(data.count) bytes)"] }
        let text = PrintableText.lines(shown)
        guard text.utf8.count > maximumBodyBytes else { return [text] }
        let beginning = APIRedactor.cut(Data(text.utf8), to: maximumBodyBytes)
        return [String(decoding: beginning, as: UTF8.self) + "… (\(data.count) bytes)"]
    }

    /// An error without what it holds: that may be a URL or a part of an answer.
    private static func name(_ error: APIError) -> String {
        if let failure = error.engineFailure { return failure.name }
        switch error {
        case .networkError: return "networkError"
        case .requestError: return "requestError"
        case .connectionError(let inner): return inner.asAFError?.shortName ?? "connectionError"
        case .responseError: return "responseError"
        case .cache: return "cache"
        }
    }
}

extension AFError {
    /// The case's name, with a status where there is one.
    var shortName: String {
        if let code = responseCode { return "status \(code)" }
        let text = "\(self)"
        return String(text.prefix { $0.isLetter })
    }
}
