import CSupport

/// Standard output of the process.
package enum StandardOutput {
    /// Writes all of the bytes; where nobody reads any more the error is `.reset`, and no signal ends the process.
    package static func write(_ bytes: Span<UInt8>) throws(WireError) {
        try FileDescriptor(borrowing: 1).write(bytes)
    }

    package static var isTerminal: Bool { cs_file_terminal_columns(1) > 0 }
}

/// Standard error of the process.
package enum StandardError {
    /// As of standard output.
    package static func write(_ bytes: Span<UInt8>) throws(WireError) {
        try FileDescriptor(borrowing: 2).write(bytes)
    }

    package static var isTerminal: Bool { cs_file_terminal_columns(2) > 0 }

    /// The terminal's columns; 80 when it does not say, or is none.
    package static var terminalWidth: Int {
        let columns = cs_file_terminal_columns(2)
        return columns > 0 ? Int(columns) : 80
    }
}

/// Standard input of the process.
package enum StandardInput {
    /// Appends what there is, at least one byte and at most `limit`; false at the end.
    package static func read(appendingTo bytes: inout [UInt8], limit: Int) throws(WireError) -> Bool {
        var piece = [UInt8](repeating: 0, count: max(1, limit))
        var window = piece.mutableSpan
        let count = try FileDescriptor(borrowing: 0).read(into: &window)
        bytes.append(contentsOf: piece[..<count])
        return count > 0
    }
}

/// The process as a whole.
package enum CurrentProcess {
    /// Takes the place of each standard stream that is closed, so that no file or connection becomes one.
    ///
    /// Reading or writing there still fails. For programs, before they do anything else.
    package static func occupyStandardStreams() throws(WireError) {
        try WireError.check { unsafe cs_program_fill_descriptors(&$0) }
    }

    /// Ends it; nothing that is still on the stack is cleaned up.
    package static func exit(_ code: Int32) -> Never {
        cs_exit(code)
    }
}
