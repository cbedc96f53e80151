import Foundation
import Synchronization

/// A named pipe, and its writing end, which stays open until it is closed.
package final class NamedPipe: Sendable {
    private let folder: TemporaryDirectory
    private let writer: Mutex<FileHandle?>

    package var path: String { folder.path("pipe") }

    package init() throws {
        folder = try TemporaryDirectory()
        let path = folder.path("pipe")
        guard unsafe mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
        // Opened for both, so that the system does not wait for a reader.
        writer = Mutex(try FileHandle(forUpdating: URL(fileURLWithPath: path)))
    }

    /// Writes some bytes; nil ends them.
    package func write(_ bytes: [UInt8]?) {
        writer.withLock { writer in
            guard let bytes else {
                try? writer?.close()
                writer = nil
                return
            }
            try? writer?.write(contentsOf: Data(bytes))
        }
    }
}
