import TestSupport

/// A POSIX shell, for what is meant to be run in one.
enum Shell {
    /// What the script wrote to standard output.
    static func run(_ script: String) throws -> [UInt8] {
        // In a file: an argument has a limit that a script may pass.
        let folder = try TemporaryDirectory()
        return try Command.run("/bin/sh", [folder.write(script, to: "script.sh")]).output
    }
}
