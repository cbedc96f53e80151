import APITransport
import APIWire
import Synchronization

/// Takes a body piece by piece to standard output, or to a file that is not written by the engine itself.
///
/// A regular file is written beside its place and put there only when it is complete. The first write that fails ends
/// the transfer.
final class BodyOutput: HTTPBodySink {
    enum Place {
        case standardOutput
        case file(String)
        /// Something that cannot be replaced by another file: a device, a pipe.
        case device(String)
    }

    private struct State {
        var writer: FileWriter?
        var failure: TransportError?
        var bodyBytes: Int64 = 0
        var painter: JSONPainter?
        var isDropped = false
        /// Where the file is put at last, when that is not where it was meant to go at first.
        var finalPath: String?
    }

    private let place: Place
    private let isSeen: Bool
    private let handle: TransferHandle
    private let state = Mutex(State())

    /// An output for the transfer of that handle; where a person looks on, bytes that are no text are refused.
    init(_ place: Place, isSeen: Bool, handle: TransferHandle) {
        self.place = place
        self.isSeen = isSeen
        self.handle = handle
    }

    var failure: TransportError? { state.withLock { $0.failure } }
    var bodyBytes: Int64 { state.withLock { $0.bodyBytes } }

    /// The file that holds the body, when that is not the one that was meant at first.
    var renamedPath: String? { state.withLock { $0.finalPath } }

    /// The file goes by another name, which must be free: a server may not choose what to overwrite.
    func rename(to path: String) {
        state.withLock { $0.finalPath = path }
    }

    /// Nothing of the body is wanted any more.
    func drop() {
        state.withLock { $0.isDropped = true }
    }

    /// From here on the body is coloured as JSON.
    func paintJSON() {
        state.withLock { $0.painter = JSONPainter() }
    }

    func receive(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard state.failure == nil, !state.isDropped else { return }
            if isSeen, state.bodyBytes == 0, bytes.contains(0) {
                state.failure = TransportError(
                    kind: .file,
                    phase: .file,
                    message: "The body is binary and would upset the terminal; write it to a file with --output"
                )
                return handle.cancel()
            }
            state.bodyBytes += Int64(bytes.count)
            write(state.painter?.paint(bytes) ?? bytes, &state)
        }
        return true
    }

    /// Writes what is not part of the body.
    func writeHead(_ bytes: [UInt8]) {
        state.withLock { write(bytes, &$0) }
    }

    /// All has come: the file takes its place.
    func finish() {
        state.withLock { state in
            guard state.failure == nil else { return }
            if case .file = place { write([], &state) }
            guard let writer = state.writer else { return }
            do throws(WireError) {
                try writer.close()
                if case .file(let path) = place {
                    let final = state.finalPath
                    try FileSystem.rename(from: writer.path, to: final ?? path, replacing: final == nil)
                }
                state.writer = nil
            } catch {
                state.failure = .writing(state.finalPath ?? name, error)
            }
        }
        if failure != nil { abandon() }
    }

    /// Nothing will come of it: what was begun is removed.
    func abandon() {
        state.withLock { state in
            guard let writer = state.writer else { return }
            state.writer = nil
            // What cannot be closed or removed now could not be used either.
            try? writer.close()
            if case .file = place { try? FileSystem.remove(writer.path) }
        }
    }

    private func write(_ bytes: [UInt8], _ state: inout State) {
        guard state.failure == nil else { return }
        do throws(WireError) {
            switch place {
            case .standardOutput: try StandardOutput.write(bytes.span)
            case .file, .device:
                if state.writer == nil { state.writer = try open() }
                try state.writer?.write(bytes.span)
            }
        } catch {
            state.failure = .writing(name, error)
            handle.cancel()
        }
    }

    private func open() throws(WireError) -> FileWriter? {
        switch place {
        case .file(let path): try FileWriter(creating: FileSystem.temporaryPath(beside: path), exclusively: true)
        case .device(let path): try FileWriter(creating: path)
        case .standardOutput: nil
        }
    }

    private var name: String {
        switch place {
        case .file(let path), .device(let path): path
        case .standardOutput: "Standard output"
        }
    }
}
