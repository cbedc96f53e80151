import Dispatch
public import Foundation
import Synchronization

// SAFETY: immutable, as what it inherits from.
/// A client for an application's tests: answers requests without a network.
///
/// ```swift
/// let client = StubAPIClient { request in
///     request.url?.path == "/volume" ? .json(#"{"isbn":"978-0"}"#) : .status(404)
/// }
/// let service = APIService(client: client)
/// ```
/// Answers go through the same validation, serialization and placing of downloads as those of the network.
public final class StubAPIClient: APITransferClient, @unchecked Sendable {
    /// What a stub answers.
    public struct Answer: Sendable {
        /// The status.
        public var status: Int
        /// The header fields.
        public var fields: [String: String]
        /// The body.
        public var body: Data
        /// How long the answer is held back, in seconds.
        public var delay: TimeInterval
        /// A failure of the transport in place of an answer.
        public var failure: AFError?

        /// An answer of its parts.
        public init(
            status: Int = 200,
            fields: [String: String] = [:],
            body: Data = Data(),
            delay: TimeInterval = 0,
            failure: AFError? = nil
        ) {
            self.status = status
            self.fields = fields
            self.body = body
            self.delay = delay
            self.failure = failure
        }

        /// An answer with a JSON text.
        public static func json(_ text: String, status: Int = 200) -> Answer {
            Answer(status: status, fields: ["Content-Type": "application/json"], body: Data(text.utf8))
        }

        /// An answer with a plain text.
        public static func text(_ text: String, status: Int = 200) -> Answer {
            Answer(status: status, fields: ["Content-Type": "text/plain; charset=utf-8"], body: Data(text.utf8))
        }

        /// An answer without a body.
        public static func status(_ status: Int) -> Answer {
            Answer(status: status)
        }

        /// No answer: the transfer fails as the network's would.
        public static func failure(_ code: URLError.Code) -> Answer {
            Answer(failure: .sessionTaskFailed(error: URLError(code)))
        }

        /// The same answer, held back for so many seconds.
        public func delayed(by seconds: TimeInterval) -> Answer {
            var copy = self
            copy.delay = seconds
            return copy
        }
    }

    private let stub: StubSource

    /// Makes a client that asks a closure for each answer.
    ///
    /// The closure runs on any thread, several at a time.
    public init(_ answer: @escaping @Sendable (URLRequest) -> Answer) {
        stub = StubSource(answer)
        super.init(stub)
    }

    /// The requests that were sent, in order.
    public var requests: [URLRequest] { stub.requests }
}

/// Answers from a closure.
final class StubSource: TransferSource {
    private let answer: @Sendable (URLRequest) -> StubAPIClient.Answer
    private let sent = Mutex<[URLRequest]>([])

    init(_ answer: @escaping @Sendable (URLRequest) -> StubAPIClient.Answer) {
        self.answer = answer
    }

    var requests: [URLRequest] { sent.withLock { $0 } }

    func begin(
        _ order: TransferOrder,
        completion: @escaping @Sendable (Result<Transferred, AFError>) -> Void
    ) -> TransferControl {
        sent.withLock { $0.append(order.request) }
        let answer = answer(order.request)
        let once = Once()
        let deliver: @Sendable () -> Void = {
            guard once.claim() else { return }
            if let failure = answer.failure { return completion(.failure(failure)) }
            ReadyAnswer(answer).deliver(to: order, completion)
        }
        if answer.delay > 0 {
            order.queue.asyncAfter(deadline: .now() + answer.delay, execute: deliver)
        } else {
            order.queue.async(execute: deliver)
        }
        return TransferControl(stop: {
            guard once.claim() else { return }
            order.queue.async { completion(.failure(.explicitlyCancelled)) }
        })
    }
}

/// An answer that is there as a whole: puts its body where the order wants it, and reports progress.
struct ReadyAnswer: Sendable {
    let status: Int
    let fields: [(name: String, value: String)]
    let body: Data

    init(_ answer: StubAPIClient.Answer) {
        status = answer.status
        fields = answer.fields.map { ($0.key, $0.value) }
        body = answer.body
    }

    init(status: Int, fields: [(name: String, value: String)], body: Data) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// Reports the answer, on the order's queue and behind the progress, which takes its turn there too.
    func deliver(to order: TransferOrder, _ completion: @escaping @Sendable (Result<Transferred, AFError>) -> Void) {
        let result = transferred(for: order)
        guard order.received != nil || order.sent != nil else { return completion(result) }
        order.queue.async { completion(result) }
    }

    private func transferred(for order: TransferOrder) -> Result<Transferred, AFError> {
        let url = order.request.url
        let (status, fields) = (status, fields)
        let response = DeferredResponse(statusCode: status) {
            url.flatMap { APIHTTPResponse.make(url: $0, statusCode: status, httpVersion: "HTTP/1.1", fields: fields) }
        }
        let type = fields.first { ASCIICase.lowercased($0.name) == "content-type" }?.value
        let isHead = order.request.httpMethod == "HEAD"
        var transferred = Transferred(response: response, contentType: { type }, body: isHead ? Data() : body)
        let sent =
            order.request.multipartBody.map { Int64(clamping: $0.length) } ?? Int64(order.request.httpBody?.count ?? 0)
        if sent > 0 { order.sent?(sent, sent) }
        let size = Int64(transferred.body.count)
        if size > 0 { order.received?(size, size) }
        if let file = order.file {
            do {
                try transferred.body.write(to: file)
            } catch {
                return .failure(.sessionTaskFailed(error: error))
            }
            transferred.fileSize = size
            transferred.body = Data()
        }
        return .success(transferred)
    }
}
