import APIService
import APITransport
import Dispatch
import Foundation
import TestSupport
import Testing

/// What code shared with other platforms counts on.
@Suite struct `A program on another platform` {
    enum Mishap: String, CaseIterable, Sendable {
        case refused, reset, cut, untrusted, redirects, cancelled, badURL

        var codes: [URLError.Code] {
            switch self {
            case .refused: [.cannotConnectToHost]
            case .reset, .cut: [.networkConnectionLost]
            case .untrusted: [.serverCertificateUntrusted, .serverCertificateHasUnknownRoot]
            case .redirects: [.httpTooManyRedirects]
            case .cancelled: [.cancelled]
            case .badURL: [.badURL, .unsupportedURL]
            }
        }

        func actions(_ silence: Signal) -> [Action] {
            switch self {
            case .reset: [.reset]
            case .cut: [.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"), .close]
            case .redirects: [.send(HTTPBytes.response(302, "-", fields: [("Location", "/again")]))]
            case .cancelled: [.wait(for: silence)]
            case .refused, .untrusted, .badURL: [.send(HTTPBytes.response(text: "ok"))]
            }
        }
    }

    @Test(arguments: Mishap.allCases)
    func `finds the codes it knows`(mishap: Mishap) async throws {
        let silence = Signal()
        let options = ScriptedServer.Options(tls: mishap == .untrusted ? .init() : nil)
        let server = try ScriptedServer(options) { _ in mishap.actions(silence) }
        let address =
            switch mishap {
            case .refused: "http://127.0.0.1:\(try RefusingPort.find())/"
            case .badURL: "http://"
            default: server.url()
            }
        let request = UncheckedSendable(TestRequest(address))
        let errors = Observed<[APIError?]>([])
        let task = APIService(client: NativeAPIClient()).sendRequest(request.value, queue: .global()) { answer in
            errors.update { $0.append(answer.result.error) }
        }
        if mishap == .cancelled { task?.cancel() }
        let error = try await errors.wait(for: "the completion") { !$0.isEmpty }.first ?? nil
        #expect(mishap.codes.contains(try #require(error?.urlErrorCode)))
        silence.fire()
    }

    /// A command-line tool has no main queue that anybody serves.
    @Test func `gets its answer while its thread waits`() throws {
        let server = try ScriptedServer { _ in [.send(HTTPBytes.response(text: "ok"))] }
        let done = DispatchSemaphore(value: 0)
        let request = TestRequest(server.url())
        APIService(client: NativeAPIClient()).sendRequest(request, queue: DispatchQueue(label: "answers")) { _ in
            done.signal()
        }
        #expect(done.wait(timeout: .now() + 60) == .success)
    }

    // MARK: Streams

    private func stream(_ bytes: [UInt8]) -> InputStream { InputStream(data: Data(bytes)) }

    @Test func `sends a stream of unknown length in chunks`() async throws {
        let server = try ScriptedServer { _ in [.send(HTTPBytes.response(text: "ok"))] }
        var request = testRequest(server.url(), method: "PUT")
        request.httpBodyStream = stream([UInt8](repeating: 65, count: 100_000))
        #expect(await NativeAPIClient().data(for: request).error == nil)
        let received = try #require(server.requests.first)
        #expect(received["Transfer-Encoding"] == "chunked" && received["Content-Length"] == nil)
        #expect(received.body.count == 100_000)
    }

    @Test func `is told that a stream cannot be sent a second time`() async throws {
        let server = try ScriptedServer { _ in
            [.send(HTTPBytes.response(307, "-", fields: [("Location", "/again")]))]
        }
        var request = testRequest(server.url(), method: "PUT")
        request.httpBodyStream = stream([1, 2, 3])
        let answer = await NativeAPIClient().data(for: request)
        #expect(answer.error?.transportError?.kind == .bodyNotReplayable)
        #expect(answer.error.map(APIError.connectionError)?.urlErrorCode == .requestBodyStreamExhausted)
    }

    @Test func `has every stream sent whole over connections that are used again`() async throws {
        let server = try ScriptedServer { request in
            let sum = request.body.reduce(into: UInt64(request.body.count)) { $0 = $0 &* 31 &+ UInt64($1) }
            return [.send(HTTPBytes.response(text: "\(sum)"))]
        }
        let client = NativeAPIClient.patient
        for number in 0..<40 {
            let bytes = (0..<16_000).map { UInt8(truncatingIfNeeded: $0 &* (number + 3)) }
            let sum = bytes.reduce(into: UInt64(bytes.count)) { $0 = $0 &* 31 &+ UInt64($1) }
            var request = testRequest(server.url(), method: "PUT")
            request.httpBodyStream = stream(bytes)
            #expect(await client.data(for: request).value == Data("\(sum)".utf8))
        }
        #expect(server.connectionCount == 1)
    }

    // MARK: No cache that nobody asked for

    @Test(arguments: [URLRequest.CachePolicy.useProtocolCachePolicy, .reloadIgnoringLocalCacheData])
    func `always reaches the server, and sees its 304`(policy: URLRequest.CachePolicy) async throws {
        let server = try ScriptedServer { request in
            let fields = [("ETag", "\"a\""), ("Cache-Control", "max-age=60")]
            return request["If-None-Match"] == nil
                ? [.send(HTTPBytes.response(fields: fields, text: "fresh"))]
                : [.send(HTTPBytes.head(304, "Not Modified", fields: fields))]
        }
        let client = NativeAPIClient()
        var request = testRequest(server.url())
        request.cachePolicy = policy
        for _ in 0..<2 { #expect(await client.data(for: request).value == Data("fresh".utf8)) }
        request.setValue("\"a\"", forHTTPHeaderField: "If-None-Match")
        let answer = await client.data(for: request)
        #expect(answer.error?.responseCode == 304 && answer.response?.statusCode == 304)
        #expect(server.requests.count == 3)
    }
}

@Suite struct `A download to another file system` {
    private static let other = "/dev/shm"

    private static var isAvailable: Bool {
        let numbers = [other, FileManager.default.temporaryDirectory.path].map { path in
            (try? FileManager.default.attributesOfItem(atPath: path))?[.systemNumber] as? NSNumber
        }
        return numbers[0] != nil && numbers[0] != numbers[1] && FileManager.default.isWritableFile(atPath: other)
    }

    @Test(.enabled(if: isAvailable), arguments: [true, false])
    func `takes its place whole`(replaces: Bool) async throws {
        let folder = URL(fileURLWithPath: Self.other).appendingPathComponent("apiservice-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("f.bin")
        if replaces { try Data("old".utf8).write(to: file) }
        let client = StubAPIClient { _ in StubAPIClient.Answer(body: Data(repeating: 7, count: 300_000)) }
        let answer = await client.download(testRequest("http://h/")) { _, _ in
            (file, replaces ? .removePreviousFile : [])
        }
        #expect(answer.value?.count == 300_000)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f.bin"])
        let second = await client.download(testRequest("http://h/")) { _, _ in (file, []) }
        #expect(second.error?.isDownloadedFileMoveError == true)
        #expect((second.error?.underlyingError as? NSError)?.code == 516 || second.error?.underlyingError is CocoaError)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f.bin"])
    }
}
