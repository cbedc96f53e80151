import CSupport

/// A file that is open for writing.
///
/// It owns its descriptor, and closes it at the latest when it goes. One user at a time.
package final class FileWriter {
    package let path: String
    /// How many bytes were written through this.
    package private(set) var size: Int64 = 0
    private var file: FileDescriptor

    /// Opens a file, which is emptied unless it is appended to, or makes it.
    ///
    /// With `exclusively` one that is there is an error, `.alreadyExists`. With `isPrivate` a file that is made can be
    /// read and written by this user alone.
    package init(
        creating path: String,
        exclusively: Bool = false,
        append: Bool = false,
        isPrivate: Bool = false
    ) throws(WireError) {
        let choices = [(exclusively, CS_FILE_EXCLUSIVE), (append, CS_FILE_APPEND), (isPrivate, CS_FILE_PRIVATE)]
        let flags = choices.reduce(0) { $0 | ($1.0 ? $1.1 : 0) }
        // What is made anew is a regular file, whatever it is called.
        file = try FileDescriptor(isRegular: exclusively) {
            unsafe cs_file_create(path, UInt32(flags), &$0, &$1)
        } path: {
            path
        }
        self.path = path
    }

    /// Writes all of the bytes.
    package func write(_ bytes: Span<UInt8>) throws(WireError) {
        try file.write(bytes)
        size += Int64(bytes.count)
    }

    /// Waits until what was written has reached the disk.
    package func sync() throws(WireError) {
        let descriptor = file.number
        try WireError.check { unsafe cs_file_sync(descriptor, &$0) }
    }

    /// Closes the file, and tells of writes that failed late.
    ///
    /// A second time does nothing.
    package func close() throws(WireError) {
        try file.close()
    }
}
