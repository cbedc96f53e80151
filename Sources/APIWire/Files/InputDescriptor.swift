import CSupport

/// Something that others write to at their leisure, such as a pipe or a terminal, read without waiting.
///
/// It owns a descriptor of its own for it, and closes that at the latest when it goes.
package final class InputDescriptor: Sendable {
    /// What is waited for; its own calls are for connections.
    package let stream: StreamSocket

    /// Takes a second descriptor for what `number` stands for: the caller may close that one.
    ///
    /// - Throws: what the system says; also for one that can only be written to, at which nothing would ever come.
    package init(duplicating number: Int32) throws(WireError) {
        var duplicate: Int32 = -1
        try WireError.check { unsafe cs_descriptor_duplicate(number, &duplicate, &$0) }
        stream = StreamSocket(descriptor: duplicate)
    }

    /// Opens what `path` names, without waiting for the other end of a pipe.
    package init(opening path: String) throws(WireError) {
        try FileSystem.check(path)
        var descriptor: Int32 = -1
        try WireError.check { unsafe cs_file_open_now(path, &descriptor, &$0) }
        stream = StreamSocket(descriptor: descriptor)
    }

    /// Reads what there is.
    package func read(into buffer: inout MutableSpan<UInt8>) -> StreamSocket.Transfer {
        unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            stream.transfer { unsafe cs_file_read_now($0, buffer.baseAddress, buffer.count, &$1, &$2) }
        }
    }
}
