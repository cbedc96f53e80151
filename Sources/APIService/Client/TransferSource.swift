package import Dispatch
package import Foundation

/// One transfer as a client's source is asked for it.
package struct TransferOrder: Sendable {
    package var request: URLRequest
    /// Where the body of a download is to be written; nil keeps it in memory.
    package var file: URL?
    /// Hears of the bytes that arrived, and of how many are expected.
    package var received: (@Sendable (Int64, Int64?) -> Void)?
    /// Hears of the bytes that were sent, and of how many there are.
    package var sent: (@Sendable (Int64, Int64?) -> Void)?
    /// Where the end is to be reported.
    package var queue: DispatchQueue
}

/// A hold on a transfer under way; using it late or twice does nothing.
package struct TransferControl: Sendable {
    package var stop: @Sendable () -> Void
    /// Lets no bytes move for a while; nothing for transfers that are over at once.
    package var pause: @Sendable () -> Void
    package var resume: @Sendable () -> Void

    package init(
        stop: @escaping @Sendable () -> Void = {},
        pause: @escaping @Sendable () -> Void = {},
        resume: @escaping @Sendable () -> Void = {}
    ) {
        self.stop = stop
        self.pause = pause
        self.resume = resume
    }
}

/// What a transfer brought, whatever its status.
package struct Transferred: Sendable {
    package var response: DeferredResponse
    /// Gives the answer's Content-Type as received.
    package var contentType: @Sendable () -> String?
    /// The body in memory; empty for a download.
    package var body: Data
    /// How many bytes were written to the file of a download.
    package var fileSize: Int64 = 0
    package var metrics: MetricsSource?

    package init(
        response: DeferredResponse,
        contentType: @escaping @Sendable () -> String?,
        body: Data,
        fileSize: Int64 = 0,
        metrics: MetricsSource? = nil
    ) {
        self.response = response
        self.contentType = contentType
        self.body = body
        self.fileSize = fileSize
        self.metrics = metrics
    }
}

/// Where a client's answers come from.
///
/// What is common to all clients, from life cycle to validation, is done above it.
package protocol TransferSource: Sendable {
    /// Begins a transfer. `completion` is called exactly once, on the order's queue.
    /// - Returns: what stops the transfer, or lets it rest.
    func begin(
        _ order: TransferOrder,
        completion: @escaping @Sendable (Result<Transferred, AFError>) -> Void
    ) -> TransferControl
}
