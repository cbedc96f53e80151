import APIWire
package import Foundation

// SAFETY: Foundation's response is immutable, and this class adds no state.
/// Foundation's response, except that the file name it suggests is the one the server meant.
///
/// Foundation on Linux knows only `filename` and never looks at the URL.
package final class APIHTTPResponse: HTTPURLResponse, @unchecked Sendable {
    /// A response with these fields; those that occur more than once are joined with `, ` (RFC 9110 section 5.3).
    package static func make(
        url: URL,
        statusCode: Int,
        httpVersion: String,
        fields: some Sequence<(name: String, value: String)>
    ) -> HTTPURLResponse? {
        var joined: [String: String] = [:]
        var spellings: [String: String] = [:]
        for (name, value) in fields {
            let spelling = spellings[ASCIICase.lowercased(name), default: name]
            spellings[ASCIICase.lowercased(name)] = spelling
            joined[spelling] = joined[spelling].map { "\($0), \(value)" } ?? value
        }
        return APIHTTPResponse(url: url, statusCode: statusCode, httpVersion: httpVersion, headerFields: joined)
    }

    /// The name to keep the body under: `filename*`, else `filename`, else the last part of the URL's path, else
    /// `Unknown`; never more than a plain name.
    package override var suggestedFilename: String? {
        let disposition = value(forHTTPHeaderField: "Content-Disposition").flatMap {
            DispositionText(bytes: Array($0.utf8)[...])
        }
        return disposition?.baseName ?? url.flatMap { DispositionText.baseName($0.lastPathComponent) } ?? "Unknown"
    }
}
