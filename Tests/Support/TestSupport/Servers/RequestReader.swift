/// Cuts a stream's bytes into requests.
///
/// Lenient in what it takes: it is there to record what clients send.
struct RequestReader {
    private static let headLimit = 1 << 20

    private var buffer: [UInt8] = []
    private var start = 0

    /// The next head, or nil when the peer ended before its first byte.
    mutating func readHead(
        from stream: TestStream,
        connection: Int,
        index: Int,
        tls: TLSFacts?
    ) throws(ConnectionOver) -> ReceivedRequest? {
        var lines: [[UInt8]] = []
        var head: [UInt8] = []
        while true {
            guard let line = try readLine(from: stream) else {
                if head.isEmpty { return nil }
                throw ConnectionOver(description: "the peer ended within a head")
            }
            head += line
            guard head.count <= Self.headLimit else { throw ConnectionOver(description: "the head is too long") }
            let content = Self.content(of: line)
            if content.isEmpty { break }
            lines.append(content)
        }
        let start = lines.first.map { Self.latin1($0[...]) } ?? ""
        let words = start.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3 else { throw ConnectionOver(description: "not a request line: \(start)") }
        return ReceivedRequest(
            connection: connection,
            index: index,
            tls: tls,
            method: words[0],
            target: words[1],
            version: words[2],
            fields: lines.dropFirst().map(Self.field),
            head: head
        )
    }

    /// Fills in the body that the head announces.
    mutating func readBody(of request: inout ReceivedRequest, from stream: TestStream) throws(ConnectionOver) {
        if request.values(of: "Transfer-Encoding").contains(where: { $0.lowercased().contains("chunked") }) {
            try readChunks(of: &request, from: stream)
        } else if let length = request["Content-Length"].flatMap({ Int($0) }) {
            request.body = try take(length, from: stream)
            request.framedBody = request.body
        }
    }

    private mutating func readChunks(of request: inout ReceivedRequest, from stream: TestStream) throws(ConnectionOver)
    {
        while true {
            let line = try requireLine(from: stream)
            request.framedBody += line
            let digits = Self.latin1(Self.content(of: line)[...]).prefix { $0.isHexDigit }
            guard let size = Int(digits, radix: 16) else {
                throw ConnectionOver(description: "not a chunk's size: \(Self.latin1(line[...]))")
            }
            if size == 0 { break }
            let bytes = try take(size, from: stream)
            let end = try take(2, from: stream)
            request.body += bytes
            request.framedBody += bytes + end
            guard end == Array("\r\n".utf8) else { throw ConnectionOver(description: "a chunk does not end in CRLF") }
        }
        while true {
            let line = try requireLine(from: stream)
            request.framedBody += line
            let content = Self.content(of: line)
            if content.isEmpty { return }
            request.trailers.append(Self.field(content))
        }
    }

    private mutating func requireLine(from stream: TestStream) throws(ConnectionOver) -> [UInt8] {
        guard let line = try readLine(from: stream) else {
            throw ConnectionOver(description: "the peer ended within a body")
        }
        return line
    }

    /// A line with its LF, or nil when nothing comes any more.
    private mutating func readLine(from stream: TestStream) throws(ConnectionOver) -> [UInt8]? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return Array(buffer[start...end])
            }
            searched = buffer.count
            guard buffer.count - start <= Self.headLimit else {
                throw ConnectionOver(description: "a line is too long")
            }
            let isAtBoundary = start == buffer.count
            guard try fill(from: stream) else {
                if isAtBoundary { return nil }
                throw ConnectionOver(description: "the peer ended within a line")
            }
            if isAtBoundary { searched = start }
        }
    }

    private mutating func take(_ count: Int, from stream: TestStream) throws(ConnectionOver) -> [UInt8] {
        while buffer.count - start < count {
            guard try fill(from: stream) else { throw ConnectionOver(description: "the peer ended within a body") }
        }
        defer { start += count }
        return Array(buffer[start..<start + count])
    }

    private mutating func fill(from stream: TestStream) throws(ConnectionOver) -> Bool {
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            start = 0
        }
        let bytes = try stream.read()
        buffer += bytes
        return !bytes.isEmpty
    }

    private static func content(of line: [UInt8]) -> [UInt8] {
        var line = line.dropLast()
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return Array(line)
    }

    private static func field(_ line: [UInt8]) -> ReceivedRequest.Field {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        let value = line[colon...].dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        return ReceivedRequest.Field(name: latin1(line[..<colon]), value: latin1(value))
    }

    private static func latin1(_ bytes: ArraySlice<UInt8>) -> String {
        String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
