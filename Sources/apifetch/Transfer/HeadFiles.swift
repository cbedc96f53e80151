import APITransport
import APIWire
import Synchronization

/// The files that `-D` names.
final class HeadFiles: Sendable {
    private let writers = Mutex<[String: FileWriter]>([:])

    /// Appends to a file, which is begun anew once in a run; `-` is standard output.
    func write(_ bytes: [UInt8], to path: String) throws(TransportError) {
        do throws(WireError) {
            if path == "-" { return try StandardOutput.write(bytes.span) }
            try writers.withLock { (writers) throws(WireError) in
                let writer = if let known = writers[path] { known } else { try FileWriter(creating: path) }
                writers[path] = writer
                try writer.write(bytes.span)
            }
        } catch {
            throw .writing(path, error)
        }
    }
}
