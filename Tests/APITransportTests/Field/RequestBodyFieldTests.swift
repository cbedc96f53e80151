import APITransport
import APIWire
import Synchronization
import TestSupport
import Testing

private let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

/// A body of some size that may break off.
private final class Zeros: HTTPBodySource {
    struct Broken: Error {}

    private var left: Int
    private let breaksAt: Int?

    init(_ count: Int, breaksAt: Int? = nil) {
        left = count
        self.breaksAt = breaksAt
    }

    func read(into buffer: inout [UInt8], limit: Int) throws -> HTTPBodyProgress {
        if let breaksAt, left <= breaksAt { throw Broken() }
        let count = min(left, limit)
        buffer += [UInt8](repeating: 0, count: count)
        left -= count
        return left > 0 ? .more : .finished
    }
}

@Suite struct `A request with a body` {
    @Test(arguments: Way.allCases, [HTTPMethod.get, .delete, .post, .put, .patch, .options])
    func `says how long it is and sends that much, whatever the method`(way: Way, method: HTTPMethod) async throws {
        let server = try ScriptedServer.serving([ok, ok, ok])
        let client = HTTPClient.patient()
        for body in [HTTPBody.bytes(Array("body".utf8)), .bytes([]), nil] as [HTTPBody?] {
            var request = try HTTPRequest(server.url())
            request.method = method
            request.body = body
            #expect(try await way.send(request, over: client).status == 200)
        }
        #expect(server.requests.map(\.text) == ["body", "", ""])
        #expect(server.requests.map { $0["content-length"] }.first == "4")
        #expect(server.connectionCount == 1)
    }

    @Test(arguments: Way.allCases, [307, 308])
    func `is sent again in full where a redirect asks for it`(way: Way, status: Int) async throws {
        let folder = try TemporaryDirectory()
        let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        let path = try folder.write(bytes, to: "body")
        let replayable = HTTPBody.stream(length: 1000, replayable: true) { Zeros(1000) }
        let zeros = [UInt8](repeating: 0, count: 1000)
        for (body, expected) in [(.bytes(bytes), bytes), (.file(path: path), bytes), (replayable, zeros)] {
            let server = try ScriptedServer.serving([
                "HTTP/1.1 \(status) \r\nLocation: /next\r\nContent-Length: 0\r\n\r\n", ok,
            ])
            var request = try HTTPRequest(server.url())
            request.method = .post
            request.body = body
            #expect(try await way.send(request, over: HTTPClient.patient()).status == 200)
            #expect(server.requests.map { $0.body == expected } == [true, true])
        }
    }

    @Test(arguments: Way.allCases)
    func `is sent to its end from a file that says it is empty until it is read`(way: Way) async throws {
        let path = "/proc/version"
        let expected = try FileSystem.readAll(path, limit: 100_000)
        #expect(try FileSystem.size(path) == 0 && !expected.isEmpty)
        let server = try ScriptedServer.serving([
            "HTTP/1.1 307 \r\nLocation: /next\r\nContent-Length: 0\r\n\r\n", ok,
        ])
        let request = try HTTPRequest(method: .put, url: HTTPURL(server.url()), body: .file(path: path))
        #expect(try await way.send(request, over: HTTPClient.patient()).status == 200)
        #expect(server.requests.map { $0.body == expected } == [true, true])
        #expect(server.requests.map { $0["transfer-encoding"] } == ["chunked", "chunked"])
    }

    @Test(arguments: Way.allCases)
    func `is not sent a second time when it can be read only once`(way: Way) async throws {
        for status in [307, 308] {
            let server = try ScriptedServer.serving([
                "HTTP/1.1 \(status) \r\nLocation: /next\r\nContent-Length: 0\r\n\r\n", ok,
            ])
            var request = try HTTPRequest(server.url())
            request.method = .post
            request.body = .stream(length: nil, replayable: false) { Zeros(1000) }
            let error = await #expect(throws: TransportError.self) {
                try await way.send(request, over: HTTPClient.patient())
            }
            #expect(error?.kind == .bodyNotReplayable)
            #expect(server.requests.map(\.body.count) == [1000])
        }
    }

    @Test(arguments: Way.allCases)
    func `ends with the early answer, or with the error of its body`(way: Way) async throws {
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            var left = 10_000
            while left > 0 {
                let bytes = try connection.readBytes()
                if bytes.isEmpty { return }
                left -= bytes.count
            }
            try connection.perform([.send(ok), .close])
        }
        let client = HTTPClient.patient()
        for round in 0..<12 {
            var request = try HTTPRequest(server.url())
            request.method = .post
            let size = 3_000_000
            let length = round.isMultiple(of: 2) ? Int64(size) : nil
            request.body = .stream(length: length, replayable: false) {
                Zeros(size, breaksAt: round.isMultiple(of: 3) ? nil : size - round * 1500)
            }
            do throws(TransportError) {
                #expect(try await way.send(request, over: client).status == 200)
            } catch {
                #expect(error.kind == .file, "\(error)")
                #expect(!round.isMultiple(of: 3))
                #expect(error.phase == .send)
            }
        }
    }

    @Test(arguments: Way.allCases)
    func `gets its own answer when many are sent at once`(way: Way) async throws {
        let server = try ScriptedServer { request in [.send(HTTPBytes.response(body: request.body))] }
        let client = HTTPClient.patient()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    let body = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 20_000 + number)
                    var request = try HTTPRequest(server.url("/\(number)"))
                    request.method = .post
                    request.body = .bytes(body)
                    return try await way.send(request, over: client).body == body
                }
            }
            for try await isOwn in group { #expect(isOwn) }
        }
    }
}
