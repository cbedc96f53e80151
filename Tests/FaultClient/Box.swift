import APITransport
import Synchronization

/// What a completion was called with, and how often.
final class Box: Sendable {
    private let results = Mutex<[Result<HTTPResponse, TransportError>]>([])

    func put(_ result: Result<HTTPResponse, TransportError>) {
        results.withLock { $0.append(result) }
    }

    var result: Result<HTTPResponse, TransportError> {
        results.withLock { results in
            guard results.count == 1, let only = results.first else {
                return .failure(
                    TransportError(kind: .timeout, phase: .queue, message: "ended \(results.count) times")
                )
            }
            return only
        }
    }
}

/// What no fault may bring about.
struct Violation: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
