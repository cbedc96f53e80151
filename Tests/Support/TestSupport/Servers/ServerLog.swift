/// What happened at a test server, in order.
package enum ServerEvent: Sendable {
    case accepted(connection: Int)
    case handshake(connection: Int, TLSFacts)
    case request(ReceivedRequest)
    /// The connection is over. `clientEndedCleanly`: the client had sent its end (TLS: close_notify) before.
    /// `failure`: why, unless the script or the client ended it in order.
    case ended(connection: Int, clientEndedCleanly: Bool, failure: String?)
}

/// The events, and waiting for them.
final class ServerLog: Sendable {
    private let events = Observed<[ServerEvent]>([])

    var all: [ServerEvent] { events.value }

    func note(_ event: ServerEvent) {
        events.update { $0.append(event) }
    }

    func wait(for what: String, until condition: @escaping @Sendable ([ServerEvent]) -> Bool) async throws
        -> [ServerEvent]
    {
        try await events.wait(for: what, until: condition)
    }
}

extension [ServerEvent] {
    package var requests: [ReceivedRequest] {
        compactMap { if case .request(let request) = $0 { request } else { nil } }
    }

    package var acceptedCount: Int {
        count { if case .accepted = $0 { true } else { false } }
    }

    package var endedCount: Int {
        count { if case .ended = $0 { true } else { false } }
    }

    package var handshakes: [TLSFacts] {
        compactMap { if case .handshake(_, let facts) = $0 { facts } else { nil } }
    }

    package var failures: [String] {
        compactMap { if case .ended(_, _, let failure) = $0 { failure } else { nil } }
    }
}
