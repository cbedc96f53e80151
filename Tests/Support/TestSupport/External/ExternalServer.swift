internal import CTestTLS
internal import Foundation
import Synchronization

/// A server program of the system's, run for a test on a loopback port with files of its own.
///
/// It ends when ``stop()`` is called, when the last reference goes, and at the latest with this process.
package final class ExternalServer: Sendable {
    /// Why a server is not there to be tested against.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Where its files lie, its log among them.
    package let folder: TemporaryDirectory
    private let child: Mutex<ChildProcess?>

    /// Starts `arguments` in `folder` and waits until all of `ports` take connections.
    package init(_ arguments: [String], in folder: TemporaryDirectory, ports: [UInt16]) async throws {
        self.folder = folder
        let child = try ChildProcess(arguments, folder: folder.path, log: folder.path(Self.logName))
        self.child = Mutex(child)
        for port in ports {
            try await waitUntilReady(port, child, arguments[0])
        }
    }

    deinit {
        stop()
    }

    package func stop() {
        let child = child.withLock { $0.take() }
        child?.stop()
    }

    /// What the program has printed so far.
    package var log: String {
        (try? folder.read(Self.logName)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static let logName = "output.log"

    private func waitUntilReady(_ port: UInt16, _ child: ChildProcess, _ name: String) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while (try? TestStream.connect(port: port)) == nil {
            guard child.isRunning else { throw Failure(description: "\(name) did not start: \(log)") }
            guard ContinuousClock.now < deadline else { throw Failure(description: "\(name) does not listen: \(log)") }
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}

/// The system's programs that tests run.
package enum SystemPrograms {
    private static let noted = Mutex<Set<String>>([])

    /// The path of a program, or nil after one printed note that what needs it is skipped.
    package static func path(of name: String) -> String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let folders = path.split(separator: ":").map(String.init) + ["/usr/local/sbin", "/usr/sbin", "/sbin"]
        if let found = folders.map({ $0 + "/" + name }).first(where: FileManager.default.isExecutableFile(atPath:)) {
            return found
        }
        if noted.withLock({ $0.insert(name).inserted }) {
            print("note: \(name) is not installed, tests against it are skipped (Scripts/test installs it)")
        }
        return nil
    }

    /// Whether it is there; for `.enabled(if:)`.
    package static func has(_ name: String) -> Bool {
        path(of: name) != nil
    }

    static func required(_ name: String) throws -> String {
        guard let path = path(of: name) else { throw ExternalServer.Failure(description: "\(name) is not installed") }
        return path
    }
}
