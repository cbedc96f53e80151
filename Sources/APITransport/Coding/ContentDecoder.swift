import APIWire

/// Why a body could not be decoded.
package struct ContentFault: Error, Equatable, Sendable {
    /// `contentCoding` or `decodedSizeExceeded`
    package let kind: TransportError.Kind
    package let message: String

    package init(_ kind: TransportError.Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}

/// Undoes the content codings of a body as it arrives (RFC 9110 8.4).
package struct ContentDecoder: ~Copyable {
    /// A decoder for the body that a head announces; nil when the body is to be passed on as it comes.
    ///
    /// - Parameter limit: the most decoded bytes
    /// - Parameter maximumCodings: the most codings one over another
    package init?(
        head: ResponseHead, method: HTTPMethod, limit: UInt64, maximumCodings: Int
    ) throws(ContentFault) {
        return nil
    }

    /// Decodes all of `input`, appending to `output`.
    package mutating func decode(
        _ input: Span<UInt8>, appendingTo output: inout [UInt8]
    ) throws(ContentFault) {}

    /// Call at the end of the body: throws when the encoded data was cut.
    package mutating func finish(appendingTo output: inout [UInt8]) throws(ContentFault) {}
}
