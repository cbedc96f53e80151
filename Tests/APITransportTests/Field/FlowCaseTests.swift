import Foundation
import TestSupport
import Testing

/// Dialogues of other clients' suites, played by the shared runner against the program that drives our client.
private struct FlowCases {
    /// A reply that a dialogue takes for good and a standard for broken.
    private static let refusals: [(sign: String, why: String)] = [
        // RFC 9110 8.6 asks to expect lengths that no integer holds; the connection ends before so many bytes have
        // come, so the answer is incomplete (RFC 9112 6.3, rule 5, and 8).
        ("Content-Length: 36893488147419103232\n", "a length beyond any number"),
        // RFC 9112 7.1 ends the lines of chunks with CRLF, and 2.2 lets LF alone end lines of the head only: a second
        // reader on the way may find another chunk there.
        ("chunked\r\nTrailer: chunky-trailer\r\nConnection: mooo\r\n\r\n40\n", "chunks whose lines end in LF alone"),
    ]

    /// What an operation has when it goes through a proxy, which the client does not do yet.
    private static let proxyKeys: Set = ["proxy", "puser", "tunnel", "pbasic", "pdigest", "pheader", "noproxy"]

    private(set) var lines: [String: String] = [:]
    private(set) var judged: Set<String> = []
    private(set) var refused: Set<String> = []

    init(_ name: String) throws {
        for line in SharedCases.lines("conformance/cases/\(name).jsonl") {
            guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                let id = object["id"] as? String, let operations = object["ops"] as? [[String: Any]],
                operations.allSatisfy({ Self.proxyKeys.isDisjoint(with: $0.keys) })
            else { continue }
            lines[id] = line
            // Where suites differ ours is one of the ways.
            if object["level"] as? String ?? "must" == "must" { judged.insert(id) }
            let replies = (object["script"] as? [[String: Any]] ?? []).compactMap { $0["reply"] as? String }
            if Self.refusals.contains(where: { refusal in replies.contains { $0.contains(refusal.sign) } }) {
                refused.insert(id)
            }
        }
    }

    /// The names of the dialogues that went wrong.
    func failures(against driver: String) throws -> Set<String> {
        let folder = try TemporaryDirectory()
        let file = try folder.write(lines.values.joined(separator: "\n") + "\n", to: "cases.jsonl")
        let runner = (SharedCases.folder ?? "") + "/conformance/runners/flow_runner.py"
        let outcome = try Command.run("/usr/bin/env", ["python3", runner, file, driver])
        try #require(outcome.code == 0, "\(String(decoding: outcome.messages, as: UTF8.self))")
        let words = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: " ")
        }
        return Set(words.compactMap { $0.count > 1 ? String($0[1]) : nil }).intersection(lines.keys)
    }
}

@Suite(.serialized) struct `Dialogues of other clients' suites` {
    private static let driver = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("conformance-driver").path

    private static var canPlay: Bool {
        SharedCases.has("conformance/runners/flow_runner.py") && FileManager.default.isExecutableFile(atPath: driver)
    }

    @Test(.enabled(if: canPlay), arguments: ["redirect-flows", "curl-flows"])
    func `come out right but for those that a standard forbids`(_ name: String) async throws {
        let cases = try FlowCases(name)
        let failures = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try cases.failures(against: Self.driver) })
            }
        }
        let wrong = failures.intersection(cases.judged)
        #expect(wrong == cases.refused.intersection(cases.judged))
    }
}
