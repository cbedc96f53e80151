import CSupport

/// What the process was started with.
package enum Environment {
    /// The value of a variable; nil when it is not set.
    package static func value(_ name: String) -> String? {
        guard !name.utf8.contains(0), let value = unsafe cs_environment_value(name) else { return nil }
        return unsafe String(cString: value)
    }

    /// The command line, the program's name first; bytes that are not UTF-8 are replaced.
    package static var arguments: [String] { CommandLine.arguments }

    /// The same, with nil for each argument that is not UTF-8: as text it would be another.
    package static var exactArguments: [String?] {
        // SAFETY: these are the process's own, which nobody frees, each ended by a zero byte.
        let start = unsafe CommandLine.unsafeArgv
        return (0..<Int(CommandLine.argc)).map { index in
            unsafe start[index].flatMap { unsafe String(validatingCString: $0) }
        }
    }
}
