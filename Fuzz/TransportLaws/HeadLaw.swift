import APITransport

/// What a parser made of the bytes of one connection.
private struct Played: Equatable {
    var informational: [HTTPFields] = []
    var status = 0
    var fields = HTTPFields()
    var body: [UInt8] = []
    var trailers = HTTPFields()
    var used = 0
    var keepsAlive = false
    var framing = BodyFraming.none
    var fault: ResponseFault?

    init(_ pieces: [[UInt8]], method: HTTPMethod, limits: HTTPLimits) throws(Violation) {
        var parser = ResponseParser(method: method, limits: limits)
        do {
            var isAtEnd = false
            for piece in pieces where !isAtEnd { isAtEnd = try take(piece, &parser) }
            _ = try parser.endOfInput()
            trailers = parser.trailers
            keepsAlive = parser.keepsAlive
            framing = parser.framing
        } catch let fault as ResponseFault {
            self.fault = fault
            used = 0
        } catch let violation as Violation {
            throw violation
        } catch {
            throw Violation("an error of another kind: \(error)")
        }
        let received = parser.bodyReceived
        try require(received == UInt64(body.count), "\(received) bytes are counted, \(body.count) came")
    }

    /// - Returns: whether the message has ended.
    private mutating func take(_ piece: [UInt8], _ parser: inout ResponseParser) throws -> Bool {
        var position = 0
        while true {
            let before = position
            let event = try parser.next(piece.span, &position)
            try require(
                position >= before && position <= piece.count,
                "the position went from \(before) to \(position)"
            )
            switch event {
            case .needsInput:
                try require(position == piece.count, "input is left and more is asked for")
                used += position
                return false
            case .informational(let head):
                try require((100...199).contains(head.status), "an interim answer has the status \(head.status)")
                informational.append(head.fields)
            case .head(let head):
                try require((200...999).contains(head.status), "an answer has the status \(head.status)")
                status = head.status
                fields = head.fields
                _ = head.reason
            case .body(let range):
                try require(
                    !range.isEmpty && range.lowerBound >= before && range.upperBound == position,
                    "the body's range \(range) is not what was used"
                )
                body += piece[range]
            case .end:
                used += position
                return true
            }
        }
    }
}

/// A response comes out the same however it is cut, within its limits; and its fields, written into a request, are read
/// back as they were.
///
/// The first byte is the size of the pieces, the second picks method and limits.
package func headLaw(_ input: Span<UInt8>) throws(Violation) {
    let (steering, bytes) = split(input, after: 2)
    let methods: [HTTPMethod] = [.get, .head, .connect, .post]
    let method = methods[Int(steering[1] & 3)]
    var limits = HTTPLimits()
    if steering[1] & 4 != 0 {
        limits = HTTPLimits(
            headBytes: 64,
            fieldCount: 3,
            trailerBytes: 16,
            chunkLineBytes: 4,
            informationalResponses: 2,
            bodyBytes: 10
        )
    }
    let whole = try Played([bytes], method: method, limits: limits)
    let cut = try Played(pieces(bytes, of: Int(steering[0]) + 1), method: method, limits: limits)
    try require(whole == cut, "whole: \(whole)\nin pieces: \(cut)")
    try check(whole, limits)
    try checkCopy(whole.fields)
    try checkCopy(whole.trailers)
}

private func check(_ played: Played, _ limits: HTTPLimits) throws(Violation) {
    try require(played.fields.storage.count <= limits.headBytes, "the head is larger than its limit")
    try require(played.fields.count <= limits.fieldCount, "there are more fields than their limit")
    try require(played.trailers.count <= limits.fieldCount, "there are more trailers than their limit")
    try require(played.trailers.storage.count <= limits.trailerBytes, "the trailers are larger than their limit")
    try require(played.informational.count <= limits.informationalResponses, "there are too many interim answers")
    if let limit = limits.bodyBytes { try require(played.body.count <= limit, "the body is larger than its limit") }
    if played.fault == nil, played.framing == .untilClose {
        try require(!played.keepsAlive, "a closed connection is kept")
    }
}

/// Fields that came from a peer can be set by a caller, and go out in lines of their own.
private func checkCopy(_ fields: HTTPFields) throws(Violation) {
    var copy = HTTPFields()
    for field in fields {
        do { try copy.append(name: field.name, value: field.value) } catch {
            throw Violation("a received field is refused: \(error)")
        }
    }
    try require(copy.map(\.value) == fields.map(\.value), "values change when they are copied")
    guard let url = try? HTTPURL("http://h/") else { throw Violation("a plain URL is refused") }
    var head: [UInt8] = Array("HTTP/1.1 204 No Content\r\n".utf8)
    let start = head.count
    var request: [UInt8] = []
    RequestWriter.appendHead(
        method: .get,
        url: url,
        fields: fields,
        defaults: RequestWriter.Defaults(HTTPFields()),
        framing: .none,
        to: &request
    )
    guard let lineEnd = request.firstIndex(of: 0x0A) else { throw Violation("a request has no line") }
    head += request[(lineEnd + 1)...]
    let isOwn = { (name: String) in
        ["host", "content-length", "transfer-encoding"].contains(name.lowercased())
    }
    let limits = HTTPLimits(headBytes: head.count + start, fieldCount: fields.count + 2)
    let back = try Played([head], method: .get, limits: limits)
    try require(back.fault == nil, "a written head is refused: \(String(describing: back.fault))")
    try require(
        back.fields.filter { !isOwn($0.name) } == fields.filter { !isOwn($0.name) },
        "fields change on their way"
    )
}
