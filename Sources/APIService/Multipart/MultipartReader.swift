import APIWire
package import Foundation

/// Gives the body of a form piece by piece, holding no more than one piece in memory.
///
/// Each part must have exactly its announced length: a longer or shorter one would break the framing of the request.
package final class MultipartReader {
    static let pieceLength = 64 * 1024

    private var segments: ArraySlice<MultipartLayout.Segment>
    private var current: PartSource?

    init(_ segments: [MultipartLayout.Segment]) {
        self.segments = segments[...]
    }

    /// All pieces that are left, in memory.
    func readAll() throws(AFError) -> Data {
        var body = Data()
        while let piece = try read() { body.append(piece) }
        return body
    }

    /// Writes all pieces that are left to a file.
    func write(to file: FileHandle) throws {
        while let piece = try read() { try file.write(contentsOf: piece) }
    }

    /// The next piece, never empty; nil after the last.
    package func read() throws(AFError) -> Data? {
        while true {
            if let current {
                if let piece = try current.read() { return piece }
                self.current = nil
            }
            guard let segment = segments.popFirst() else { return nil }
            switch segment {
            case .bytes(let bytes): return bytes
            case .part(let part): current = try PartSource(part)
            }
        }
    }
}

/// Reads one part and counts its bytes.
private final class PartSource {
    private enum Origin {
        case data(Data)
        case file(FileHandle)
        case stream(InputStream)
    }

    private let origin: Origin
    private let expected: UInt64
    private var count: UInt64 = 0

    init(_ part: MultipartPart) throws(AFError) {
        expected = part.length
        switch part.content {
        case .data(let data): origin = .data(data)
        case .file(let url):
            guard let file = try? FileHandle(forReadingFrom: url) else {
                throw .multipartEncodingFailed(reason: .bodyPartInputStreamCreationFailed(for: url))
            }
            origin = .file(file)
        case .stream(let stream):
            stream.open()
            origin = .stream(stream)
        }
    }

    deinit {
        switch origin {
        case .data: break
        case .file(let file): try? file.close()
        case .stream(let stream): stream.close()
        }
    }

    func read() throws(AFError) -> Data? {
        let piece = try next()
        count = count.saturatingAdding(UInt64(piece.count))
        guard count <= expected, !piece.isEmpty || count == expected else {
            throw .multipartEncodingFailed(
                reason: .inputStreamReadFailed(
                    error: AFError.UnexpectedInputStreamLength(bytesExpected: expected, bytesRead: count)
                )
            )
        }
        return piece.isEmpty ? nil : piece
    }

    private func next() throws(AFError) -> Data {
        do {
            switch origin {
            case .data(let data): return count == 0 ? data : Data()
            case .file(let file): return try file.read(upToCount: MultipartReader.pieceLength) ?? Data()
            case .stream(let stream): return Data(try stream.piece(MultipartReader.pieceLength))
            }
        } catch {
            throw .multipartEncodingFailed(reason: .inputStreamReadFailed(error: error))
        }
    }
}

extension InputStream: PointerByteStream {
    /// Up to `length` bytes; none at the end.
    ///
    /// The stream's own error is never asked for: for streams over memory that stops the program on Linux.
    package func piece(_ length: Int) throws -> [UInt8] {
        guard let bytes = readPiece(upTo: length) else { throw POSIXError(.EIO) }
        return bytes
    }
}
