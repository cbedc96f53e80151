package import Foundation

/// Whether a request may be sent and its response be accepted: decisions without side effects.
package enum ResponseValidation {
    /// A `GET` with a body, even an empty one, is not sent.
    package static func check(_ request: URLRequest) throws(AFError) {
        guard request.httpMethod == "GET", let body = request.httpBody else { return }
        throw .urlRequestValidationFailed(reason: .bodyDataInGETRequest(body))
    }

    /// The status must be within 200 to 299.
    package static func check(status: Int) throws(AFError) {
        guard !(200..<300).contains(status) else { return }
        throw .responseValidationFailed(reason: .unacceptableStatusCode(code: status))
    }

    /// The content type must be one that the request's own `Accept` field names.
    ///
    /// An empty body has none to check.
    /// - Parameters:
    ///   - contentType: the response's `Content-Type`, with or without parameters, or nil.
    ///   - accept: the request's `Accept`, or nil for anything.
    ///   - bodyIsEmpty: whether there is no body.
    /// - Throws: ``AFError/responseValidationFailed(reason:)``
    package static func check(contentType: String?, accept: String?, bodyIsEmpty: Bool) throws(AFError) {
        guard !bodyIsEmpty, let accept else { return }
        let ranges = accept.split(separator: ",").map { String($0).trimmed }
        let acceptable = ranges.isEmpty ? ["*/*"] : ranges
        guard let type = contentType.map(MediaRange.init), type.isComplete else {
            if acceptable.contains(where: { MediaRange($0).isAny }) { return }
            throw .responseValidationFailed(reason: .missingContentType(acceptableContentTypes: acceptable.sorted()))
        }
        if acceptable.contains(where: { MediaRange($0).covers(type) }) { return }
        throw .responseValidationFailed(
            reason: .unacceptableContentType(
                acceptableContentTypes: acceptable.sorted(),
                responseContentType: type.description
            )
        )
    }

    /// The body as the value of the answer.
    ///
    /// It may be empty only for `HEAD` and for the statuses 204 and 205.
    package static func body(_ data: Data?, method: String?, status: Int?) throws(AFError) -> Data {
        if let data, !data.isEmpty { return data }
        guard mayBeEmpty(method: method, status: status) else {
            throw .responseSerializationFailed(reason: .inputDataNilOrZeroLength)
        }
        return Data()
    }

    /// Whether an answer is complete without a body.
    package static func mayBeEmpty(method: String?, status: Int?) -> Bool {
        method == "HEAD" || status == 204 || status == 205
    }
}

/// A media type or a range of them (RFC 9110 section 12.5.1), without parameters and in lower case.
struct MediaRange: CustomStringConvertible {
    private let type: String
    private let subtype: String

    init(_ text: String) {
        let bare = text.split(separator: ";", omittingEmptySubsequences: false)[0]
        let parts = bare.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        type = ASCIICase.lowercased(parts[0]).trimmed
        subtype = parts.count == 2 ? ASCIICase.lowercased(parts[1]).trimmed : ""
    }

    var isComplete: Bool { !type.isEmpty && !subtype.isEmpty }

    var isAny: Bool { type == "*" && subtype == "*" }

    var description: String { "\(type)/\(subtype)" }

    func covers(_ other: MediaRange) -> Bool {
        (type == "*" || type == other.type) && (subtype == "*" || subtype == other.subtype)
    }
}

extension String {
    /// The text without white space at its ends.
    package var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
