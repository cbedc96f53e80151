import APITransport

/// What a parser makes of the bytes of one connection, given in pieces and then closed.
struct PlayedResponse: Equatable {
    var informational: [Head] = []
    var head: Head?
    var body: [UInt8] = []
    var trailers = HTTPFields()
    /// Bytes behind the end of the message.
    var surplus: [UInt8] = []
    var keepsAlive = false
    var isUntilClose = false
    var fault: ResponseFault?

    struct Head: Equatable {
        var status: Int
        var reason: [UInt8]
        var version: HTTPVersion
        var fields: HTTPFields

        init(_ head: ResponseHead) {
            status = head.status
            reason = Array(head.fields.storage[head.reasonRange])
            version = head.version
            fields = head.fields
        }
    }

    /// Plays the bytes as they arrive; no pieces are a connection that is closed at once.
    init(_ pieces: [[UInt8]], method: HTTPMethod = .get, limits: HTTPLimits = HTTPLimits()) {
        var parser = ResponseParser(method: method, limits: limits)
        do throws(ResponseFault) {
            for piece in pieces { try take(piece, &parser) }
            _ = try parser.endOfInput()
            trailers = parser.trailers
            keepsAlive = parser.keepsAlive
            isUntilClose = parser.framing == .untilClose
        } catch {
            fault = error
        }
    }

    init(_ text: String, method: HTTPMethod = .get, limits: HTTPLimits = HTTPLimits()) {
        self.init([Array(text.utf8)], method: method, limits: limits)
    }

    private mutating func take(_ piece: [UInt8], _ parser: inout ResponseParser) throws(ResponseFault) {
        let span = piece.span
        var position = 0
        while true {
            switch try parser.next(span, &position) {
            case .needsInput:
                return
            case .informational(let head):
                informational.append(Head(head))
            case .head(let head):
                self.head = Head(head)
            case .body(let range):
                body += piece[range]
            case .end:
                surplus += piece[position...]
                return
            }
        }
    }
}

/// The bytes in pieces of a size; 0 leaves them whole.
func pieces(_ bytes: [UInt8], of size: Int) -> [[UInt8]] {
    guard size > 0, !bytes.isEmpty else { return [bytes] }
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
}
