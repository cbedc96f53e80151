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
}
