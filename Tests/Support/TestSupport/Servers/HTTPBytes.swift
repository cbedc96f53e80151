/// The bytes of well-formed answers, for scripts.
package enum HTTPBytes {
    /// A response with Content-Length.
    package static func response(
        _ status: Int = 200,
        _ reason: String = "OK",
        fields: [(String, String)] = [],
        body: [UInt8] = []
    ) -> [UInt8] {
        head(status, reason, fields: fields + [("Content-Length", "\(body.count)")]) + body
    }

    package static func response(
        _ status: Int = 200,
        _ reason: String = "OK",
        fields: [(String, String)] = [],
        text: String
    ) -> [UInt8] {
        response(status, reason, fields: fields, body: Array(text.utf8))
    }

    /// A response in chunks, with trailers.
    package static func chunkedResponse(
        _ status: Int = 200,
        _ reason: String = "OK",
        fields: [(String, String)] = [],
        chunks: [[UInt8]],
        trailers: [(String, String)] = []
    ) -> [UInt8] {
        var bytes = head(status, reason, fields: fields + [("Transfer-Encoding", "chunked")])
        for chunk in chunks where !chunk.isEmpty {
            bytes += Array((String(chunk.count, radix: 16) + "\r\n").utf8) + chunk + Array("\r\n".utf8)
        }
        return bytes + Array("0\r\n".utf8) + lines(trailers)
    }

    /// A status line and fields, with the empty line.
    package static func head(_ status: Int, _ reason: String, fields: [(String, String)]) -> [UInt8] {
        Array("HTTP/1.1 \(status) \(reason)\r\n".utf8) + lines(fields)
    }

    private static func lines(_ fields: [(String, String)]) -> [UInt8] {
        Array((fields.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n").utf8)
    }
}
