internal import CTestTLS
internal import Foundation

/// A program that is run to its end.
///
/// Not with Foundation's `Process`, which reads beyond its buffers on Linux.
package enum Command {
    package struct Outcome: Sendable {
        package let output: [UInt8]
        package let messages: [UInt8]
        /// The exit status, or 128 and the number of the signal that ended it.
        package let code: Int32
    }

    /// Runs the program at a path and waits for it, blocking the thread.
    ///
    /// `environment` nil: this process's own. `folder` nil: the current one.
    package static func run(
        _ path: String,
        _ arguments: [String] = [],
        input: [UInt8] = [],
        environment: [String: String]? = nil,
        folder: String? = nil
    ) throws -> Outcome {
        let results = try TemporaryDirectory()
        let (output, messages) = (results.path("output"), results.path("messages"))
        let code = unsafe Strings.with([path] + arguments) { arguments in
            guard let environment else {
                return unsafe ct_process_run(arguments, nil, folder, input, input.count, output, messages)
            }
            return unsafe Strings.with(environment.map { "\($0)=\($1)" }) { environment in
                unsafe ct_process_run(arguments, environment, folder, input, input.count, output, messages)
            }
        }
        guard code >= 0 else { throw ExternalServer.Failure(description: "\(path) cannot be started") }
        return Outcome(
            output: try contents(of: output),
            messages: try contents(of: messages),
            code: code
        )
    }
}

extension Command {
    /// Not by `Data(contentsOf:)`, which leaks a page for each empty file.
    private static func contents(of path: String) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        return Array(try file.readToEnd() ?? Data())
    }
}

/// Strings as C wants them: an array of pointers that ends with null.
enum Strings {
    static func with<Value>(
        _ strings: [String],
        _ body: ([UnsafePointer<CChar>?]) -> Value
    ) -> Value {
        // SAFETY: the copies live until the body has returned.
        let copies = unsafe strings.map { unsafe strdup($0) }
        defer { for index in strings.indices { unsafe free(copies[index]) } }
        return unsafe body(copies.map { unsafe UnsafePointer($0) } + [nil])
    }
}
