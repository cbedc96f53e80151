import Foundation
import Synchronization

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
                continuation.resume(with: Result { try runHere(arguments, input, folder) })
            }
        }
    }

    private static func runHere(_ arguments: [String], _ input: [UInt8], _ folder: String?) throws -> Outcome {
        let process = Process()
        process.executableURL = path
        process.arguments = arguments
        process.environment = ["PATH": "/usr/bin:/bin", "LD_LIBRARY_PATH": libraryPath]
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
        let pipes = (input: Pipe(), output: Pipe(), messages: Pipe())
        process.standardInput = pipes.input
        process.standardOutput = pipes.output
        process.standardError = pipes.messages
        try process.run()
        let messages = Mutex(Data())
        let messagesEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            let data = pipes.messages.fileHandleForReading.readDataToEndOfFile()
            messages.withLock { $0 = data }
            messagesEnded.signal()
        }
        try pipes.input.fileHandleForWriting.write(contentsOf: Data(input))
        try pipes.input.fileHandleForWriting.close()
        let output = pipes.output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        messagesEnded.wait()
        return Outcome(
            output: Array(output),
            messages: String(decoding: messages.withLock { $0 }, as: UTF8.self),
            code: process.terminationStatus
        )
    }

    private static var libraryPath: String { ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "" }
}
