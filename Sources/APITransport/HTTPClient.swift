import APIWire
public import Dispatch

/// An HTTP/1.1 client with connections, cookies and TLS sessions of its own.
///
/// ```swift
/// let client = HTTPClient()
/// let response = try await client.send(HTTPRequest("https://api.example.org/items"))
/// print(response.status, response.body.count)
/// ```
///
/// There are three ways in, and all of them share the client's connections: `async`, a completion, and a call that blocks.
/// Every request ends exactly once, with a response of whatever status or with a ``TransportError``. A client that is let
/// go serves the requests that are under way to their end; ``shutDown()`` ends them.
public final class HTTPClient: Sendable {
    let engine: Engine

    /// What was given when the client was made.
    public var configuration: Configuration { engine.configuration }

    /// A client with settings that stay as they are.
    ///
    /// Threads, roots of trust and connections come on first use.
    public init(_ configuration: Configuration = Configuration()) {
        engine = Engine(configuration)
    }

    // MARK: Three ways in

    /// Sends a request and waits for its response without blocking the thread.
    ///
    /// Cancelling the task cancels the request.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - destination: where the response's body goes.
    ///   - events: what to tell while the request is under way.
    /// - Returns: the final response.
    /// - Throws: ``TransportError``
    nonisolated(nonsending) public func send(
        _ request: HTTPRequest,
        into destination: ResponseDestination = .memory,
        events: TransferEvents? = nil
    ) async throws(TransportError) -> HTTPResponse {
        let handle = TransferHandle()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(request, into: destination, events: events, handle: handle) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            handle.cancel()
        }
        return try result.get()
    }

    /// Sends a request and calls back.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - destination: where the response's body goes.
    ///   - events: what to tell while the request is under way.
    ///   - queue: where `completion` runs. Nil: on the engine's thread, which is fastest; it must not block then.
    ///   - completion: called exactly once, after this method has returned unless a queue runs it at once.
    /// - Returns: a handle to cancel the request by; it need not be kept.
    @discardableResult
    public func send(
        _ request: HTTPRequest,
        into destination: ResponseDestination = .memory,
        events: TransferEvents? = nil,
        queue: DispatchQueue?,
        completion: @escaping @Sendable (Result<HTTPResponse, TransportError>) -> Void
    ) -> TransferHandle {
        let handle = TransferHandle()
        if let queue {
            start(request, into: destination, events: events, handle: handle) { result in
                queue.async { completion(result) }
            }
        } else {
            start(request, into: destination, events: events, handle: handle, onLoop: true, completion: completion)
        }
        return handle
    }

    /// Sends a request and blocks the calling thread until it has ended: the fastest way for a program that has nothing
    /// else to do.
    ///
    /// No other thread takes part, except for looking up a host name.
    ///
    /// - Parameters:
    ///   - request: what to send.
    ///   - destination: where the response's body goes.
    ///   - events: what to tell while the request is under way; called on this thread.
    ///   - handle: lets another thread cancel the request.
    /// - Returns: the final response.
    /// - Throws: ``TransportError``; of kind `configuration` when called on the engine's own thread, which would wait for
    ///   itself.
    public func sendBlocking(
        _ request: HTTPRequest,
        into destination: ResponseDestination = .memory,
        events: TransferEvents? = nil,
        handle: TransferHandle? = nil
    ) throws(TransportError) -> HTTPResponse {
        if engine.loops.isCurrent {
            throw TransportError(
                kind: .configuration,
                phase: .queue,
                message: "A blocking call on the engine's own thread would never end."
            )
        }
        try Self.check(request, destination)
        let transfer = Transfer(request, destination: destination, events: events, engine: engine)
        if let handle, !handle.attach(transfer) {
            throw transfer.error(Transfer.cancellationFault(.cancelled), phase: .queue)
        }
        defer { handle?.detach() }
        return try engine.withBlockingContext { (context: BlockingContext) throws(TransportError) -> HTTPResponse in
            guard let wake = context.wake else {
                throw TransportError(
                    kind: .connect,
                    phase: .queue,
                    message: "There is no descriptor left to wait with.",
                    retry: .always
                )
            }
            return try BlockingDriver(transfer, context, wake).run()
        }
    }

    // MARK: Ending

    /// Ends every request that waits or is under way with ``TransportError/Kind/clientClosed``, closes all connections
    /// and stops the threads.
    ///
    /// From any thread, any number of times; requests made afterwards end the same way.
    public func shutDown() {
        engine.shutDown()
    }

    /// An executor on the engine's thread. A task that prefers it waits for responses without a change of thread:
    ///
    /// ```swift
    /// try await withTaskExecutorPreference(client.executor) {
    ///     try await client.send(request)
    /// }
    /// ```
    ///
    /// Nil when no thread can be started. What runs on it must not block.
    public var executor: (any TaskExecutor)? {
        // Without the thread there is nothing to prefer; the requests themselves report why.
        try? engine.nextLoop().executor
    }

    // MARK: Steps

    /// Starts a request on a loop; with `onLoop` the completion runs on its thread even if the request ends at once.
    func start(
        _ request: HTTPRequest,
        into destination: ResponseDestination,
        events: TransferEvents?,
        handle: TransferHandle,
        onLoop: Bool = false,
        completion: @escaping LoopDriver.Completion
    ) {
        do throws(TransportError) {
            try Self.check(request, destination)
            let context: LoopContext
            do {
                context = try engine.nextLoop()
            } catch {
                throw TransportError(
                    kind: engine.isShutDown ? .clientClosed : .configuration,
                    phase: .queue,
                    message: engine.isShutDown
                        ? "The client was shut down." : "The engine could not start (\(error.summary))."
                )
            }
            let transfer = Transfer(request, destination: destination, events: events, engine: engine)
            guard handle.attach(transfer) else {
                throw transfer.error(Transfer.cancellationFault(.cancelled), phase: .queue)
            }
            LoopDriver(transfer, on: context, handle: handle, completesOnLoop: onLoop, completion: completion).start()
        } catch {
            let result: Result<HTTPResponse, TransportError> = .failure(error)
            if !onLoop || engine.loops.first?.loop.post({ completion(result) }) != true { completion(result) }
        }
    }

    /// Refuses what cannot be sent before anything is done for it.
    private static func check(_ request: HTTPRequest, _ destination: ResponseDestination) throws(TransportError) {
        if case .connect = request.method {
            throw .invalidRequest("CONNECT opens a tunnel, which this client does not offer as a request.")
        }
        if case .file(let path, let replacing) = destination { try checkTarget(path, replacing: replacing) }
    }

    /// Refuses a place that no file can take before the server has acted on the request.
    private static func checkTarget(_ path: String, replacing: Bool) throws(TransportError) {
        let reason: String? =
            switch FileSystem.kind(path) {
            case .regular: replacing ? nil : "exists already"
            case .directory: replacing ? "cannot be written: it is a folder" : "exists already"
            case .other: replacing ? "cannot be written: it is no regular file" : "exists already"
            case nil where path.isEmpty: "cannot be written: its path is empty"
            case nil where path.utf8.contains(0): "cannot be written: its path holds a zero byte"
            case nil where !FileSystem.isDirectory(FileSystem.folder(of: path)):
                "cannot be written: its folder does not exist"
            case nil: nil
            }
        if let reason {
            throw TransportError(kind: .file, phase: .file, message: "The file \(path) \(reason).")
        }
    }
}
