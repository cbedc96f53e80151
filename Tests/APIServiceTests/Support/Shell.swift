import Foundation
import TestSupport

/// A POSIX shell, for what is meant to be run in one.
enum Shell {
    /// What the script wrote to standard output.
    static func run(_ script: String) throws -> [UInt8] {
        // In a file: an argument has a limit that a script may pass.
        let folder = try TemporaryDirectory()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [try folder.write(script, to: "script.sh")]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Array(bytes)
    }
}
