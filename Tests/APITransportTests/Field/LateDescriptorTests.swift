import APITransport
import Foundation
import TestSupport
import Testing

private func posting(_ descriptor: Int32, to server: ScriptedServer) throws -> HTTPRequest {
    try HTTPRequest(method: .post, url: HTTPURL(server.url()), body: .descriptor(descriptor))
}

private func echo() throws -> ScriptedServer {
    try ScriptedServer { request in [.send(HTTPBytes.response(body: request.body))] }
}

/// Two ends of a connection inside this process; either tells the other of a reset when it goes without having read all.
private func connected() throws -> (FileHandle, FileHandle) {
    var ends: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { throw POSIXError(.EIO) }
    return (
        FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
        FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    )
}

@Suite struct `A body behind a descriptor` {
    @Test(arguments: Way.allCases)
    func `is empty when its writer goes away without a byte`(way: Way) async throws {
        let pipe = Pipe()
        let server = try ScriptedServer { connection in
            guard let head = try connection.readHead() else { return }
            try pipe.fileHandleForWriting.close()
            let request = try connection.readBody(of: head)
            #expect(request.framedBody == Array("0\r\n\r\n".utf8))
            try connection.perform([.send(HTTPBytes.response(body: request.body))])
        }
        let request = try posting(pipe.fileHandleForReading.fileDescriptor, to: server)
        #expect(try await way.send(request, over: .patient()).body == [])
    }

    @Test(arguments: Way.allCases)
    func `is read on when the caller closes what they gave`(way: Way) async throws {
        let pipe = Pipe()
        let server = try ScriptedServer { connection in
            guard let head = try connection.readHead() else { return }
            try pipe.fileHandleForReading.close()
            pipe.fileHandleForWriting.write(Data("all the same".utf8))
            try pipe.fileHandleForWriting.close()
            try connection.perform([.send(HTTPBytes.response(body: connection.readBody(of: head).body))])
        }
        let request = try posting(pipe.fileHandleForReading.fileDescriptor, to: server)
        #expect(try await way.send(request, over: .patient()).body == Array("all the same".utf8))
    }

    @Test(arguments: Way.allCases, ["", "some"])
    func `is an error when what it is read from breaks`(way: Way, first: String) async throws {
        let (ours, theirs) = try connected()
        // Bytes that the other end leaves unread.
        ours.write(Data("unread".utf8))
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            if !first.isEmpty {
                theirs.write(Data(first.utf8))
                _ = try connection.readBytes()
            }
            try theirs.close()
            try connection.perform([.drain])
        }
        let error = await way.failure(of: try posting(ours.fileDescriptor, to: server), over: .patient())
        #expect(error?.kind == .file)
        #expect(error?.phase == .send)
    }

    @Test(arguments: Way.allCases)
    func `is an error when it can only be written to`(way: Way) async throws {
        let pipe = Pipe()
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/null"))
        let server = try echo()
        for descriptor in [pipe.fileHandleForWriting.fileDescriptor, file.fileDescriptor] {
            let error = await way.failure(of: try posting(descriptor, to: server), over: .patient())
            #expect(error?.kind == .file)
            #expect(error?.phase == .send)
        }
    }

    /// The loop cannot watch it, and need not: it never has to be waited for.
    @Test(arguments: Way.allCases, ["/dev/null", "/proc/self/cmdline"])
    func `may be one that is never waited for`(way: Way, path: String) async throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        let server = try echo()
        let response = try await way.send(posting(file.fileDescriptor, to: server), over: .patient())
        #expect(response.status == 200)
        #expect(response.body.isEmpty == (path == "/dev/null"))
    }
}
