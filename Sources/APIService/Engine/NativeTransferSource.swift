internal import APITransport
internal import APIWire
import Dispatch
import Foundation

/// Moves bytes with the engine, and speaks of them in Foundation's types.
struct NativeTransferSource: EngineSource {
    let engine: HTTPClient
    let translation: RequestTranslation

    func begin(
        _ order: TransferOrder,
        completion: @escaping @Sendable (Result<Transferred, AFError>) -> Void
    ) -> TransferControl {
        do throws(TransportError) {
            var events: TransferEvents?
            if order.received != nil || order.sent != nil {
                var wanted = TransferEvents()
                wanted.received = order.received
                wanted.sent = order.sent
                events = wanted
            }
            let handle = engine.send(
                try translation.request(order.request),
                into: order.file.map { .file(path: $0.path, replacing: true) } ?? .memory,
                events: events,
                queue: order.queue
            ) { completion(Self.transferred($0, of: order.request)) }
            return TransferControl(
                stop: { handle.cancel() },
                pause: { handle.pause() },
                resume: { handle.resume() }
            )
        } catch {
            order.queue.async { completion(.failure(AFError(error, url: order.request.url))) }
            return TransferControl()
        }
    }

    nonisolated(nonsending) func transfer(_ request: URLRequest) async -> Result<Transferred, AFError> {
        do throws(TransportError) {
            return .success(Self.transferred(try await engine.send(try translation.request(request))))
        } catch {
            return .failure(Self.failure(error, of: request))
        }
    }

    func shutDown() {
        engine.shutDown()
    }

    private static func transferred(
        _ result: Result<HTTPResponse, TransportError>,
        of request: URLRequest
    ) -> Result<Transferred, AFError> {
        switch result {
        case .success(let response): .success(transferred(response))
        case .failure(let error): .failure(failure(error, of: request))
        }
    }

    /// A form that could not be read knows better than the engine why.
    private static func failure(_ error: TransportError, of request: URLRequest) -> AFError {
        if error.kind == .file, let failure = request.multipartBody?.failure { return failure }
        return AFError(error, url: request.url)
    }

    private static func transferred(_ response: HTTPResponse) -> Transferred {
        let head = NativeHead(response)
        var transferred = Transferred(
            response: DeferredResponse(statusCode: response.status) { head.foundationResponse },
            contentType: { head.contentType },
            body: Data(response.body)
        )
        if let path = response.filePath { transferred.fileSize = (try? FileSystem.size(path)) ?? 0 }
        transferred.metrics = { head.metrics }
        return transferred
    }
}

/// The engine's response without its body, read when somebody asks: a reference that closures hold at no cost.
private final class NativeHead: Sendable {
    private let response: HTTPResponse

    init(_ response: HTTPResponse) {
        var head = response
        head.body = []
        self.response = head
    }

    var foundationResponse: HTTPURLResponse? { ReceivedHead.response(response) }
    var contentType: String? { response.fields["Content-Type"] }
    var metrics: APITransferMetrics? { APITransferMetrics(response.metrics, attempts: response.attempts) }
}
