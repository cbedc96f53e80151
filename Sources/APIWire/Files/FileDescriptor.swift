import CSupport

/// A descriptor of a file, and who has to close it.
struct FileDescriptor: ~Copyable {
    /// -1 once closed.
    private(set) var number: Int32
    private let isOwned: Bool
    /// Known for certain to be a regular file; any other may be one too.
    private let isRegular: Bool

    /// A descriptor that stays open, like that of standard output.
    init(borrowing number: Int32) {
        self.number = number
        isOwned = false
        isRegular = false
    }

    /// The descriptor that a call opens.
    init(
        isRegular: Bool = false,
        _ open: (inout Int32, inout Int32) -> cs_status,
        path: () -> String
    ) throws(WireError) {
        try FileSystem.check(path())
        var number: Int32 = -1
        try WireError.check { open(&number, &$0) }
        self.number = number
        isOwned = true
        self.isRegular = isRegular
    }

    deinit {
        if isOwned, number >= 0 { cs_descriptor_close(number) }
    }

    func write(_ bytes: Span<UInt8>) throws(WireError) {
        let (number, isRegular) = (number, isRegular)
        try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(WireError) in
            try WireError.check { error in
                isRegular
                    ? unsafe cs_file_write_regular(number, bytes.baseAddress, bytes.count, &error)
                    : unsafe cs_file_write(number, bytes.baseAddress, bytes.count, &error)
            }
        }
    }

    func read(into buffer: inout MutableSpan<UInt8>) throws(WireError) -> Int {
        let number = number
        var count = 0
        try unsafe buffer.withUnsafeMutableBufferPointer { (buffer) throws(WireError) in
            var error: Int32 = 0
            let status = unsafe cs_file_read(number, buffer.baseAddress, buffer.count, &count, &error)
            guard status == .ok || status == .closed else { throw WireError(status: status, systemError: error) }
        }
        return count
    }

    mutating func close() throws(WireError) {
        guard isOwned, number >= 0 else { return }
        let number = number
        self.number = -1
        try WireError.check { unsafe cs_file_close(number, &$0) }
    }
}

extension WireError {
    /// Makes a call that reports errno, and throws unless its answer is OK.
    static func check(_ call: (inout Int32) -> cs_status) throws(WireError) {
        var error: Int32 = 0
        let status = call(&error)
        guard status == .ok else {
            throw status == .system ? WireError(systemError: error) : WireError(status: status, systemError: error)
        }
    }
}
