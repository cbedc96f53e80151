import APIWire

/// Takes the body of one response: undoes its codings and puts the bytes where the caller wants them.
struct ResponseCollector: ~Copyable {
    private enum Sink {
        case memory
        case file(FileWriter, path: String)
        case discard
        case handler(any HTTPBodySink)
    }

    private var bytes: [UInt8] = []
    private var sink: Sink
    private var decoder: ContentDecoder?
    private var decodedLimit: UInt64
    private var decoded: UInt64 = 0
    private var scratch: [UInt8] = []
    private static let windowSize = 64 * 1024
    /// Others on the loop must not wait until a small body has grown to gigabytes.
    private static let bytesPerTurn = 16 * windowSize
    /// What may still be decoded in this turn; less than nothing once it was more.
    private var allowance = bytesPerTurn
    /// What of the body is still to be decoded, from `backlogStart` on.
    private var backlog: [UInt8] = []
    private var backlogStart = 0
    /// Whether there is more to decode; until that is done no more should be read.
    private(set) var isBusy = false
    /// The handler asked to stop for a while.
    private(set) var isPaused = false

    /// A collector for a body nobody wants, or for none.
    init() {
        sink = .discard
        decoder = nil
        decodedLimit = .max
    }

    /// A collector for the response whose head has come.
    ///
    /// `expected` is the body's length where it is known; memory for it is set aside up to a bound, since it is
    ///   only what the peer says.
    init(
        _ destination: ResponseDestination,
        decoder: consuming ContentDecoder?,
        expected: UInt64?,
        decodedLimit: UInt64
    ) throws(Fault) {
        let isDecoded = decoder != nil
        self.decoder = decoder
        sink = .discard
        self.decodedLimit = decodedLimit
        switch destination {
        case .memory:
            sink = .memory
            if let expected {
                if !isDecoded, expected > decodedLimit { throw Self.tooLarge(decodedLimit) }
                bytes.reserveCapacity(Int(min(expected, 16 * 1024 * 1024)))
            }
        case .discard:
            sink = .discard
        case .sink(let handler):
            sink = .handler(handler)
        case .file(let path, _):
            do {
                let temporary = FileSystem.temporaryPath(beside: path)
                sink = .file(try FileWriter(creating: temporary, exclusively: true), path: path)
            } catch {
                throw Fault(file: error, path, "created")
            }
        }
    }

    /// The handler is ready for more.
    mutating func resume() {
        isPaused = false
    }

    /// Takes the next bytes of the body.
    ///
    /// A few of them may stand for very many: what is decoded is handed on in windows, and before each further one
    /// `permitsMore` is asked, which throws once the time is up. When there is more than one turn may take, or the handler
    /// wants no more for now, the rest is kept and ``isBusy``.
    mutating func receive(_ piece: Span<UInt8>, permitsMore: () throws(Fault) -> Void) throws(Fault) {
        guard decoder != nil else { return try deliver(piece) }
        guard !isBusy else { return backlog.append(copying: piece) }
        var position = 0
        isBusy = try decode(piece, &position, permitsMore)
        if isBusy { backlog = [UInt8](copying: piece.extracting(position..<piece.count)) }
    }

    /// The connection has its turn.
    mutating func turnBegins() {
        allowance = Self.bytesPerTurn
    }

    /// Goes on with what ``receive(_:permitsMore:)`` has kept, in another turn.
    mutating func proceed(permitsMore: () throws(Fault) -> Void) throws(Fault) {
        guard isBusy, !isPaused else { return }
        var kept: [UInt8] = []
        swap(&kept, &backlog)
        var position = backlogStart
        isBusy = try decode(kept.span, &position, permitsMore)
        backlogStart = isBusy ? position : 0
        if isBusy { backlog = kept }
    }

    /// Decodes as much as a turn may take; false when there was no more.
    private mutating func decode(
        _ piece: Span<UInt8>,
        _ position: inout Int,
        _ permitsMore: () throws(Fault) -> Void
    ) throws(Fault) -> Bool {
        while allowance > 0 {
            let (produced, goesOn) = try decodeWindow(piece, &position)
            // A window from which little came, and which was not the last, may have been as much work as a full one.
            allowance -= goesOn ? Self.windowSize : produced
            guard goesOn else { return false }
            if isPaused { return true }
            try permitsMore()
        }
        return true
    }

    /// Decodes one window of the piece, and says whether there are more.
    private mutating func decodeWindow(
        _ piece: Span<UInt8>,
        _ position: inout Int
    ) throws(Fault) -> (produced: Int, goesOn: Bool) {
        if case .memory = sink {
            let before = bytes.count
            let goesOn = try collect(piece, &position)
            return (bytes.count - before, goesOn)
        }
        var window: [UInt8] = []
        swap(&window, &scratch)
        if window.isEmpty { window = [UInt8](repeating: 0, count: Self.windowSize) }
        var step = (produced: 0, goesOn: false)
        do {
            var target = window.mutableSpan
            step = try decoder?.decode(piece, &position, into: &target) ?? step
        } catch {
            throw Fault(error)
        }
        try deliver(window.span.extracting(0..<step.produced))
        scratch = window
        return step
    }

    /// Decodes one window of the piece right to where the body is collected; false when that was the last.
    private mutating func collect(_ piece: Span<UInt8>, _ position: inout Int) throws(Fault) -> Bool {
        do {
            return try decoder?.decode(piece, &position, appendingTo: &bytes) ?? false
        } catch {
            throw Fault(error)
        }
    }

    /// All of the body has come.
    ///
    /// For a file this is where it takes its place.
    mutating func finish(_ destination: ResponseDestination) throws(Fault) {
        do {
            try decoder?.finish()
        } catch {
            throw Fault(error)
        }
        guard case .file(let writer, _) = sink, case .file(let path, let replacing) = destination else { return }
        do {
            try writer.close()
            try FileSystem.rename(from: writer.path, to: path, replacing: replacing)
            sink = .discard
        } catch {
            throw Fault(file: error, path, "put in place")
        }
    }

    mutating func takeBytes() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    /// Leaves nothing behind: a file that was not finished is removed.
    mutating func abandon() {
        if case .file(let writer, _) = sink {
            sink = .discard
            // Closing what is thrown away can only fail in ways that do not matter any more.
            try? writer.close()
            try? FileSystem.remove(writer.path)
        }
    }

    private mutating func deliver(_ piece: Span<UInt8>) throws(Fault) {
        decoded += UInt64(piece.count)
        if decoded > decodedLimit { throw Self.tooLarge(decodedLimit) }
        switch sink {
        case .memory:
            bytes.append(copying: piece)
        case .file(let writer, let path):
            do {
                try writer.write(piece)
            } catch {
                throw Fault(file: error, path, "written")
            }
        case .discard:
            break
        case .handler(let handler):
            if !piece.isEmpty, !handler.receive([UInt8](copying: piece)) { isPaused = true }
        }
    }

    private static func tooLarge(_ limit: UInt64) -> Fault {
        Fault(.decodedSizeExceeded, "The body is larger than the \(limit) bytes allowed.", phase: .body)
    }
}
