internal import CTestTLS
import Synchronization

/// A server's threads: what they hold, so that the server itself can go while they run.
final class ServerCore: Sendable {
    private struct State {
        var acceptor: ServerThread?
        var connections: [Int: ServerThread] = [:]
        var finished: [Int] = []
        var isStopped = false
    }

    let log = ServerLog()
    private let listener: Int32
    private let stopFlag = Flag()
    private let tls: TLSServerContext?
    private let script: ScriptedServer.ConnectionScript
    private let state = Mutex(State())

    init(listener: Int32, tls: TLSServerContext?, script: @escaping ScriptedServer.ConnectionScript) {
        self.listener = listener
        self.tls = tls
        self.script = script
    }

    func start() {
        let acceptor = ServerThread { self.acceptConnections() }
        state.withLock { $0.acceptor = acceptor }
    }

    /// The acceptor goes first: after it no thread is added.
    func stop() {
        let acceptor = state.withLock { state -> ServerThread? in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            return state.acceptor.take()
        }
        guard let acceptor else { return }
        stopFlag.set()
        acceptor.join()
        ct_close(listener)
        let connections = state.withLock { state in
            defer { state.connections = [:] }
            return Array(state.connections.values)
        }
        for thread in connections {
            precondition(!thread.isCurrent, "a server was stopped from within its script")
            thread.join()
        }
    }

    private func acceptConnections() {
        var number = 0
        while true {
            let descriptor = ct_accept(listener, stopFlag.descriptor)
            guard descriptor >= 0 else { return }
            joinFinished()
            serve(descriptor, number)
            number += 1
        }
    }

    private func serve(_ descriptor: Int32, _ number: Int) {
        log.note(.accepted(connection: number))
        // Under the lock the thread is in the table before it can report its end.
        state.withLock { state in
            state.connections[number] = ServerThread {
                self.run(descriptor, number)
                self.state.withLock { $0.finished.append(number) }
            }
        }
    }

    private func run(_ descriptor: Int32, _ number: Int) {
        let failure: String?
        let wasClean: Bool
        do {
            let stream = TestStream(descriptor: descriptor, stop: stopFlag)
            let connection = ScriptedConnection(number: number, stream: stream, stop: stopFlag, log: log)
            failure = perform(connection)
            wasClean = connection.clientEndedCleanly
        }
        log.note(.ended(connection: number, clientEndedCleanly: wasClean, failure: failure))
    }

    /// Runs the script, and returns what broke it off.
    private func perform(_ connection: ScriptedConnection) -> String? {
        defer { connection.finish() }
        do {
            if let tls { try connection.acceptTLS(tls) }
            try script(connection)
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func joinFinished() {
        let threads = state.withLock { state in
            defer { state.finished = [] }
            return state.finished.compactMap { state.connections.removeValue(forKey: $0) }
        }
        for thread in threads { thread.join() }
    }
}
