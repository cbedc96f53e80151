import APIWire
import TestSupport
import Testing

@Suite struct `A stream socket` {
    @Test func `carries bytes both ways and tells the end`() throws {
        let (here, there) = try StreamSocket.pair()
        #expect(here.write("to there") == .bytes(8))
        #expect(there.readText() == "to there")
        #expect(there.write("to here") == .bytes(7))
        #expect(here.readText(limit: 3) == "to ")
        #expect(here.readText() == "here")
        #expect(here.readNothing() == .wouldBlock)
        there.shutdownWrite()
        #expect(here.readNothing() == .end)
        #expect(here.write("still") == .bytes(5))
        #expect(there.readText() == "still")
    }

    @Test func `writes from two buffers in order`() throws {
        let (here, there) = try StreamSocket.pair()
        let head = Array("head ".utf8)
        let body = Array("body".utf8)
        #expect(here.write(head.span, body.span) == .bytes(9))
        #expect(there.readText() == "head body")
        #expect(here.write(Span(), body.span) == .bytes(4))
        #expect(here.write(head.span, Span()) == .bytes(5))
        #expect(there.readText() == "bodyhead ")
        #expect(here.write(Span(), Span()) == .bytes(0))
        #expect(here.write(Span()) == .bytes(0))
    }

    @Test func `says when it is full`() throws {
        let (here, there) = try StreamSocket.pair()
        let piece = [UInt8](repeating: 7, count: 65_536)
        var written = 0
        while case .bytes(let count) = here.write(piece.span) { written += count }
        #expect(here.write(piece.span) == .wouldBlock)
        var read = 0
        while let text = there.readText(), !text.isEmpty { read += text.utf8.count }
        #expect(read == written)
    }

    @Test func `that is written to after the peer has gone fails, and no signal kills the process`() throws {
        let (here, there) = try StreamSocket.pair()
        there.close()
        guard case .failed(let error) = here.write("x") else {
            Issue.record("was written")
            return
        }
        #expect(error.code == .reset)
    }

    @Test func `is quiet only while there is nothing to read`() throws {
        let (here, there) = try StreamSocket.pair()
        #expect(here.isQuiet())
        _ = there.write("x")
        #expect(!here.isQuiet())
        #expect(here.readText() == "x")
        #expect(here.isQuiet())
        there.close()
        #expect(!here.isQuiet())
    }

    @Test func `that was closed here answers so`() throws {
        let (here, _) = try StreamSocket.pair()
        here.close()
        here.close()
        here.shutdownWrite()
        guard case .failed(let readError) = here.readNothing(), case .failed(let writeError) = here.write("x") else {
            Issue.record("moved bytes")
            return
        }
        #expect(readError.code == .closed && writeError.code == .closed)
        #expect(!here.isQuiet())
        #expect(here.localAddress == nil && here.remoteAddress == nil)
        #expect(here.connectError()?.code == .closed)
    }

    @Test(arguments: ["127.0.0.1", "::1"])
    func `connects to a server and knows both ends`(host: String) throws {
        let server = try ScriptedServer.serving(["hello"], .init(address: host == "::1" ? .ipv6 : .ipv4))
        let address = try #require(SocketAddress(numericHost: host, port: server.port))
        let socket = try StreamSocket.connected(to: address)
        #expect(socket.remoteAddress == address)
        #expect(socket.localAddress?.host == host)
        _ = socket.write("GET / HTTP/1.1\r\n\r\n")
        #expect(
            try Poll.wait(socket, .read, wake: nil, until: .now().advanced(by: .seconds(30))) != .timedOut
        )
        #expect(socket.readText() == "hello")
    }

    @Test func `that is refused says so`() throws {
        let address = try #require(SocketAddress(numericHost: "127.0.0.1", port: try RefusingPort.find()))
        let error = #expect(throws: WireError.self) { try StreamSocket.connected(to: address) }
        #expect(error?.code == .refused)
    }

    @Test func `to a path where nothing is says so`() throws {
        let directory = try TemporaryDirectory()
        let address = try #require(SocketAddress.unix(path: directory.path("none")))
        let error = #expect(throws: WireError.self) { try StreamSocket.connected(to: address) }
        #expect(error?.code == .notFound)
    }
}
