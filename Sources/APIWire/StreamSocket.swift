import CSupport
import Synchronization

/// A connected byte stream that never waits.
///
/// It owns its descriptor, and closes it at the latest when it goes.
///
/// Every call may be made from any thread; one reader and one writer at a time make sense of the bytes.
package final class StreamSocket: Sendable {
    /// How a read or a write went.
    package enum Transfer: Sendable, Equatable {
        /// At least one, unless none was asked for.
        case bytes(Int)
        case wouldBlock
        /// Of a read only: the peer sends no more.
        case end
        case failed(WireError)
    }

    /// -1 once closed.
    ///
    /// Held during each system call, so that none meets a descriptor that was given out anew.
    private let descriptor: Mutex<Int32>

    init(descriptor: Int32) { self.descriptor = Mutex(descriptor) }

    deinit { close() }

    /// Begins to connect.
    ///
    /// When the socket is writable that has ended, and ``connectError()`` tells how.
    package static func connecting(to address: SocketAddress) throws(WireError) -> StreamSocket {
        var descriptor: Int32 = -1
        var error: Int32 = 0
        let status = unsafe cs_socket_connect(address.bytes.span, &descriptor, &error)
        guard status == .ok else { throw WireError(systemError: error) }
        return StreamSocket(descriptor: descriptor)
    }

    /// Two that are connected with each other, inside this process.
    package static func pair() throws(WireError) -> (StreamSocket, StreamSocket) {
        var first: Int32 = -1
        var second: Int32 = -1
        var error: Int32 = 0
        let status = unsafe cs_socket_pair(&first, &second, &error)
        guard status == .ok else { throw WireError(systemError: error) }
        return (StreamSocket(descriptor: first), StreamSocket(descriptor: second))
    }

    /// Why connecting failed; nil when it did not.
    ///
    /// Of use once the socket is writable.
    package func connectError() -> WireError? {
        guard let error = withDescriptor({ cs_socket_take_error($0) }) else { return Self.closedError }
        return error == 0 ? nil : WireError(systemError: error)
    }

    package func read(into buffer: inout MutableSpan<UInt8>) -> Transfer {
        unsafe buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, !buffer.isEmpty else { return .bytes(0) }
            return transfer { unsafe cs_socket_read($0, start, buffer.count, &$1, &$2) }
        }
    }

    package func write(_ bytes: Span<UInt8>) -> Transfer {
        guard !bytes.isEmpty else { return .bytes(0) }
        return transfer { unsafe cs_socket_write($0, bytes, &$1, &$2) }
    }

    /// Writes from two buffers, one after the other, in one system call.
    package func write(_ head: Span<UInt8>, _ body: Span<UInt8>) -> Transfer {
        guard !head.isEmpty || !body.isEmpty else { return .bytes(0) }
        return transfer { unsafe cs_socket_write_two($0, head, body, &$1, &$2) }
    }

    /// Whether there is nothing to be read: no byte, no close, no error.
    package func isQuiet() -> Bool { withDescriptor { cs_socket_is_quiet($0) } ?? false }

    /// Tells the peer that no more will be written.
    package func shutdownWrite() { withDescriptor { cs_socket_end_writing($0) } }

    /// Gives the descriptor back.
    ///
    /// Later reads and writes fail as `.closed`; later closes do nothing.
    package func close() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { cs_descriptor_close(descriptor) }
            descriptor = -1
        }
    }

    package var remoteAddress: SocketAddress? { address { unsafe cs_socket_remote_address($0, &$1, &$2, &$3) } }
    package var localAddress: SocketAddress? { address { unsafe cs_socket_local_address($0, &$1, &$2, &$3) } }

    /// Gives `body` the descriptor, which stays open for that time; nil when it is closed.
    @discardableResult
    func withDescriptor<Answer>(_ body: (Int32) -> Answer) -> Answer? {
        descriptor.withLock { $0 >= 0 ? body($0) : nil }
    }

    /// One reading or writing system call.
    func transfer(_ call: (Int32, inout Int, inout Int32) -> cs_status) -> Transfer {
        var count = 0
        var error: Int32 = 0
        guard let status = withDescriptor({ call($0, &count, &error) }) else { return .failed(Self.closedError) }
        return switch status {
        case .ok: .bytes(count)
        case .wantInput, .wantOutput: .wouldBlock
        case .closed: .end
        default: .failed(WireError(systemError: error))
        }
    }

    private func address(
        _ call: (Int32, inout MutableSpan<UInt8>, inout Int, inout Int32) -> cs_status
    ) -> SocketAddress? {
        let bytes = SocketAddress.filling { output, used in
            var error: Int32 = 0
            return descriptor.withLock { $0 >= 0 ? call($0, &output, &used, &error) : .closed }
        }
        return bytes.map(SocketAddress.init(bytes:))
    }

    static let closedError = WireError(.closed, detail: "the socket was closed here")
}
