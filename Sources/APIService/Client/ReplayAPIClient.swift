public import Foundation

// SAFETY: immutable, as what it inherits from.
/// A client for tests that answers from a file of recorded exchanges.
///
/// ```swift
/// let client = try ReplayAPIClient(file: fixture, recordingWith: NativeAPIClient())
/// ```
/// When the file is there its exchanges are replayed, without a network, for ever: a request is answered by the
/// exchanges recorded for the same method, URL and body, in their order, and the last of them again and again. One that
/// is not in the file fails. When the file is not there, requests go through the other client and the file is written.
///
/// The file is JSON, sorted and readable. Secret header fields and parameters are redacted in it; a short digest tells
/// requests apart that differ in a secret alone, and where only one of them is recorded it answers for all. Bodies are
/// kept as they are, so look before you publish one. The boundary of forms differs each time and is not compared. Files
/// in a form are read by the thread that resumes the task, to compare them. A request whose body is a stream fails,
/// since it cannot be compared.
public final class ReplayAPIClient: APITransferClient, @unchecked Sendable {
    /// Makes a client.
    /// - Parameters:
    ///   - file: where the exchanges are.
    ///   - client: does the transfers that are recorded when there is no file; nil to refuse them.
    ///   - redactor: hides secrets in the file.
    /// - Throws: when the file is there but cannot be read, `DecodingError` when it is no recording or a body in it is
    ///   broken.
    public init(file: URL, recordingWith client: (any APIClient)? = nil, redactor: APIRedactor = .standard) throws {
        if FileManager.default.fileExists(atPath: file.path) {
            let exchanges = try JSONDecoder().decode([RecordedExchange].self, from: Data(contentsOf: file))
            super.init(ReplaySource(exchanges, redactor: redactor))
        } else if let client {
            super.init(RecordingSource(client, file: file, redactor: redactor))
        } else {
            super.init(ReplaySource([], redactor: redactor))
        }
    }
}

/// A request is not among the recorded ones.
public struct APIUnknownRequest: LocalizedError, Hashable {
    /// The method.
    public var method: String
    /// The URL without secrets.
    public var url: String

    /// An error for a method and a URL.
    public init(method: String, url: String) {
        self.method = method
        self.url = url
    }

    /// One sentence for the developer.
    public var errorDescription: String? {
        APILanguage.current.text("No answer is recorded for \(method) \(url).", "没有录制 \(method) \(url) 的响应")
    }
}
