internal import CTestTLS
import Synchronization

/// A loopback server that sends exactly the bytes a test wants, when it wants them.
///
/// It listens on a free port as soon as it is made. Every connection has a thread of its own, which runs the script;
/// all of them have ended when ``stop()`` returns, and the last reference stops the server. A script must not hold its
/// own server. Tests wait for what happens with the `async` functions; nothing of them blocks a thread.
package final class ScriptedServer: Sendable {
    package enum Address: Sendable {
        case ipv4
        case ipv6
        case unix(path: String)
    }

    package struct Options: Sendable {
        /// Nil: plain.
        package var tls: TLSServerOptions?
        package var address = Address.ipv4
        /// 0: a free one.
        package var port: UInt16 = 0
        package var backlog: Int32 = 512
        /// The size of a connection's receive buffer, small for tests of slow readers; 0: the system's.
        package var receiveBuffer: Int32 = 0

        package init(tls: TLSServerOptions? = nil, address: Address = .ipv4) {
            self.tls = tls
            self.address = address
        }
    }

    package typealias ConnectionScript = @Sendable (ScriptedConnection) throws -> Void
    package typealias RequestScript = @Sendable (ReceivedRequest) -> [Action]

    package let port: UInt16
    package let isTLS: Bool
    private let isIPv6: Bool
    private let core: ServerCore

    /// Runs `script` for each connection, from its first byte on (with TLS: after the handshake).
    ///
    /// When it returns the connection is ended in order; what it throws is recorded and ends the connection likewise.
    package init(_ options: Options = Options(), connection script: @escaping ConnectionScript) throws {
        var port = options.port
        let listener: Int32
        switch options.address {
        case .ipv4: listener = unsafe ct_listen_loopback(false, &port, options.backlog, options.receiveBuffer)
        case .ipv6: listener = unsafe ct_listen_loopback(true, &port, options.backlog, options.receiveBuffer)
        case .unix(let path): listener = unsafe ct_listen_unix(path, options.backlog)
        }
        guard listener >= 0 else { throw ConnectionOver(description: "a test server cannot listen") }
        if case .ipv6 = options.address { isIPv6 = true } else { isIPv6 = false }
        self.port = port
        isTLS = options.tls != nil
        core = ServerCore(listener: listener, tls: options.tls.map { TLSServerContext($0) }, script: script)
        core.start()
    }

    /// Reads one request after the other on each connection and performs the actions that `answer` gives for it.
    package convenience init(_ options: Options = Options(), answer: @escaping RequestScript) throws {
        try self.init(options) { connection in
            while !connection.isOver, let request = try connection.readRequest() {
                try connection.perform(answer(request))
            }
        }
    }

    /// Answers the n-th request of all with the n-th of `answers`; when they are used up the connection is closed.
    package static func serving(_ answers: [[UInt8]], _ options: Options = Options()) throws -> ScriptedServer {
        let next = Mutex(answers[...])
        return try ScriptedServer(options) { _ in
            next.withLock { $0.popFirst() }.map { [.send($0)] } ?? [.close]
        }
    }

    package static func serving(_ answers: [String], _ options: Options = Options()) throws -> ScriptedServer {
        try serving(answers.map { Array($0.utf8) }, options)
    }

    deinit {
        stop()
    }

    /// Ends all connections and threads, and waits until they have ended.
    ///
    /// May be called more than once, but not from a script.
    package func stop() {
        core.stop()
    }

    /// The URL of a path, at the loopback address.
    package func url(_ path: String = "/", host: String? = nil) -> String {
        let host = host ?? (isIPv6 ? "[::1]" : "127.0.0.1")
        return "\(isTLS ? "https" : "http")://\(host):\(port)\(path)"
    }

    /// `host:port` at the loopback address, as it stands in a Host field.
    package var authority: String { isIPv6 ? "[::1]:\(port)" : "127.0.0.1:\(port)" }

    // MARK: What happened

    package var events: [ServerEvent] { core.log.all }
    package var requests: [ReceivedRequest] { events.requests }
    package var connectionCount: Int { events.acceptedCount }

    /// Suspends until so many requests have come in all, and returns them.
    package func requests(atLeast count: Int) async throws -> [ReceivedRequest] {
        try await core.log.wait(for: "\(count) requests") { $0.requests.count >= count }.requests
    }

    /// Suspends until so many connections were accepted in all.
    package func connections(atLeast count: Int) async throws {
        _ = try await core.log.wait(for: "\(count) connections") { $0.acceptedCount >= count }
    }

    /// Suspends until so many connections have ended in all, and returns what happened so far.
    @discardableResult
    package func endedConnections(atLeast count: Int) async throws -> [ServerEvent] {
        try await core.log.wait(for: "the end of \(count) connections") { $0.endedCount >= count }
    }
}
