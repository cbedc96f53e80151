public import Foundation
import Synchronization

/// Records requests and answers as an HTTP archive (HAR 1.2), for a browser's developer tools or a bug report.
///
/// Secrets are redacted unless asked for. The newest entries are kept, and of each body a beginning.
public final class APIHARRecorder: APIPlugin, Sendable {
    private let redactor: APIRedactor?
    private let maximumEntries: Int
    private let maximumBodyBytes: Int
    private let now: @Sendable () -> Date
    private let entries = Mutex<[HARObject]>([])

    /// Makes a recorder without entries.
    /// - Parameters:
    ///   - redactor: hides secrets; nil records all.
    ///   - maximumEntries: how many entries are kept, 1,000 by default.
    ///   - maximumBodyBytes: how much of each body is kept, 65,536 by default.
    public convenience init(
        redactor: APIRedactor? = .standard,
        maximumEntries: Int = 1000,
        maximumBodyBytes: Int = 65_536
    ) {
        self.init(
            redactor: redactor,
            maximumEntries: maximumEntries,
            maximumBodyBytes: maximumBodyBytes,
            now: { Date() }
        )
    }

    package init(
        redactor: APIRedactor?,
        maximumEntries: Int,
        maximumBodyBytes: Int,
        now: @escaping @Sendable () -> Date
    ) {
        self.redactor = redactor
        self.maximumEntries = max(1, maximumEntries)
        self.maximumBodyBytes = max(0, maximumBodyBytes)
        self.now = now
    }

    /// Records the request with its answer.
    public func willReceive<T: APIRequest>(_ result: APIResponse<T.Response>, targetRequest: T) {
        guard let request = result.request else { return }
        let writer = HARWriter(redactor: redactor, maximumBodyBytes: maximumBodyBytes)
        let entry = writer.entry(
            request,
            result.response,
            result.data,
            result.transferMetrics,
            error: result.result.error,
            endedAt: now()
        )
        entries.withLock { entries in
            if entries.count >= maximumEntries { entries.removeFirst(entries.count - maximumEntries + 1) }
            entries.append(entry)
        }
    }

    /// The archive as JSON, with what was recorded so far in the order in which answers came.
    public func archive() throws -> Data {
        let log: HARObject = [
            "version": "1.2",
            "creator": ["name": "APIService", "version": ProductVersion.current],
            "entries": entries.withLock { $0 },
        ]
        var writer = JSONWriter(options: [.prettyPrinted, .withoutEscapingSlashes], omitsNil: true)
        return try writer.data(["log": log])
    }

    /// Writes the archive to a file, replacing it in one step.
    /// - Throws: the file system's error.
    public func write(to file: URL) throws {
        try archive().write(to: file, options: .atomic)
    }
}
