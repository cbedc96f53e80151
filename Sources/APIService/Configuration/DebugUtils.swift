package import Foundation
import Synchronization

/// The debug log: what the cache does, and what was decided on the caller's behalf.
///
/// Off by default, switched on by ``APIConfig/debugLogEnabled``.
public struct DebugUtils {
    private static let function = Mutex(UncheckedSendable<LoggingFunctionType?>({ print($0) }))

    /// Writes a line of the log; prints it by default.
    ///
    /// May be called on any thread; nil discards all lines.
    public static var loggingFunction: LoggingFunctionType? {
        get { function.withLock { $0 }.value }
        set {
            let function = UncheckedSendable(newValue)
            self.function.withLock { $0 = function }
        }
    }

    package static var isEnabled: Bool { APIConfig.shared.debugLogEnabled }

    /// Writes `yyyy-MM-dd HH:mm:ss-<file>:<line> <function>:<message>` if the log is on; the message is made only then.
    package static func log(
        _ message: @autoclosure () -> String,
        file: String = #fileID,
        line: Int = #line,
        function: String = #function
    ) {
        guard isEnabled, let write = loggingFunction else { return }
        write(self.line(message(), at: Date(), file: file, line: line, function: function))
    }

    package static func line(_ message: String, at date: Date, file: String, line: Int, function: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss"
        let name = file.split(separator: "/").last ?? ""
        return "\(formatter.string(from: date))-\(name):\(line) \(function):\(message)"
    }
}
