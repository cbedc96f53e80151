public import APITransport
public import Foundation

/// The error of the engine below: what failed, in which step, and whether the server may have acted.
public typealias APITransportError = TransportError

extension TransportError.Kind {
    /// The code under which Foundation's networking reports the same failure, so that handling written for other
    /// platforms works here.
    public var urlErrorCode: URLError.Code {
        switch self {
        case .badURL, .invalidRequest: .badURL
        case .unsupportedScheme: .unsupportedURL
        case .nameResolution: .cannotFindHost
        case .connect, .proxy: .cannotConnectToHost
        case .tlsHandshake: .secureConnectionFailed
        case .certificateExpired: .serverCertificateHasBadDate
        case .certificateNotYetValid: .serverCertificateNotYetValid
        case .certificateHostMismatch, .certificateSelfSigned, .certificateInvalid, .pinMismatch:
            .serverCertificateUntrusted
        case .certificateUntrusted: .serverCertificateHasUnknownRoot
        case .httpStatus, .invalidResponse: .badServerResponse
        case .timeout: .timedOut
        case .closed, .incompleteBody: .networkConnectionLost
        case .headTooLarge, .decodedSizeExceeded, .bodySizeExceeded: .dataLengthExceedsMaximum
        case .contentCoding: .cannotDecodeContentData
        case .tooManyRedirects: .httpTooManyRedirects
        case .redirectRefused: .redirectToNonExistentLocation
        case .bodyNotReplayable: .requestBodyStreamExhausted
        case .file: .cannotWriteToFile
        case .cancelled, .clientClosed: .cancelled
        case .configuration: .unknown
        }
    }
}

extension URLError {
    /// The engine's error in Foundation's clothes; the original is its underlying error.
    package init(_ error: TransportError, url: URL?) {
        var details: [String: Any] = [
            NSUnderlyingErrorKey: error,
            NSLocalizedDescriptionKey: error.text(.current),
        ]
        if let url {
            details[NSURLErrorFailingURLErrorKey] = url
        }
        self.init(error.kind.urlErrorCode, userInfo: details)
    }
}

extension AFError {
    /// The engine's error as a client reports it.
    package init(_ error: TransportError, url: URL?) {
        switch error.kind {
        case .cancelled: self = .explicitlyCancelled
        case .clientClosed: self = .sessionInvalidated(error: error)
        default: self = .sessionTaskFailed(error: URLError(error, url: url))
        }
    }

    /// The engine's error behind this one, nil when it did not come from the engine.
    public var transportError: APITransportError? { engineFailure as? TransportError }
}

extension TransportError: EngineFailure {
    package var name: String { kind.rawValue }

    package var urlErrorCode: URLError.Code { kind.urlErrorCode }

    package var cost: APITransferMetrics? {
        // The engine counts no attempt that had no connection.
        metrics.total > .zero ? APITransferMetrics(metrics, attempts: max(1, attempts)) : nil
    }
}

extension APIError {
    /// The engine's error behind this one, nil when it did not come from the engine.
    public var transportError: APITransportError? { engineFailure as? TransportError }
}
