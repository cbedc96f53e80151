/// Reads the answer to one request from the bytes of a connection: interim heads, the head, the body and its trailers.
///
/// It does no I/O and keeps nothing of the input but a head that is not complete yet. Bytes behind the end of the
/// message are left alone.
package struct ResponseParser: Sendable {
    package enum Event: Sendable {
        /// All of the input is used up; call again with what comes next.
        case needsInput
        /// A 1xx answer; another head follows.
        case informational(ResponseHead)
        /// The final answer's head; ``framing`` is known now.
        case head(ResponseHead)
        /// Bytes of the body: a range of the input that was passed in.
        case body(Range<Int>)
        /// The message is complete; the trailers are there. Bytes from the position on are not part of it.
        case end
    }

    package init(method: HTTPMethod, limits: HTTPLimits) {
        self.method = method
        self.limits = limits
    }

    private let method: HTTPMethod
    private let limits: HTTPLimits
    package private(set) var framing = BodyFraming.none
    package private(set) var bodyReceived: UInt64 = 0
    package private(set) var trailers = HTTPFields()
    /// Whether another request may follow on the connection once the message has ended.
    package private(set) var keepsAlive = true
    /// Seconds that an idle connection is kept by the server, by its Keep-Alive field
    package private(set) var keepAliveTimeout: Int?
    /// How many more requests the server will take on the connection, by its Keep-Alive field
    package private(set) var keepAliveMaximum: Int?
    /// Whether a byte of the answer has been seen.
    package private(set) var hasAnyByte = false

    /// The length that the body was announced with.
    package var bodyExpected: UInt64? {
        if case .length(let length) = framing { length } else { nil }
    }

    /// Takes in `input` from `position` on, up to the next event, and moves `position` behind what it used.
    package mutating func next(_ input: Span<UInt8>, _ position: inout Int) throws(ResponseFault) -> Event {
        position = input.count
        return .needsInput
    }

    /// Says that the peer has closed its side. True: the message is complete now, as a body that ends with the
    /// connection is; false: it was complete already.
    package mutating func endOfInput() throws(ResponseFault) -> Bool {
        throw ResponseFault(.closed, "The connection was closed before an answer came")
    }
}
