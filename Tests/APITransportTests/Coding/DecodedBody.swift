import APITransport

/// The head of a response with fields of one name.
func head(
    _ status: Int = 200,
    _ fields: [(name: String, value: String)]
) throws(TransportError) -> ResponseHead {
    ResponseHead(status: status, version: .http1_1, reasonRange: 0..<0, fields: try HTTPFields(fields))
}

/// What a body becomes whose head names `coding`; passed through where there is nothing to undo.
func decodedBody(
    _ pieces: [[UInt8]],
    coding: String,
    limit: UInt64 = 1 << 30
) -> Result<[UInt8], ContentFault> {
    Result { () throws(ContentFault) in
        guard let head = try? head(200, [("Content-Encoding", coding)]) else {
            throw ContentFault(.invalidRequest, "The field is refused")
        }
        guard var decoder = try ContentDecoder(head: head, method: .get, limit: limit, maximumCodings: 5) else {
            return pieces.flatMap(\.self)
        }
        var body: [UInt8] = []
        for piece in pieces { try decoder.decode(piece.span, appendingTo: &body) }
        try decoder.finish()
        return body
    }
}
