import APIWire

/// Hands out the body of a request in pieces, in the framing it was announced with.
struct RequestBodyReader {
    private enum Source {
        case nothing
        case bytes([UInt8], offset: Int)
        case file(FileReader)
        case stream(any HTTPBodySource)
        case descriptor(InputDescriptor)
    }

    /// What has to happen before there is more of the body.
    enum Wait {
        /// Somebody calls what is given to the closure.
        case call((@escaping @Sendable () -> Void) -> Void)
        /// There is something to read.
        case input(InputDescriptor)
        /// That time passes: the source has promised more and given nothing.
        case pause(Duration)
    }

    private enum Outlook {
        case more, end
        case wait(Wait)
    }

    /// How much is read at once.
    static let pieceSize = 64 * 1024
    /// How often in a row a source that gives nothing is asked again as soon as everybody else has had their turn.
    private static let quickTurns = 64

    let framing: RequestWriter.Framing
    private var source: Source
    private var left: UInt64
    private(set) var isFinished: Bool
    /// Not nil: there is nothing to send for now.
    private(set) var wait: Wait?
    /// How often in a row the source gave nothing, although it has promised more.
    private var emptyTurns = 0

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
                switch FileSystem.kind(path) {
                case .regular, .directory:
                    let reader = try FileReader(path)
                    // What the system writes as it is read, as in /proc, has bytes and yet a size of zero.
                    if reader.size == 0, try holdsBytes(reader) { fallthrough }
                    return (.file(reader), reader.size.map { UInt64(max(0, $0)) })
                case .other, nil:
                    // To open a pipe can take until the end of time, and so can reading one.
                    return (.descriptor(try InputDescriptor(opening: path)), nil)
                }
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
        case .descriptor(let number):
            do {
                return (.descriptor(try InputDescriptor(duplicating: number)), nil)
            } catch {
                throw unreadable(error)
            }
        }
    }

    private static func holdsBytes(_ reader: FileReader) throws(WireError) -> Bool {
        var byte: [UInt8] = [0]
        var span = byte.mutableSpan
        return try reader.read(into: &span) > 0
    }

    private static func unreadable(_ error: WireError) -> Fault {
        Fault(.file, "The body of the request could not be read (\(error.summary)).", phase: .send)
    }

    /// Whether what it waits for may take as long as it will: a source that has promised more at once may not.
    var isLate: Bool {
        switch wait {
        case .call, .input: true
        case .pause, nil: false
        }
    }

    /// What it waited for has happened.
    mutating func goOn() {
        wait = nil
    }

    /// Appends the next piece to `buffer`, framing included, unless the body is finished; it may have to ``wait`` then.
    ///
    /// A source that ends too early or has more than it announced is an error: the server would be left waiting, or
    /// take the rest for another request.
    mutating func appendPiece(to buffer: inout [UInt8]) throws(Fault) {
        guard !isFinished, wait == nil else { return }
        var piece: [UInt8] = []
        var isEnd = false
        switch try read(into: &piece) {
        case .more: break
        case .end: isEnd = true
        case .wait(let wait): self.wait = wait
        }
        defer { if isFinished { wait = nil } }
        guard UInt64(piece.count) <= left else {
            throw Fault(.invalidRequest, "The body has more bytes than were announced.", phase: .send)
        }
        if !piece.isEmpty { emptyTurns = 0 }
        left -= UInt64(piece.count)
        guard case .chunked = framing else {
            guard !isEnd || left == 0 else {
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
        if isEnd || left == 0 {
            buffer += RequestWriter.lastChunk
            isFinished = true
        }
    }

    /// A source that only leaves out some of its bytes is soon asked again; one that does not know better than to be
    /// asked for ever shall not keep a processor busy.
    private mutating func pauseAfterNothing() -> Duration {
        emptyTurns = min(emptyTurns + 1, Self.quickTurns)
        return emptyTurns < Self.quickTurns ? .zero : .milliseconds(1)
    }

    /// Reads the next bytes, and says what follows them.
    private mutating func read(into piece: inout [UInt8]) throws(Fault) -> Outlook {
        switch source {
        case .nothing:
            return .end
        case .bytes(let bytes, let offset):
            let end = min(bytes.count, offset + Self.pieceSize)
            piece = [UInt8](copying: bytes.span.extracting(offset..<end))
            source = .bytes(bytes, offset: end)
            return end < bytes.count ? .more : .end
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
            return count > 0 ? .more : .end
        case .stream(let stream):
            do {
                switch try stream.read(into: &piece, limit: Self.pieceSize) {
                case .more: return piece.isEmpty ? .wait(.pause(pauseAfterNothing())) : .more
                case .finished: return .end
                case .later(let arm): return .wait(.call(arm))
                }
            } catch {
                throw Fault(.file, "The body of the request could not be read.", phase: .send)
            }
        case .descriptor(let input):
            piece = [UInt8](repeating: 0, count: Self.pieceSize)
            var span = piece.mutableSpan
            let transfer = input.read(into: &span)
            let count = if case .bytes(let count) = transfer { count } else { 0 }
            piece.removeLast(piece.count - count)
            switch transfer {
            case .bytes: return .more
            case .wouldBlock: return .wait(.input(input))
            case .end: return .end
            case .failed(let error): throw Self.unreadable(error)
            }
        }
    }
}
