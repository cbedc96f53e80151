import APIWire

/// Hands out the body of a request in pieces, in the framing it was announced with.
struct RequestBodyReader {
    private enum Source {
        case nothing
        case bytes([UInt8], offset: Int)
        case file(FileReader)
        case stream(any HTTPBodySource)
    }

    /// How much is read at once.
    static let pieceSize = 64 * 1024

    let framing: RequestWriter.Framing
    private var source: Source
    private var left: UInt64
    private(set) var isFinished: Bool

    /// Opens the body; a file's size is taken now.
    init(_ body: HTTPBody?, fields: HTTPFields, usesHTTP10: Bool) throws(Fault) {
        let length: UInt64?
        (source, length) = try Self.open(body)
        do {
            framing = try RequestWriter.framing(
                hasBody: body != nil,
                length: length,
                fields: fields,
                usesHTTP10: usesHTTP10
            )
        } catch {
            throw Fault(error.kind, error.message, phase: error.phase)
        }
        left = length ?? .max
        isFinished = left == 0 && framing != .chunked
    }

    private static func open(_ body: HTTPBody?) throws(Fault) -> (Source, UInt64?) {
        switch body {
        case nil:
            return (.nothing, 0)
        case .bytes(let bytes):
            return (.bytes(bytes, offset: 0), UInt64(bytes.count))
        case .file(let path):
            do {
                let reader = try FileReader(path)
                return (.file(reader), reader.size.map { UInt64(max(0, $0)) })
            } catch {
                throw Fault(file: error, path, "read", phase: .send)
            }
        case .stream(let length, _, let open):
            if let length, length < 0 {
                throw Fault(.invalidRequest, "A body cannot have a negative length.", phase: .queue)
            }
            do {
                return (.stream(try open()), length.map(UInt64.init))
            } catch {
                throw Fault(.file, "The body of the request could not be opened.", phase: .send)
            }
        }
    }

    /// Appends the next piece to `buffer`, framing included.
    ///
    /// A source that ends too early or has more than it announced is an error: the server would be left waiting, or
    /// take the rest for another request.
    mutating func appendPiece(to buffer: inout [UInt8]) throws(Fault) {
        guard !isFinished else { return }
        var piece: [UInt8] = []
        let more = try read(into: &piece)
        guard UInt64(piece.count) <= left else {
            throw Fault(.invalidRequest, "The body has more bytes than were announced.", phase: .send)
        }
        left -= UInt64(piece.count)
        guard case .chunked = framing else {
            guard more || left == 0 else {
                throw Fault(.file, "The body ended before the length that was announced.", phase: .send)
            }
            isFinished = left == 0
            buffer += piece
            return
        }
        if !piece.isEmpty {
            RequestWriter.appendChunkSize(piece.count, to: &buffer)
            buffer += piece
            RequestWriter.appendLineEnd(to: &buffer)
        }
        if !more || left == 0 {
            buffer += RequestWriter.lastChunk
            isFinished = true
        }
    }

    /// Reads the next bytes.
    ///
    /// False: there are none after these.
    private mutating func read(into piece: inout [UInt8]) throws(Fault) -> Bool {
        switch source {
        case .nothing:
            return false
        case .bytes(let bytes, let offset):
            let end = min(bytes.count, offset + Self.pieceSize)
            piece = [UInt8](copying: bytes.span.extracting(offset..<end))
            source = .bytes(bytes, offset: end)
            return end < bytes.count
        case .file(let reader):
            piece = [UInt8](repeating: 0, count: Int(min(UInt64(Self.pieceSize), left)))
            let count: Int
            do {
                var span = piece.mutableSpan
                count = try reader.read(into: &span)
            } catch {
                throw Fault(file: error, reader.path, "read", phase: .send)
            }
            piece.removeLast(piece.count - count)
            return count > 0
        case .stream(let stream):
            do {
                return try stream.read(into: &piece, limit: Self.pieceSize)
            } catch {
                throw Fault(.file, "The body of the request could not be read.", phase: .send)
            }
        }
    }
}
