import Foundation
import TestSupport
import Testing

/// Standard input that gives nothing and does not end.
@Suite struct `Standard input that keeps the program waiting` {
    private struct NothingMore: Error {}

    private static let silentInput = #"mkfifo pipe && exec 3<>pipe; exec "$0" "$@" <&3"#

    /// A program that looks again and again would use up the second of the processor's time that it is allowed.
    @Test(arguments: ["-", "."])
    func `uses no time but that of --max-time`(input: String) async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer { try $0.perform([.drain]) }
        let outcome = try await Program.run(
            script: "ulimit -t 1; " + Self.silentInput,
            ["-sS", "--max-time", "2", "-T", input, server.url()],
            in: folder.path
        )
        #expect(outcome.code == 28, "\(outcome)")
    }

    @Test func `does not keep an answer back`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer { connection in
            guard try connection.readHead() != nil else { return }
            try connection.perform([.send("HTTP/1.1 413 Too Large\r\nContent-Length: 9\r\n\r\ntoo large"), .drain])
        }
        let outcome = try await Program.run(script: Self.silentInput, ["-T", "-", server.url()], in: folder.path)
        #expect(outcome.code == 0)
        #expect(outcome.text == "too large")
    }

    @Test func `is sent as far as it has come`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer { connection in
            var text = ""
            func read(to end: String) throws {
                while !text.hasSuffix(end) {
                    let bytes = try connection.readBytes()
                    if bytes.isEmpty { throw NothingMore() }
                    text += String(decoding: bytes, as: UTF8.self)
                }
            }
            try read(to: "\r\n\r\n4\r\npart\r\n")
            // Whoever holds the pipe open looks for it.
            try folder.write("", to: "gate")
            try read(to: "part\r\n0\r\n\r\n")
            try connection.perform([.send(HTTPBytes.response(text: "done"))])
        }
        let outcome = try await Program.run(
            script: #"(printf part; for i in $(seq 6000); do test -e gate && break; sleep 0.01; done) | "$0" "$@""#,
            ["-T", "-", server.url()],
            in: folder.path
        )
        #expect(outcome.code == 0)
        #expect(outcome.text == "done")
    }
}
