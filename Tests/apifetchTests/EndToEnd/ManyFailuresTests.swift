import Foundation
import TestSupport
import Testing

/// More transfers than a process may have descriptors, and each of them fails.
@Suite struct `Transfers that fail by the hundred` {
    private static let rounds = 40

    @Test func `have each their own error, for no descriptor is left behind`() async throws {
        let server = try ScriptedServer { request in
            switch request.path {
            case "/cut": [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart"), .close]
            case "/reset": [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart"), .reset]
            case "/none": [.close]
            case "/junk": [.send("SSH-2.0-server\r\n"), .close]
            case "/coding": [.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope")]
            case "/round": [.send("HTTP/1.1 302 Found\r\nLocation: /round\r\nContent-Length: 0\r\n\r\n")]
            default: [.drain]
            }
        }
        let untrusted = try ScriptedServer(.init(tls: .init(TestCertificates.selfSigned))) { _ in [.close] }
        let mute = try ScriptedServer { try $0.perform([.close]) }
        let kinds: [(url: String, kind: String)] = [
            (server.url("/cut"), "incompleteBody"), (server.url("/reset"), "closed"), (server.url("/none"), "closed"),
            (server.url("/junk"), "invalidResponse"), (server.url("/coding"), "contentCoding"),
            (server.url("/round"), "tooManyRedirects"), ("http://127.0.0.1:\(try RefusingPort.find())/", "connect"),
            (untrusted.url(), "certificateSelfSigned"), ("https://127.0.0.1:\(mute.port)/", "tlsHandshake"),
            ("http://\(String(repeating: "a.", count: 127))aa/", "nameResolution"), ("ftp://h/", "unsupportedScheme"),
        ]
        let all = (0..<Self.rounds).flatMap { _ in kinds }
        // What takes its time has a bound of its own, lest it bound the others.
        let silent = ["--next", "-s", "-m", "0.1", "--report", "json"] + (0..<3).map { server.url("/silent\($0)") }
        let arguments = ["-sL", "--max-redirs", "2", "--report", "json"] + all.map(\.url)
        let outcome = try await Program.run(script: "ulimit -n 40; exec \"$0\" \"$@\"", arguments + silent)
        let reported = try outcome.reports().map { ($0["error"] as? [String: Any])?["kind"] as? String }
        #expect(reported == all.map(\.kind) + ["timeout", "timeout", "timeout"])
    }
}
