package import APITransport

/// What the program tells its caller; the numbers are curl's.
package enum ExitCode {
    package static let success: Int32 = 0
    package static let usage: Int32 = 2
    package static let httpStatus: Int32 = 22
    package static let writing: Int32 = 23

    /// The code for a transfer that ended in `error`.
    package static func of(_ error: TransportError) -> Int32 {
        switch error.kind {
        case .unsupportedScheme, .redirectRefused: 1
        case .badURL: 3
        case .nameResolution: error.phase == .proxy ? 5 : 6
        case .connect: 7
        case .invalidResponse: 8
        case .incompleteBody: 18
        case .httpStatus: httpStatus
        case .file: error.phase == .file ? writing : 26
        case .timeout: 28
        case .tlsHandshake: 35
        case .cancelled, .clientClosed: 42
        case .invalidRequest: 43
        case .configuration: configuration(error)
        case .tooManyRedirects: 47
        case .closed: closed(error)
        case .headTooLarge: 56
        case .certificateExpired, .certificateNotYetValid, .certificateHostMismatch, .certificateSelfSigned,
            .certificateUntrusted, .certificateInvalid:
            60
        case .contentCoding: 61
        case .decodedSizeExceeded, .bodySizeExceeded: 63
        case .bodyNotReplayable: 65
        case .pinMismatch: 90
        case .proxy: 97
        }
    }

    /// Roots of trust, the client's own certificate, or something else that cannot be used.
    private static func configuration(_ error: TransportError) -> Int32 {
        switch error.phase {
        case .tls: 77
        case .file: 58
        default: 43
        }
    }

    /// A connection that was lost: nothing came back, the request could not be sent whole, or the answer was cut.
    private static func closed(_ error: TransportError) -> Int32 {
        switch error.phase {
        case .send: 55
        case .body: 56
        default: error.answerBegan ? 56 : 52
        }
    }
}
