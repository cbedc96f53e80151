internal import APIWire

/// Reads the answer to one request from the bytes of a connection: interim heads, the head, the body and its trailers
/// (RFC 9112).
///
/// What it accepts beyond the grammar, and what not, stands in the table beside this file.
///
/// It does no I/O and keeps nothing of the input but a head that is not complete yet. Bytes behind the end of the
/// message are left alone. After an error it must not be used again.
package struct ResponseParser: Sendable {
    package enum Event: Sendable {
        /// All of the input is used up; call again with what comes next.
        case needsInput
        /// A 1xx answer; another head follows.
        case informational(ResponseHead)
        /// The final answer's head; ``framing`` is known now.
        case head(ResponseHead)
        /// Bytes of the body: a range of the input that was passed in, never empty.
        case body(Range<Int>)
        /// The message is complete; the trailers are there. Bytes from the position on are not part of it.
        case end
    }

    private enum State: Sendable {
        case head
        case length
        case chunkSize, chunkData, chunkReturn, chunkLineFeed, trailers
        case untilClose
        case end
    }

    private let method: HTTPMethod
    private var limits: HTTPLimits
    private var state = State.head
    private var section: SectionReader
    private var chunkSize: ChunkSizeParser
    /// Bytes that are left of the body, or of the chunk.
    private var remaining: UInt64 = 0
    private var informationalCount = 0
    package private(set) var framing = BodyFraming.none
    /// Bytes of the body so far, before any coding is undone.
    package private(set) var bodyReceived: UInt64 = 0
    package private(set) var trailers = HTTPFields()
    /// The final head when it was refused for what it says of the body.
    package private(set) var refusedHead: ResponseHead?
    /// Whether another request may follow on the connection once the message has ended.
    package private(set) var keepsAlive = true
    /// Seconds that the server keeps an idle connection, by its Keep-Alive field.
    package private(set) var keepAliveTimeout: Int?
    /// How many more requests the server will take on the connection, by its Keep-Alive field.
    package private(set) var keepAliveMaximum: Int?
    /// Whether a byte of the answer has been seen.
    package private(set) var hasAnyByte = false

    package init(method: HTTPMethod, limits: HTTPLimits) {
        self.method = method
        self.limits = limits
        section = Self.headReader(limits)
        chunkSize = ChunkSizeParser(maximumLineBytes: limits.chunkLineBytes)
    }

    /// The length that the body was announced with.
    package var bodyExpected: UInt64? {
        if case .length(let length) = framing { length } else { nil }
    }

    /// Whether the final head has been handed out.
    package var hasHead: Bool { state != .head }

    /// Takes in `input` from `position` on, up to the next event, and moves `position` behind what it used.
    package mutating func next(_ input: Span<UInt8>, _ position: inout Int) throws(ResponseFault) -> Event {
        while true {
            if state == .end { return .end }
            // Not with the head: what that says counts all the same, and whoever takes it may lift the limit.
            if state == .length, bodyReceived == 0 { try checkBody(adding: remaining) }
            guard position < input.count else {
                if state == .length, remaining == 0 {
                    state = .end
                    continue
                }
                return .needsInput
            }
            if let event = try step(input, &position) { return event }
        }
    }

    /// Says that the peer has closed its side.
    ///
    /// True: the message is complete now, as a body that ends with the connection is; false: it was complete already.
    package mutating func endOfInput() throws(ResponseFault) -> Bool {
        switch state {
        case .end:
            return false
        case .untilClose:
            state = .end
            return true
        case .length where remaining == 0:
            state = .end
            return true
        case .head:
            try section.judgeRest()
            throw ResponseFault(
                .closed,
                hasAnyByte ? "The connection was closed within the head" : "The connection was closed before any answer"
            )
        case .length, .chunkSize, .chunkData, .chunkReturn, .chunkLineFeed, .trailers:
            if state == .trailers { try section.judgeRest() }
            throw ResponseFault(.incompleteBody, "The connection was closed before the end of the body")
        }
    }

    /// The body is not the one that is limited.
    mutating func liftBodyLimit() {
        limits.bodyBytes = nil
    }

    // MARK: Steps

    private mutating func step(_ input: Span<UInt8>, _ position: inout Int) throws(ResponseFault) -> Event? {
        switch state {
        case .head:
            hasAnyByte = true
            guard let fields = try section.read(input, &position), let line = section.statusLine else { return nil }
            return try accept(line, fields)
        case .length, .chunkData:
            return take(input, &position)
        case .untilClose:
            return try takeAll(input, &position)
        case .chunkSize:
            guard let size = try chunkSize.parse(input, &position) else { return nil }
            try begin(chunkOf: size)
        case .chunkReturn:
            guard input[position] == ASCII.carriageReturn else { throw Self.chunkOverrun }
            position += 1
            state = .chunkLineFeed
        case .chunkLineFeed:
            guard input[position] == ASCII.lineFeed else { throw Self.chunkOverrun }
            position += 1
            state = .chunkSize
        case .trailers:
            guard let fields = try section.read(input, &position) else { return nil }
            trailers = fields
            state = .end
        case .end:
            break
        }
        return nil
    }

    /// The part of the body, or of a chunk, that is there.
    private mutating func take(_ input: Span<UInt8>, _ position: inout Int) -> Event? {
        let available = input.count - position
        let start = position
        if UInt64(available) < remaining {
            position = input.count
        } else {
            position += Int(remaining)
            state = state == .length ? .end : .chunkReturn
        }
        let count = UInt64(position - start)
        remaining -= count
        bodyReceived += count
        return count == 0 ? nil : .body(start..<position)
    }

    /// All that is there, up to the limit.
    private mutating func takeAll(_ input: Span<UInt8>, _ position: inout Int) throws(ResponseFault) -> Event {
        let start = position
        var count = UInt64(input.count - start)
        if let limit = limits.bodyBytes {
            let left = UInt64(max(0, limit)) - bodyReceived
            guard left > 0 else { throw Self.bodyTooLarge }
            count = min(count, left)
        }
        position += Int(count)
        bodyReceived += count
        return .body(start..<position)
    }

    private mutating func begin(chunkOf size: UInt64) throws(ResponseFault) {
        guard size > 0 else {
            section = SectionReader(
                hasStatusLine: false,
                maximumBytes: limits.trailerBytes,
                maximumFields: limits.fieldCount
            )
            state = .trailers
            return
        }
        try checkBody(adding: size)
        remaining = size
        state = .chunkData
    }

    /// Holds bytes against the limit before they are handed out.
    private func checkBody(adding count: UInt64) throws(ResponseFault) {
        let (sum, overflow) = bodyReceived.addingReportingOverflow(count)
        if overflow { throw .invalid("The body is larger than any number") }
        if let limit = limits.bodyBytes, sum > UInt64(max(0, limit)) { throw Self.bodyTooLarge }
    }

    // MARK: Heads

    private static func headReader(_ limits: HTTPLimits) -> SectionReader {
        SectionReader(hasStatusLine: true, maximumBytes: limits.headBytes, maximumFields: limits.fieldCount)
    }

    private mutating func accept(_ line: StatusLine, _ fields: HTTPFields) throws(ResponseFault) -> Event {
        let head = ResponseHead(status: line.status, version: line.version, reasonRange: line.reason, fields: fields)
        if line.status < 200 {
            guard line.status != 101 else { throw .invalid("The server switched protocols without being asked") }
            informationalCount += 1
            guard informationalCount <= limits.informationalResponses else {
                throw ResponseFault(.headTooLarge, "There are more interim answers than allowed")
            }
            section = Self.headReader(limits)
            return .informational(head)
        }
        do throws(ResponseFault) {
            try decideFraming(head)
        } catch {
            refusedHead = head
            throw error
        }
        return .head(head)
    }

    /// RFC 9112 6.3, rule by rule.
    private mutating func decideFraming(_ head: ResponseHead) throws(ResponseFault) {
        let fields = try FramingFields(head.fields)
        let isTunnel = method == .connect && (200...299).contains(head.status)
        if method == .head || head.status == 204 || head.status == 304 || isTunnel {
            framing = .none
            state = .end
        } else if fields.hasTransferEncoding {
            framing = fields.isChunked ? .chunked : .untilClose
            state = fields.isChunked ? .chunkSize : .untilClose
        } else if let length = fields.contentLength {
            framing = .length(length)
            remaining = length
            state = length == 0 ? .end : .length
        } else {
            framing = .untilClose
            state = .untilClose
        }
        decideReuse(head, fields)
    }

    /// RFC 9112 9.3; and never after a head whose framing two readers might see differently (6.1, 6.3).
    private mutating func decideReuse(_ head: ResponseHead, _ fields: FramingFields) {
        let isPersistent = head.version >= .http1_1 ? !fields.saysClose : fields.saysKeepAlive && !fields.saysClose
        let isDoubtful = fields.hasTransferEncoding && (fields.contentLength != nil || head.version < .http1_1)
        keepAliveTimeout = fields.keepAliveTimeout
        keepAliveMaximum = fields.keepAliveMaximum
        // A server that keeps it for a second or takes no more requests will have closed it before the next one comes.
        let isWelcome = (keepAliveTimeout ?? .max) > 1 && (keepAliveMaximum ?? .max) > 0
        keepsAlive = isPersistent && !isDoubtful && framing != .untilClose && isWelcome
    }

    private static let chunkOverrun = ResponseFault.invalid("A chunk is longer than its size says")
    private static let bodyTooLarge = ResponseFault(.bodySizeExceeded, "The body is larger than allowed")
}
