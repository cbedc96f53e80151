import APITransport
import APIWire
import Dispatch
import Synchronization

/// Makes the calls of ops, one after the other.
struct OpRunner {
    let clients = Clients()

    /// One result, or as many as the op asks for at once.
    func run(_ op: Op) -> [OpResult] {
        if let key = op.unsupportedKey { return [OpResult(unsupportedKey: key)] }
        Pause.milliseconds(op.wait)
        let request: HTTPRequest
        do {
            request = try OpRequest(op: op).make()
        } catch {
            return [OpResult(.failure(error), failsOnStatus: false)]
        }
        let call = OpCall(op, request, clients.client(for: op))
        let outcomes =
            if op.isStreamed || op.readDelay != nil { [call.stream()] } else if let count = op.parallel {
                call.atOnce(count)
            } else { [call.blocking()] }
        return outcomes.map { OpResult($0, failsOnStatus: op.failsOnStatus) }
    }
}

/// One call, in each of the ways in which it can be made.
struct OpCall: Sendable {
    typealias Outcome = Result<HTTPResponse, TransportError>

    private let request: HTTPRequest
    private let client: HTTPClient
    private let destination: ResponseDestination
    private let cancelAfter: Int?
    private let readDelay: Int

    init(_ op: Op, _ request: HTTPRequest, _ client: HTTPClient) {
        self.request = request
        self.client = client
        destination = op.output.map { .file(path: $0, replacing: true) } ?? (op.isDiscarded ? .discard : .memory)
        cancelAfter = op.cancelAfter
        readDelay = op.readDelay ?? 0
    }

    func blocking() -> Outcome {
        let handle = TransferHandle()
        cancelLater { handle.cancel() }
        return Outcome { () throws(TransportError) in
            try client.sendBlocking(request, into: destination, handle: handle)
        }
    }

    func atOnce(_ count: Int) -> [Outcome] {
        let outcomes = Mutex<[Outcome?]>(Array(repeating: nil, count: max(0, count)))
        let group = DispatchGroup()
        for number in 0..<max(0, count) {
            group.enter()
            let handle = client.send(request, into: destination, queue: nil) { outcome in
                outcomes.withLock { $0[number] = outcome }
                group.leave()
            }
            cancelLater { handle.cancel() }
        }
        group.wait()
        return outcomes.withLock { $0.compactMap(\.self) }
    }

    /// The body as an async sequence.
    func stream() -> Outcome {
        let outcome = Mutex<Outcome?>(nil)
        let ended = DispatchSemaphore(value: 0)
        let task = Task {
            let result = await streamed()
            outcome.withLock { $0 = result }
            ended.signal()
        }
        cancelLater { task.cancel() }
        ended.wait()
        let missing = TransportError(kind: .cancelled, phase: .queue, message: "The call left no outcome")
        return outcome.withLock { $0 } ?? .failure(missing)
    }

    private func streamed() async -> Outcome {
        var body: [UInt8] = []
        var head: HTTPResponse?
        do throws(TransportError) {
            let stream = try await client.stream(request)
            head = stream.head
            for try await piece in stream {
                body += piece
                if readDelay > 0 { try? await Task.sleep(for: .milliseconds(readDelay)) }
            }
            var response = stream.completed ?? stream.head
            response.body = body
            return .success(response)
        } catch {
            var failure = error
            if var partial = failure.partial ?? head {
                partial.body = body
                failure.partial = partial
            }
            return .failure(failure)
        }
    }

    private func cancelLater(_ cancel: @escaping @Sendable () -> Void) {
        guard let cancelAfter else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(cancelAfter), execute: cancel)
    }
}

/// Waiting without doing anything.
enum Pause {
    static func milliseconds(_ count: Int) {
        guard count > 0 else { return }
        // Nobody signals, so this ends when the time is over.
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(count))
    }
}
