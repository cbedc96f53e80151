import APIWire
import Synchronization

extension HTTPClient {
    /// Sends a request and returns as soon as the head of the response is there; the body follows piece by piece.
    ///
    /// ```swift
    /// let stream = try await client.stream(HTTPRequest("https://example.org/events"))
    /// for try await bytes in stream { consume(bytes) }
    /// ```
    ///
    /// The server is read only as fast as the loop takes the pieces. Leaving the loop early, or letting go of the stream,
    /// closes the connection.
    /// - Throws: ``TransportError``
    public func stream(
        _ request: HTTPRequest,
        events: TransferEvents? = nil
    ) async throws(TransportError) -> HTTPStream {
        let flow = StreamFlow()
        let handle = TransferHandle()
        flow.setHandle(handle)
        var all = events ?? TransferEvents()
        let callersHead = all.head
        all.head = { response in
            callersHead?(response)
            flow.headArrived(response)
        }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                flow.awaitHead(continuation)
                start(request, into: .sink(flow), events: all, handle: handle) { flow.ended($0) }
            }
        } onCancel: {
            handle.cancel()
        }
        return HTTPStream(head: try result.get(), flow: flow)
    }
}

/// A response whose body is still coming.
///
/// It can be iterated once.
public final class HTTPStream: AsyncSequence, Sendable {
    /// Bytes of the body, decoded.
    public typealias Element = [UInt8]
    /// ``TransportError``.
    public typealias Failure = TransportError

    /// The response without its body.
    public let head: HTTPResponse
    private let flow: StreamFlow

    init(head: HTTPResponse, flow: StreamFlow) {
        self.head = head
        self.flow = flow
    }

    deinit {
        flow.abandon()
    }

    /// The whole response, without its body, once the last piece was taken: with trailers and final figures.
    public var completed: HTTPResponse? { flow.completed }

    /// Stops the transfer.
    ///
    /// A loop over the stream ends with an error of kind `cancelled`.
    public func cancel() {
        flow.abandon()
    }

    /// The pieces of the body.
    public func makeAsyncIterator() -> Iterator {
        Iterator(stream: self, flow: flow)
    }

    /// Takes the pieces one after another.
    public struct Iterator: AsyncIteratorProtocol {
        /// Keeps the stream while somebody iterates.
        let stream: HTTPStream
        let flow: StreamFlow

        /// The next piece, nil after the last.
        /// - Throws: ``TransportError``
        public mutating func next() async throws(TransportError) -> [UInt8]? {
            try await next(isolation: nil)
        }

        /// The next piece, nil after the last.
        /// - Throws: ``TransportError``
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(TransportError) -> [UInt8]? {
            try await flow.next()
        }
    }
}

/// The bytes between a transfer and whoever iterates: bounded, since the transfer stops reading when they pile up.
final class StreamFlow: HTTPBodySink, Sendable {
    private static let highWater = 256 * 1024
    private static let lowWater = 64 * 1024

    typealias HeadContinuation = CheckedContinuation<Result<HTTPResponse, TransportError>, Never>
    private typealias PieceContinuation = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

    private struct State {
        var head: HeadContinuation?
        var reader: PieceContinuation?
        var pieces: [[UInt8]] = []
        var first = 0
        var buffered = 0
        var isPaused = false
        var outcome: Result<HTTPResponse, TransportError>?
    }

    private let state = Mutex(State())
    private let handle = Mutex<TransferHandle?>(nil)

    func setHandle(_ new: TransferHandle) {
        handle.withLock { $0 = new }
    }

    func awaitHead(_ continuation: HeadContinuation) {
        state.withLock { $0.head = continuation }
    }

    var completed: HTTPResponse? {
        state.withLock { if case .success(let response) = $0.outcome { response } else { nil } }
    }

    // MARK: From the transfer

    func headArrived(_ response: HTTPResponse) {
        takeHead()?.resume(returning: .success(response))
    }

    func receive(_ bytes: [UInt8]) -> Bool {
        let (reader, goesOn) = state.withLock { state -> (PieceContinuation?, Bool) in
            if let reader = state.reader {
                state.reader = nil
                return (reader, true)
            }
            state.pieces.append(bytes)
            state.buffered += bytes.count
            state.isPaused = state.buffered >= Self.highWater
            return (nil, !state.isPaused)
        }
        reader?.resume(returning: .success(bytes))
        return goesOn
    }

    func ended(_ result: Result<HTTPResponse, TransportError>) {
        let reader = state.withLock { state in
            state.outcome = result
            defer { state.reader = nil }
            return state.reader
        }
        handle.withLock { $0 = nil }
        takeHead()?.resume(returning: result)
        reader?.resume(returning: Self.end(result))
    }

    private static func end(_ outcome: Result<HTTPResponse, TransportError>) -> Result<[UInt8]?, TransportError> {
        switch outcome {
        case .success: .success(nil)
        case .failure(let error): .failure(error)
        }
    }

    private static let readTwice = TransportError(
        kind: .configuration,
        phase: .body,
        message: "A response stream can be read by one reader at a time."
    )

    private func takeHead() -> HeadContinuation? {
        state.withLock { state in
            defer { state.head = nil }
            return state.head
        }
    }

    // MARK: From whoever iterates

    func next() async throws(TransportError) -> [UInt8]? {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if let ready = take(continuation) { continuation.resume(returning: ready) }
            }
        } onCancel: {
            abandon()
        }
        return try result.get()
    }

    /// What can be had at once, or nil: the continuation waits.
    private func take(
        _ continuation: PieceContinuation
    ) -> Result<[UInt8]?, TransportError>? {
        let (ready, resumes) = state.withLock { state -> (Result<[UInt8]?, TransportError>?, Bool) in
            if state.first < state.pieces.count {
                let piece = state.pieces[state.first]
                state.pieces[state.first] = []
                state.first += 1
                state.buffered -= piece.count
                if state.first == state.pieces.count { (state.pieces, state.first) = ([], 0) }
                let resumes = state.isPaused && state.buffered <= Self.lowWater
                if resumes { state.isPaused = false }
                return (.success(piece), resumes)
            }
            if let outcome = state.outcome { return (Self.end(outcome), false) }
            if state.reader != nil { return (.failure(Self.readTwice), false) }
            state.reader = continuation
            return (nil, false)
        }
        if resumes { handle.withLock { $0 }?.resume() }
        return ready
    }

    func abandon() {
        handle.withLock { $0 }?.cancel()
    }
}
