import Foundation

/// A source with the engine behind it.
package protocol EngineSource: TransferSource {
    /// The same as a transfer into memory for a task that waits, without a queue in between.
    nonisolated(nonsending) func transfer(_ request: URLRequest) async -> Result<Transferred, AFError>

    /// Ends all transfers with ``AFError/sessionInvalidated(error:)``; new ones end the same way.
    func shutDown()
}

/// Makes sources.
package protocol EngineSourceMaker {
    /// A source with an engine of its own.
    static func source(_ configuration: URLSessionConfiguration) -> any EngineSource
}

/// The way up to the engine for a module that is compiled beside it, not after it.
///
/// The module above makes this an ``EngineSourceMaker``; the runtime knows of that from the start, so there is nothing
/// to register and no order to keep.
package enum EngineLink {
    static func source(_ configuration: URLSessionConfiguration) -> any EngineSource {
        let link: Any.Type = EngineLink.self
        guard let maker = link as? any EngineSourceMaker.Type else {
            preconditionFailure("a program that uses APIServiceCore has to link APIService")
        }
        return maker.source(configuration)
    }
}
