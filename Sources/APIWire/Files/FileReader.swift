import CSupport

/// A file that is open for reading.
///
/// It owns its descriptor, and closes it at the latest when it goes. One user at a time.
package final class FileReader {
    package let path: String
    /// The size that the file had when it was opened; nil for what has none, such as a pipe or a device.
    package let size: Int64?
    private var file: FileDescriptor

    /// Opens a file that is there; a folder is an error, `.isDirectory`.
    package init(_ path: String) throws(WireError) {
        let file = try FileDescriptor {
            unsafe cs_file_open(path, &$0, &$1)
        } path: {
            path
        }
        let facts = try FileFacts { unsafe cs_descriptor_facts(file.number, &$0, &$1) }
        if facts.kind == .directory { throw WireError(.isDirectory, detail: "it is a folder") }
        size = facts.kind == .regular ? facts.size : nil
        self.file = file
        self.path = path
    }

    /// Reads what there is, and at least one byte; 0 at the end.
    package func read(into buffer: inout MutableSpan<UInt8>) throws(WireError) -> Int {
        try file.read(into: &buffer)
    }

    /// Goes on reading from that byte on.
    package func seek(to offset: Int64) throws(WireError) {
        let descriptor = file.number
        try WireError.check { unsafe cs_file_seek(descriptor, offset, &$0) }
    }
}
