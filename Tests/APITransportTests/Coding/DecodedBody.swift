import APITransport

/// The head of a response with fields of one name.
func head(
    _ status: Int = 200,
    _ fields: [(name: String, value: String)]
) throws(TransportError) -> ResponseHead {
    ResponseHead(status: status, version: .http1_1, reasonRange: 0..<0, fields: try HTTPFields(fields))
}

/// What becomes of a body with this head; nil when it is to be passed on as it came.
func decodedBody(
    _ pieces: [[UInt8]],
    _ head: ResponseHead,
    method: HTTPMethod = .get,
    limit: UInt64 = 1 << 30,
    maximumCodings: Int = 5,
    content: Bool = true
) throws(ContentFault) -> [UInt8]? {
    guard
        var decoder = try ContentDecoder(
            head: head,
            method: method,
            limit: limit,
            maximumCodings: maximumCodings,
            content: content
        )
    else { return nil }
    var body: [UInt8] = []
    for piece in pieces { try decoder.decode(piece.span, appendingTo: &body) }
    try decoder.finish()
    return body
}

/// What a body becomes whose head names `coding`; itself where there is nothing to undo.
func decodedBody(
    _ pieces: [[UInt8]],
    coding: String,
    limit: UInt64 = 1 << 30
) -> Result<[UInt8], ContentFault> {
    Result { () throws(ContentFault) in
        guard let head = try? head(200, [("Content-Encoding", coding)]) else {
            throw ContentFault(.invalidRequest, "The field is refused")
        }
        return try decodedBody(pieces, head, limit: limit) ?? pieces.flatMap(\.self)
    }
}
