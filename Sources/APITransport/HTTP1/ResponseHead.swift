internal import APIWire

/// The status line and the fields of a response, as slices of the bytes received.
package struct ResponseHead: Sendable {
    package let status: Int
    package let version: HTTPVersion
    /// Where the reason phrase lies in the storage of ``fields``.
    package let reasonRange: Range<Int>
    package let fields: HTTPFields

    package init(status: Int, version: HTTPVersion, reasonRange: Range<Int>, fields: HTTPFields) {
        self.status = status
        self.version = version
        self.reasonRange = reasonRange
        self.fields = fields
    }

    package var reason: String {
        ASCII.text(fields.storage[reasonRange])
    }
}

/// What makes a response unusable.
///
/// The connection it came on can only be closed.
package struct ResponseFault: Error, Equatable, Sendable {
    /// `invalidResponse`, `headTooLarge`, `incompleteBody`, `bodySizeExceeded` or `closed`.
    package let kind: TransportError.Kind
    /// One sentence that holds nothing of what was received.
    package let message: String

    package init(_ kind: TransportError.Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }

    static func invalid(_ message: String) -> ResponseFault {
        ResponseFault(.invalidResponse, message)
    }
}

/// How the end of a body is found (RFC 9112 6.3).
package enum BodyFraming: Equatable, Sendable {
    case none
    case length(UInt64)
    case chunked
    case untilClose
}
