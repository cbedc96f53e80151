import APITransport
import APIWire
import TestSupport
import Testing

private let redirect = "HTTP/1.1 302 \r\nLocation: /next\r\nContent-Length: 0\r\n\r\n"

/// Places where no file can be put.
enum UselessTarget: CaseIterable, Sendable {
    case folder, noFolder, folderToBe, device, pipe, linkToFolder, emptyPath, zeroByte

    func path(in folder: TemporaryDirectory, or pipe: NamedPipe) -> String {
        switch self {
        case .folder: folder.path
        case .device: "/dev/full"
        case .noFolder: folder.path("none/file")
        case .folderToBe: folder.path("none/")
        case .pipe: pipe.path
        case .linkToFolder: "/proc/self/cwd"
        case .emptyPath: ""
        case .zeroByte: folder.path + "/a\0b"
        }
    }
}

@Suite struct `A request that ends before it is sent` {
    @Test(arguments: Way.allCases)
    func `says that it was waiting when the client is shut down`(way: Way) async throws {
        let server = try ScriptedServer.serving([redirect])
        let client = HTTPClient.patient()
        var events = TransferEvents()
        events.redirect = { _ in
            client.shutDown()
            return true
        }
        let second = try await way.failure(of: HTTPRequest(server.url()), over: client, events: events)
        #expect(second?.kind == .clientClosed)
        #expect(second?.phase == .queue)
        #expect(second?.requestSent == false)
        let late = try await way.failure(of: HTTPRequest(server.url()), over: client)
        #expect(late?.kind == .clientClosed)
        #expect(late?.phase == .queue)
    }

    @Test(arguments: Way.allCases)
    func `says that it was connecting when there is no way to the server`(way: Way) async throws {
        let client = HTTPClient.patient { $0.unixSocketPath = String(repeating: "x", count: 300) }
        let error = try await way.failure(of: HTTPRequest("http://service.test/"), over: client)
        #expect(error?.kind == .configuration)
        #expect(error?.phase == .connect)
    }

    @Test(arguments: Way.allCases, UselessTarget.allCases)
    func `leaves the server alone where its answer could not be put`(way: Way, target: UselessTarget) async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer.serving(["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"])
        let request = try HTTPRequest(method: .post, url: HTTPURL(server.url()), body: .bytes([1]))
        let pipe = try NamedPipe()
        let path = target.path(in: folder, or: pipe)
        for replacing in [true, false] {
            let place = ResponseDestination.file(path: path, replacing: replacing)
            let error = await way.failure(of: request, over: HTTPClient.patient(), into: place)
            #expect(error?.kind == .file)
            #expect(error?.phase == .file)
        }
        #expect(server.connectionCount == 0)
    }
}
