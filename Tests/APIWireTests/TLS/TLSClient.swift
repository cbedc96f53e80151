import APIWire
import TestSupport

/// A TLS session over a real socket, driven on the test's own thread.
final class TLSClient {
    enum Failure: Error {
        case transport(StreamSocket.Transfer)
        case timedOut
    }

    let session: TLSSession
    let socket: StreamSocket
    /// Ciphertext that is not used yet.
    private var input: [UInt8] = []
    /// How much of it the session sees at a time, and how much room it gets for plaintext.
    var inputSize = 65_536
    var outputSize = 65_536

    init(_ session: TLSSession, port: UInt16) throws {
        self.session = session
        guard let address = SocketAddress(numericHost: "127.0.0.1", port: port) else { throw Failure.timedOut }
        socket = try StreamSocket.connected(to: address)
    }

    convenience init(
        to server: ScriptedServer,
        _ options: TLSOptions = .trustingTests,
        name: String = "localhost"
    ) throws {
        try self.init(TLSSession(TLSContext(options), name: name), port: server.port)
    }

    func handshake() throws {
        while true {
            let piece = input.prefix(inputSize)
            var consumed = 0
            let result = Result { try Self.guarded(piece) { try session.handshake($0, consumed: &consumed) } }
            input.removeFirst(consumed)
            try flush()
            if try result.get() == .done { return }
            if input.isEmpty { try receiveMore() }
        }
    }

    func send(_ text: String) throws {
        let bytes = Array(text.utf8)
        try session.send(bytes.span)
        try flush()
    }

    /// What comes until the peer ends, in order or not.
    func receiveAll() throws -> String {
        var text: [UInt8] = []
        var room = [UInt8](repeating: 0, count: outputSize)
        while true {
            let piece = input.prefix(inputSize)
            var consumed = 0
            var produced = 0
            let result = Result {
                try Self.guarded(piece) { input in
                    var output = room.mutableSpan
                    return try session.receive(input, consumed: &consumed, into: &output, produced: &produced)
                }
            }
            input.removeFirst(consumed)
            text += room.prefix(produced)
            try flush()
            switch try result.get() {
            case .closed: return String(decoding: text, as: UTF8.self)
            case .wantsOutput: continue
            case .wantsInput:
                if input.isEmpty, try !receiveMore() { return String(decoding: text, as: UTF8.self) }
            }
        }
    }

    func flush() throws {
        while session.pendingOutput > 0 {
            switch session.flush(to: socket) {
            case .bytes: continue
            case .wouldBlock: _ = try Poll.wait(socket, .write, wake: nil, until: Self.deadline)
            case let other: throw Failure.transport(other)
            }
        }
    }

    /// False at the end of the stream.
    @discardableResult
    func receiveMore() throws -> Bool {
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            var span = room.mutableSpan
            switch socket.read(into: &span) {
            case .bytes(let count):
                input += room.prefix(count)
                return true
            case .end: return false
            case .wouldBlock:
                let result = try Poll.wait(socket, .read, wake: nil, until: Self.deadline)
                guard result != .timedOut else { throw Failure.timedOut }
            case let other: throw Failure.transport(other)
            }
        }
    }

    /// Gives a small input where one byte too far is a crash.
    private static func guarded<Answer>(_ bytes: ArraySlice<UInt8>, _ body: (Span<UInt8>) throws -> Answer) rethrows
        -> Answer
    {
        guard bytes.count < 4096 else { return try body(bytes.span) }
        return try GuardedBytes(Array(bytes)).withSpan { try body($0) }
    }

    private static var deadline: Instant { .now().advanced(by: .seconds(30)) }
}

extension TLSOptions {
    /// Trusts the tests' authority.
    static var trustingTests: TLSOptions {
        TLSOptions(roots: .pem(Array(TestCertificates.authority.certificatePEM.utf8)))
    }
}

extension ScriptedServer {
    /// Answers the first request with `actions`, over TLS.
    static func tls(_ options: TLSServerOptions = .init(), _ actions: [Action]) throws -> ScriptedServer {
        try ScriptedServer(.init(tls: options)) { _ in actions }
    }

    static let request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
}
