import APITransport
import Foundation
import TestSupport
import Testing

/// The ways into the client: what is true of a request must be true of each.
enum Way: CaseIterable, CustomTestStringConvertible {
    case async, executor, completion, queue, blocking

    var testDescription: String { "\(self)" }

    func send(
        _ request: HTTPRequest,
        over client: HTTPClient,
        into destination: ResponseDestination = .memory,
        events: TransferEvents? = nil
    ) async throws(TransportError) -> HTTPResponse {
        switch self {
        case .async:
            return try await client.send(request, into: destination, events: events)
        case .executor:
            let executor = client.executor
            let result = await withTaskExecutorPreference(executor) {
                () async -> Result<HTTPResponse, TransportError> in
                do throws(TransportError) {
                    return .success(try await client.send(request, into: destination, events: events))
                } catch {
                    return .failure(error)
                }
            }
            return try result.get()
        case .completion, .queue:
            let queue = self == .queue ? DispatchQueue(label: "test") : nil
            return try await withCheckedContinuation { continuation in
                client.send(request, into: destination, events: events, queue: queue) {
                    continuation.resume(returning: $0)
                }
            }.get()
        case .blocking:
            return try await withCheckedContinuation { continuation in
                // Of its own: those of the system's queues are shared with all tasks, and are few.
                Thread.detachNewThread {
                    let result = Result { () throws(TransportError) in
                        try client.sendBlocking(request, into: destination, events: events)
                    }
                    continuation.resume(returning: result)
                }
            }.get()
        }
    }

    /// The error that a request ends with; nil when it has a response.
    ///
    /// For errors that hold much of a body: `#expect(throws:)` describes what was thrown byte by byte.
    func failure(
        of request: HTTPRequest,
        over client: HTTPClient,
        into destination: ResponseDestination = .memory,
        events: TransferEvents? = nil
    ) async -> TransportError? {
        do throws(TransportError) {
            _ = try await send(request, over: client, into: destination, events: events)
            return nil
        } catch {
            return error
        }
    }

    func get(_ url: String, over client: HTTPClient) async throws(TransportError) -> HTTPResponse {
        try await send(HTTPRequest(url), over: client)
    }
}

extension HTTPClient {
    /// A client that bounds no wait, keeps idle connections and trusts the tests' certificates.
    ///
    /// For tests in which time must not decide, however slow the machine is.
    static func patient(_ change: (inout Configuration) -> Void = { _ in }) -> HTTPClient {
        var configuration = Configuration()
        configuration.deadlines = Deadlines()
        configuration.idleConnectionLifetime = .seconds(86_400)
        configuration.tls.roots = .pem(Array(TestCertificates.authority.certificatePEM.utf8))
        change(&configuration)
        return HTTPClient(configuration)
    }
}
