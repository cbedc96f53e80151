import Dispatch
import Foundation

/// One transfer as a client's source is asked for it.
struct TransferOrder: Sendable {
    var request: URLRequest
    /// Where the body of a download is to be written; nil keeps it in memory.
    var file: URL?
    /// Hears of the bytes that arrived, and of how many are expected.
    var received: (@Sendable (Int64, Int64?) -> Void)?
    /// Hears of the bytes that were sent, and of how many there are.
    var sent: (@Sendable (Int64, Int64?) -> Void)?
    /// Where the end is to be reported.
    var queue: DispatchQueue
}

/// A hold on a transfer under way; using it late or twice does nothing.
struct TransferControl: Sendable {
    var stop: @Sendable () -> Void = {}
    /// Lets no bytes move for a while; nothing for transfers that are over at once.
    var pause: @Sendable () -> Void = {}
    var resume: @Sendable () -> Void = {}
}

/// What a transfer brought, whatever its status.
struct Transferred: Sendable {
    var response: DeferredResponse
    /// Gives the answer's Content-Type as received.
    var contentType: @Sendable () -> String?
    /// The body in memory; empty for a download.
    var body: Data
    /// How many bytes were written to the file of a download.
    var fileSize: Int64 = 0
    var metrics: MetricsSource?
}

/// Where a client's answers come from.
///
/// What is common to all clients, from life cycle to validation, is done above it.
protocol TransferSource: Sendable {
    /// Begins a transfer. `completion` is called exactly once, on the order's queue.
    /// - Returns: what stops the transfer, or lets it rest.
    func begin(
        _ order: TransferOrder,
        completion: @escaping @Sendable (Result<Transferred, AFError>) -> Void
    ) -> TransferControl
}
