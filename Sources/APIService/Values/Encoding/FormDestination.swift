import Foundation

/// Puts escaped pairs where they belong: behind the query that is there, or into the body.
package enum FormDestination {
    static let contentType = "application/x-www-form-urlencoded; charset=utf-8"

    package static func write(
        _ pairs: [(String, String)],
        into request: URLRequest,
        destination: APIURLEncoding.Destination
    ) throws(AFError) -> URLRequest {
        try write(
            pairs.map { "\($0)=\($1)" }.joined(separator: "&"),
            isEmpty: pairs.isEmpty,
            into: request,
            destination: destination
        )
    }

    private static func write(
        _ text: String,
        isEmpty: Bool,
        into request: URLRequest,
        destination: APIURLEncoding.Destination
    ) throws(AFError) -> URLRequest {
        var request = request
        guard goesToQuery(request.httpMethod, destination) else {
            request.setContentTypeIfAbsent(contentType)
            request.httpBody = Data(text.utf8)
            return request
        }
        guard let url = request.url else { throw .parameterEncodingFailed(reason: .missingURL) }
        guard !isEmpty else { return request }
        guard let extended = appending(text, to: url) else { throw .parameterEncodingFailed(reason: .missingURL) }
        request.url = extended
        return request
    }

    private static func goesToQuery(_ method: String?, _ destination: APIURLEncoding.Destination) -> Bool {
        guard let method else { return false }
        switch destination {
        case .queryString: return true
        case .httpBody: return false
        case .methodDependent: return method == "GET" || method == "HEAD" || method == "DELETE"
        }
    }

    /// The URL with more behind its query, put together as bytes: going through characters costs more than all the rest.
    private static func appending(_ query: String, to url: URL) -> URL? {
        let whole = url.absoluteString
        let bytes = whole.utf8
        let end = bytes.firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let address = bytes[..<end]
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count + query.utf8.count + 1)
        text += address
        if !address.contains(UInt8(ascii: "?")) {
            text.append(UInt8(ascii: "?"))
        } else if address.last != UInt8(ascii: "?") {
            text.append(UInt8(ascii: "&"))
        }
        text += query.utf8
        text += bytes[end...]
        return URL(string: String(decoding: text, as: UTF8.self))
    }
}

extension URLRequest {
    package mutating func setContentTypeIfAbsent(_ value: String) {
        guard self.value(forHTTPHeaderField: "Content-Type") == nil else { return }
        setValue(value, forHTTPHeaderField: "Content-Type")
    }
}
