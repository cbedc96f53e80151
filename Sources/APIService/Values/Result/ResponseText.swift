package import Foundation

/// What the two kinds of responses have in common.
package enum ResponseText {
    package static func replacingError<Success, Failure, NewFailure: Error>(
        of result: Result<Success, Failure>,
        _ transform: (Failure) throws -> NewFailure
    ) -> Result<Success, any Error> {
        switch result {
        case .success(let value): return .success(value)
        case .failure(let error):
            do {
                return .failure(try transform(error))
            } catch {
                return .failure(error)
            }
        }
    }

    package static func describe(
        request: URLRequest?,
        response: HTTPURLResponse?,
        details: [String],
        serializationDuration: TimeInterval,
        transferMetrics: APITransferMetrics?,
        result: String
    ) -> String {
        var lines: [String] = []
        lines.append("Request: \(request.map { "\($0.httpMethod ?? "GET") \(location($0.url))" } ?? "none")")
        lines.append("Response: \(response.map { "\($0.statusCode) \(location($0.url))" } ?? "none")")
        lines += details
        lines.append("Network duration: \(transferMetrics.map { "\($0.total)" } ?? "unknown")")
        lines.append("Serialization duration: \(serializationDuration)s")
        lines.append("Result: \(result)")
        return lines.joined(separator: "\n")
    }

    /// A URL without user, password, query and fragment, where secrets are.
    package static func location(_ url: URL?) -> String {
        guard let url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return "none" }
        parts.user = nil
        parts.password = nil
        parts.query = nil
        parts.fragment = nil
        return parts.string ?? "none"
    }
}
