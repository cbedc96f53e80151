/// A connection as its script sees it.
///
/// The script runs on a thread of the server's, and every call blocks that thread until it is done or the server is
/// stopped.
package final class ScriptedConnection {
    /// Counted from 0 in the order of acceptance.
    package let number: Int
    package private(set) var tls: TLSFacts?
    /// Whether an action has ended the connection.
    package private(set) var isOver = false

    private let stream: TestStream
    private let stop: Flag
    private let log: ServerLog
    private var reader = RequestReader()
    private var requestsRead = 0

    init(number: Int, stream: TestStream, stop: Flag, log: ServerLog) {
        self.number = number
        self.stream = stream
        self.stop = stop
        self.log = log
    }

    /// Takes the server's part in a TLS handshake.
    func acceptTLS(_ context: TLSServerContext) throws(ConnectionOver) {
        let facts = try stream.acceptTLS(context)
        tls = facts
        log.note(.handshake(connection: number, facts))
    }

    /// The next head without its body, which ``readBody(of:)`` reads; nil when the client has ended its side.
    package func readHead() throws(ConnectionOver) -> ReceivedRequest? {
        let head = try reader.readHead(from: stream, connection: number, index: requestsRead, tls: tls)
        requestsRead += 1
        return head
    }

    /// Reads the body that a head announces, and records the request.
    package func readBody(of head: ReceivedRequest) throws(ConnectionOver) -> ReceivedRequest {
        var request = head
        try reader.readBody(of: &request, from: stream)
        log.note(.request(request))
        return request
    }

    /// The next request, with `100 Continue` sent to a client that waits for it; nil when the client has ended its side.
    package func readRequest() throws(ConnectionOver) -> ReceivedRequest? {
        guard let head = try readHead() else { return nil }
        if head["Expect"]?.lowercased() == "100-continue" {
            try stream.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
        }
        return try readBody(of: head)
    }

    /// The next bytes as they come, not recorded; empty when the client has ended its side.
    package func readBytes() throws(ConnectionOver) -> [UInt8] {
        try stream.read()
    }

    /// Whether the client's end came with close_notify (plain: with FIN).
    package var clientEndedCleanly: Bool { stream.peerEndedCleanly }

    /// Performs the actions in order, up to the one that ends the connection.
    package func perform(_ actions: [Action]) throws(ConnectionOver) {
        for action in actions where !isOver {
            try perform(action)
        }
    }

    private func perform(_ action: Action) throws(ConnectionOver) {
        switch action {
        case .send(let bytes): try stream.write(bytes)
        case .sendInPieces(let bytes, let size): try sendInPieces(bytes, of: max(1, size))
        case .sendRaw(let bytes): try stream.writeRaw(bytes)
        case .fire(let signal): signal.fire()
        case .wait(let signal):
            guard signal.flag.wait(orUntil: stop) else { throw ConnectionOver(description: "stopped") }
        case .pause(let milliseconds):
            guard stop.pause(milliseconds: milliseconds) else { throw ConnectionOver(description: "stopped") }
        case .updateKeys: try stream.updateKeys()
        case .halfClose: stream.endWriting()
        case .drain: stream.drain()
        case .close: end { stream.endWriting() }
        case .closeWithoutNotify: end { stream.endWriting(notify: false) }
        case .reset: end { stream.resetOnClose() }
        }
    }

    private func sendInPieces(_ bytes: [UInt8], of size: Int) throws(ConnectionOver) {
        for start in stride(from: 0, to: bytes.count, by: size) {
            try stream.write(Array(bytes[start..<min(start + size, bytes.count)]))
        }
    }

    private func end(_ how: () -> Void) {
        how()
        isOver = true
    }

    /// What follows when the script has returned: an orderly end, if there was none yet.
    func finish() {
        if !isOver { end { stream.endWriting() } }
    }
}
