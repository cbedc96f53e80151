import APIWire

extension StreamSocket {
    /// Writes text that the socket has room for.
    func write(_ text: String) -> Transfer {
        let bytes = Array(text.utf8)
        return write(bytes.span)
    }

    /// What one read of up to `limit` bytes gives; nil when it gives no bytes.
    func readText(limit: Int = 65_536) -> String? {
        var room = [UInt8](repeating: 0, count: limit)
        var span = room.mutableSpan
        guard case .bytes(let count) = read(into: &span) else { return nil }
        return String(decoding: room.prefix(count), as: UTF8.self)
    }

    func readNothing() -> Transfer {
        var room: [UInt8] = [0]
        var span = room.mutableSpan
        return read(into: &span)
    }

    /// Waits for the end of connecting.
    static func connected(to address: SocketAddress) throws -> StreamSocket {
        let socket = try connecting(to: address)
        _ = try Poll.wait(socket, .write, wake: nil, until: .now().advanced(by: .seconds(30)))
        if let error = socket.connectError() { throw error }
        return socket
    }
}
