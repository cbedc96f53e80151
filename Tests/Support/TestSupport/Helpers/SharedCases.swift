internal import Foundation
import Synchronization

/// Cases that are not part of this package: the folder that the environment's `APISERVICE_SHARED` names.
package enum SharedCases {
    private static let noted = Mutex(false)

    /// The folder; nil, after one printed note, when the variable is not set.
    package static var folder: String? {
        if let path = ProcessInfo.processInfo.environment["APISERVICE_SHARED"], !path.isEmpty { return path }
        let isFirst = noted.withLock { noted in
            defer { noted = true }
            return !noted
        }
        if isFirst { print("note: APISERVICE_SHARED is not set, tests that need shared cases are skipped") }
        return nil
    }

    /// Whether a file or folder is there; for `.enabled(if:)`.
    package static func has(_ relativePath: String) -> Bool {
        guard let folder else { return false }
        return FileManager.default.fileExists(atPath: folder + "/" + relativePath)
    }

    /// A file's bytes; empty when it is not there.
    package static func bytes(_ relativePath: String) -> [UInt8] {
        guard let folder, let data = FileManager.default.contents(atPath: folder + "/" + relativePath) else {
            return []
        }
        return Array(data)
    }

    /// The lines of a file, without empty ones.
    package static func lines(_ relativePath: String) -> [String] {
        String(decoding: bytes(relativePath), as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: true)
            .map(String.init)
    }
}
