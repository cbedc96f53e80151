internal import APITransport
import Foundation

/// Foundation's response, made of a received head.
enum ReceivedHead {
    static func response(_ head: HTTPResponse) -> HTTPURLResponse? {
        guard let url = URL(string: head.url.description) else { return nil }
        return APIHTTPResponse.make(
            url: url,
            statusCode: head.status,
            httpVersion: "HTTP/\(head.version)",
            fields: head.fields.lazy.map { ($0.name, $0.value) }
        )
    }
}
