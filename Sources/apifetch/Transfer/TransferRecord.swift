package import APITransport

/// One transfer that has ended: what was asked, what came of it.
package struct TransferRecord: Sendable {
    /// The URL as it was given.
    package var requested: String
    /// Which of the command line's URLs it was, from 0.
    package var number = 0
    package var method: String
    /// The response, or what of it had arrived before the failure.
    package var response: HTTPResponse?
    package var error: TransportError?
    /// Where the body was written, when it went to a file.
    package var filePath: String?
    /// Bytes of the body after decoding.
    package var bodyBytes: Int64 = 0

    package init(requested: String, method: String) {
        self.requested = requested
        self.method = method
    }

    package var exitCode: Int32 {
        error.map { ExitCode.of($0) } ?? ExitCode.success
    }

    /// The last URL that was asked, without userinfo; the one given when it is no URL.
    package var effectiveURL: String {
        response?.url.withoutUserInfo.description ?? Redaction.url(requested)
    }

    package var attempts: Int {
        response?.attempts ?? error?.attempts ?? 0
    }

    package var metrics: TransferMetrics {
        error?.metrics ?? response?.metrics ?? TransferMetrics()
    }
}
