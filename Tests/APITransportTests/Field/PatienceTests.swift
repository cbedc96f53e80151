import APITransport
import Foundation
import TestSupport
import Testing

@Suite struct `A bound on silence` {
    @Test(arguments: [Way.async, .blocking])
    func `is none on how long a body takes that keeps coming`(way: Way) async throws {
        let server = try ScriptedServer { _ in
            let drops = [[Action]](repeating: [.pause(milliseconds: 250), .send("x")], count: 17).flatMap(\.self)
            return [.send("HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n")] + drops
        }
        var request = try HTTPRequest(server.url())
        request.options.deadlines.idle = .seconds(4)
        #expect(try await way.send(request, over: .patient()).body.count == 17)
    }

    @Test(arguments: Way.allCases, [-1, 0])
    func `is one of its own for looking up a name`(way: Way, milliseconds: Int) async throws {
        // The client itself knows this one, without waiting for anybody.
        var request = try HTTPRequest("http://a.localhost/")
        request.options.deadlines.resolve = .milliseconds(milliseconds)
        let error = await way.failure(of: request, over: .patient())
        #expect(error?.kind == .timeout && error?.phase == .resolve)
        #expect(error?.requestSent == false && error?.retry == .always)
    }

    @Test(arguments: Way.allCases, [-1, 0])
    func `ends a look-up that is too late with a timeout`(way: Way, milliseconds: Int) async throws {
        var request = try HTTPRequest("https://nobody.invalid/")
        request.options.deadlines.total = .milliseconds(milliseconds)
        #expect(await way.failure(of: request, over: .patient())?.kind == .timeout)
    }
}

@Suite struct `Connections that end while nobody uses them` {
    /// The processor time that the client's thread has used so far.
    private static func loopTime(_ client: HTTPClient, _ request: HTTPRequest) async throws -> Duration {
        let result = await withCheckedContinuation { continuation in
            client.send(request, queue: nil) { result in
                var time = timespec()
                let code = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
                let duration = Duration.seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
                continuation.resume(returning: result.map { code == 0 && $0.status == 200 ? duration : nil })
            }
        }
        return try #require(try result.get())
    }

    @Test func `do not keep the loop busy`() async throws {
        let (all, isSeen) = (Signal(), Signal())
        let server = try ScriptedServer { connection in
            guard try connection.readRequest() != nil else { return }
            let answer = HTTPBytes.response(text: "ok")
            try connection.perform([.wait(for: all), .send(answer), .halfClose, .wait(for: isSeen), .close])
        }
        let steady = try ScriptedServer { _ in [.send(HTTPBytes.response(text: "ok"))] }
        let silent = try ScriptedServer { try $0.perform([.drain]) }
        let client = HTTPClient.patient()
        let count = 20
        let request = try HTTPRequest(server.url())
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<count { group.addTask { try await client.send(request).status } }
            try await server.connections(atLeast: count)
            all.fire()
            for try await status in group { #expect(status == 200) }
        }
        isSeen.fire()
        try await server.endedConnections(atLeast: count)
        let before = try await Self.loopTime(client, HTTPRequest(steady.url()))
        var waiting = try HTTPRequest(silent.url())
        waiting.options.deadlines.total = .milliseconds(500)
        #expect(await Way.async.failure(of: waiting, over: client)?.kind == .timeout)
        let after = try await Self.loopTime(client, HTTPRequest(steady.url()))
        #expect(after - before < .milliseconds(100))
        #expect(try await client.send(request).metrics.isReused == false)
    }
}
