import Foundation
import TestSupport
import Testing

@Suite struct `The program as a process` {
    private static let foreign: [(String, String)] = [
        ("data", #"-d "$(printf 'a\377')""#), ("a password", #"-u "a:$(printf '\377')""#),
        ("a field", #"-H "X: $(printf '\377')""#), ("a file's name", #"-o "n$(printf '\377').txt""#),
        ("a URL", #""http://127.0.0.1/$(printf '\377')""#),
    ]

    @Test(arguments: foreign)
    func `refuses arguments that are no text rather than to alter them`(what: String, argument: String) async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi")])
        let outcome = try await Program.run(
            script: #"exec "$0" "$@" "# + argument,
            [server.url()],
            in: folder.path
        )
        #expect(outcome.code == 2 && outcome.messages.contains("UTF-8"), "\(what): \(outcome)")
        #expect(try server.requests.isEmpty && folder.contents().isEmpty)
    }

    /// What is sent after its request would be what the program wrote to standard output or standard error.
    @Test(arguments: ["<&- >&-", ">&- 2>&-", "<&- >&- 2>&-", ">&-"], ["-sS", "-v"])
    func `with standard streams closed takes no connection for one`(closed: String, option: String) async throws {
        let answer = HTTPBytes.response(text: "SECRET")
        let server = try ScriptedServer.serving([answer, answer])
        let outcome = try await Program.run(
            script: #"exec "$0" "$@" "# + closed,
            [option, server.url("/1"), server.url("/2")]
        )
        #expect(outcome.code == 23)
        #expect(outcome.output.isEmpty)
        #expect(server.requests.allSatisfy { $0.method == "GET" && $0.body.isEmpty })
    }

    @Test func `writes files with standard streams closed`() async throws {
        let folder = try TemporaryDirectory()
        let server = try ScriptedServer.serving([HTTPBytes.response(text: "hi")])
        let outcome = try await Program.run(
            script: #"exec "$0" "$@" <&- >&- 2>&-"#,
            ["-v", "-o", folder.path("f"), server.url()]
        )
        #expect(outcome.code == 0)
        #expect(try folder.read("f") == Array("hi".utf8))
    }

    /// Sends the signal to the process as soon as a part of its file is there.
    ///
    /// On a thread of its own: nothing tells when a file comes, and other tests may keep their threads for longer than
    /// the process waits for its server.
    private static func send(_ signal: Int32, whenAtWorkIn folder: TemporaryDirectory) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                while (try? folder.contents())?.contains(where: { $0.hasSuffix(".part") }) == false { usleep(1000) }
                let text = String(decoding: (try? folder.read("pid")) ?? [], as: UTF8.self)
                let process = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
                continuation.resume(returning: process.map { kill($0, signal) == 0 } ?? false)
            }
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU], [[], ["-i"]])
    func `dies of a signal, and leaves no part of a file`(signal: Int32, options: [String]) async throws {
        let folder = try TemporaryDirectory()
        let release = Signal()
        let server = try ScriptedServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart"), .wait(for: release)]
        }
        try folder.write("", to: "pid")
        async let running = Program.run(
            script: #"ulimit -c 0; echo $$ > pid; trap - INT TERM HUP QUIT USR1 USR2 ALRM XCPU; exec "$0" "$@""#,
            options + ["-sS", "-o", "f", server.url()],
            in: folder.path
        )
        #expect(await Self.send(signal, whenAtWorkIn: folder))
        let outcome = try await running
        release.fire()
        #expect(outcome.code == 128 + signal)
        #expect(outcome.messages.isEmpty && outcome.output.isEmpty)
        #expect(try folder.contents() == ["pid"])
    }

    @Test func `goes on where a signal is ignored`() async throws {
        let folder = try TemporaryDirectory()
        let release = Signal()
        let server = try ScriptedServer { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nh"), .wait(for: release), .send("i")]
        }
        try folder.write("", to: "pid")
        async let running = Program.run(
            script: #"echo $$ > pid; trap '' HUP; exec "$0" "$@""#,
            ["-o", "f", server.url()],
            in: folder.path
        )
        #expect(await Self.send(SIGHUP, whenAtWorkIn: folder))
        release.fire()
        #expect(try await running.code == 0)
        #expect(try folder.read("f") == Array("hi".utf8))
    }
}
