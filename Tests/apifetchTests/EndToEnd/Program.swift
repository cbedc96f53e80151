import Foundation
import TestSupport

/// The built program, run as a person or a script would.
enum Program {
    struct Outcome: Sendable {
        let output: [UInt8]
        let messages: String
        let code: Int32

        var text: String { String(decoding: output, as: UTF8.self) }

        /// The lines of the output as JSON objects.
        func reports() throws -> [[String: Any]] {
            try text.split(separator: "\n").map { line in
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            }
        }
    }

    private static let path = URL(fileURLWithPath: CommandLine.arguments[0])
        .deletingLastPathComponent().appendingPathComponent("apifetch")

    /// Runs the program to its end, on a thread of its own.
    static func run(_ arguments: [String], input: [UInt8] = [], in folder: String? = nil) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try runHere(path.path, arguments, input, folder) })
            }
        }
    }

    /// Runs a shell's script, in which `"$0" "$@"` is the program with its arguments.
    static func run(script: String, _ arguments: [String], in folder: String? = nil) async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                let arguments = ["-c", script, path.path] + arguments
                continuation.resume(with: Result { try runHere("/bin/sh", arguments, [], folder) })
            }
        }
    }

    private static func runHere(
        _ program: String,
        _ arguments: [String],
        _ input: [UInt8],
        _ folder: String?
    ) throws -> Outcome {
        let outcome = try Command.run(
            program,
            arguments,
            input: input,
            environment: ["PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": libraryPath],
            folder: folder
        )
        return Outcome(
            output: outcome.output,
            messages: String(decoding: outcome.messages, as: UTF8.self),
            code: outcome.code
        )
    }

    private static var libraryPath: String { ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "" }
}
