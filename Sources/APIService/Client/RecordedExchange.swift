internal import APIWire
import Foundation
import Synchronization

/// A request and its answer as they stand in a recording.
struct RecordedExchange: Codable, Sendable {
    /// What makes two requests the same.
    struct Key: Codable, Hashable, Sendable {
        var method: String
        var url: String
        /// SHA-256 of the body, without a form's boundary; nil when there is none.
        var bodyDigest: String?
        /// The beginning of a SHA-256 over the whole URL when `url` hides a part of it; nil when it hides none.
        ///
        /// It is enough to tell requests apart that differ in a secret alone, and too little to tell the secret.
        var hiddenDigest: String?

        /// - Throws: when the body cannot be compared, because it cannot be read, or read only once.
        init(_ request: URLRequest, redactor: APIRedactor) throws(AFError) {
            method = request.httpMethod ?? "GET"
            url = request.url.map(redactor.text) ?? ""
            do {
                bodyDigest = try Self.digest(of: request).map(Digest.hex)
                hiddenDigest = try Self.hiddenDigest(of: request.url, shownAs: url)
            } catch {
                throw error.asAFError(or: .sessionTaskFailed(error: error))
            }
        }

        /// The same key with no word on its secrets.
        var withoutSecrets: Key {
            var key = self
            key.hiddenDigest = nil
            return key
        }

        private static func hiddenDigest(of url: URL?, shownAs shown: String) throws -> String? {
            guard let whole = url?.absoluteString.prefix(while: { $0 != "#" }), whole != shown else { return nil }
            return String(try Digest.hex(.sha256, Array("\(shown)\n\(whole)".utf8).span).prefix(8))
        }

        private static func digest(of request: URLRequest) throws -> [UInt8]? {
            let boundary = Self.boundary(of: request)
            if let form = request.multipartBody {
                guard form.isReplayable else { throw IncomparableBody() }
                return try form.digest(withoutBoundary: boundary)
            }
            guard request.httpBodyStream == nil else { throw IncomparableBody() }
            guard let body = request.httpBody, !body.isEmpty else { return nil }
            return try Digest.hash(.sha256, [UInt8](body).removing(boundary).span)
        }

        /// The boundary of a form; empty when the body is none.
        private static func boundary(of request: URLRequest) -> String {
            guard let type = request.value(forHTTPHeaderField: "Content-Type"),
                let range = type.range(of: "boundary=")
            else { return "" }
            return String(type[range.upperBound...])
        }
    }

    struct Field: Codable, Hashable, Sendable {
        var name: String
        var value: String
    }

    var request: Key
    var status: Int
    var fields: [Field]
    /// The body as text; nil when it is none.
    var text: String?
    /// The body when it is no text; in base64 in the file.
    var base64: Data?

    init(_ request: Key, _ response: HTTPURLResponse, _ body: Data, redactor: APIRedactor) {
        self.request = request
        status = response.statusCode
        fields = response.headers.sorted()
            .filter { Self.isKept($0.name) }
            .map { Field(name: $0.name, value: redactor.value($0.value, of: $0.name)) }
        guard !body.isEmpty else { return }
        text = String(validating: body, as: UTF8.self)
        if text == nil { base64 = body }
    }

    /// The body is kept decoded and whole, so fields about its form on the wire would lie.
    private static func isKept(_ name: String) -> Bool {
        !["content-encoding", "content-length", "transfer-encoding", "connection"].contains(ASCIICase.lowercased(name))
    }

    var answer: ReadyAnswer {
        let body = text.map { Data($0.utf8) } ?? base64 ?? Data()
        return ReadyAnswer(status: status, fields: fields.map { ($0.name, $0.value) }, body: body)
    }
}

/// A body that is a stream, so that one request cannot be told from another without using it up.
struct IncomparableBody: LocalizedError, MultilingualError {
    var errorDescription: String? { text(.current) }

    func text(_ language: APILanguage) -> String {
        language.text(
            "A request whose body is a stream can be neither recorded nor replayed.",
            "请求体为数据流的请求无法录制或回放"
        )
    }
}

/// Answers from recorded exchanges.
final class ReplaySource: TransferSource {
    private let redactor: APIRedactor
    private let exchanges: Mutex<[RecordedExchange.Key: ArraySlice<RecordedExchange>]>

    init(_ exchanges: [RecordedExchange], redactor: APIRedactor) {
        self.redactor = redactor
        self.exchanges = Mutex(Dictionary(grouping: exchanges, by: \.request).mapValues { $0[...] })
    }

    func begin(
        _ order: TransferOrder,
        completion: @escaping @Sendable (Result<Transferred, AFError>) -> Void
    ) -> TransferControl {
        let key: RecordedExchange.Key
        do throws(AFError) {
            key = try RecordedExchange.Key(order.request, redactor: redactor)
        } catch {
            order.queue.async { completion(.failure(error)) }
            return TransferControl()
        }
        let exchange = exchanges.withLock { exchanges in
            let key = exchanges[key] == nil ? theOnly(like: key, in: exchanges) ?? key : key
            guard let known = exchanges[key], let first = known.first else { return RecordedExchange?.none }
            if known.count > 1 { exchanges[key] = known.dropFirst() }
            return first
        }
        order.queue.async {
            guard let exchange else {
                let error = APIUnknownRequest(method: key.method, url: key.url)
                return completion(.failure(.sessionTaskFailed(error: error)))
            }
            exchange.answer.deliver(to: order, completion)
        }
        return TransferControl()
    }
}

/// The one key that differs in its secrets at most: who replays a recording need not know them.
private func theOnly(
    like key: RecordedExchange.Key,
    in exchanges: [RecordedExchange.Key: ArraySlice<RecordedExchange>]
) -> RecordedExchange.Key? {
    let known = exchanges.keys.filter { $0.withoutSecrets == key.withoutSecrets }
    return known.count == 1 ? known.first : nil
}

/// Lets another client do the transfers and writes them down.
final class RecordingSource: TransferSource {
    // SAFETY: clients are called from any thread, as the protocol says.
    private let client: UncheckedSendable<any APIClient>
    private let file: URL
    private let redactor: APIRedactor
    private let exchanges = Mutex<[RecordedExchange]>([])

    init(_ client: any APIClient, file: URL, redactor: APIRedactor) {
        self.client = UncheckedSendable(client)
        self.file = file
        self.redactor = redactor
    }

    func begin(
        _ order: TransferOrder,
        completion: @escaping @Sendable (Result<Transferred, AFError>) -> Void
    ) -> TransferControl {
        let key: RecordedExchange.Key
        let request: URLRequest
        do throws(AFError) {
            // Before it is sent: a file of it may change meanwhile.
            key = try RecordedExchange.Key(order.request, redactor: redactor)
            request = client.value.readsForms ? order.request : try order.request.encodingForm()
        } catch {
            order.queue.async { completion(.failure(error)) }
            return TransferControl()
        }
        let task = client.value.createDataRequest(
            request: request,
            queue: order.queue,
            progressHandler: nil
        ) { [self] answer in
            guard let response = answer.response else {
                return completion(.failure(answer.error ?? .sessionTaskFailed(error: URLError(.badServerResponse))))
            }
            let exchange = RecordedExchange(key, response, answer.data ?? Data(), redactor: redactor)
            do {
                try record(exchange)
                exchange.answer.deliver(to: order, completion)
            } catch {
                completion(.failure(.sessionTaskFailed(error: error)))
            }
        }
        let packed = UncheckedSendable(task.resume())
        return TransferControl(
            stop: { packed.value.cancel() },
            pause: { (packed.value as? any APISuspendableTask)?.suspend() },
            resume: { packed.value.resume() }
        )
    }

    /// The file is written anew each time, in one step: a recording that is broken off is still one.
    private func record(_ exchange: RecordedExchange) throws {
        try exchanges.withLock { exchanges in
            exchanges.append(exchange)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            try encoder.encode(exchanges).write(to: file, options: .atomic)
        }
    }
}
