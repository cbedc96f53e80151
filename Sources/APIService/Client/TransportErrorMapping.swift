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
    public var transportError: APITransportError? {
        switch self {
        case .sessionTaskFailed(let error): (error as NSError).userInfo[NSUnderlyingErrorKey] as? TransportError
        case .sessionInvalidated(let error): error as? TransportError
        default: nil
        }
    }
}

extension AFError {
    /// What the transfer that failed had cost by then, nil when none was begun or it is not known.
    var failureMetrics: APITransferMetrics? {
        guard let error = transportError, error.metrics.total > .zero else { return nil }
        // The engine counts no attempt that had no connection.
        return APITransferMetrics(error.metrics, attempts: max(1, error.attempts))
    }
}

extension APIError {
    /// The engine's error behind this one, nil when it did not come from the engine.
    public var transportError: APITransportError? {
        guard case .connectionError(let error) = self else { return nil }
        return error.asAFError?.transportError ?? error as? TransportError
    }

    /// The code with which Foundation's networking would report this failure, nil when it is not one of the network.
    public var urlErrorCode: URLError.Code? {
        switch self {
        case .networkError: return .notConnectedToInternet
        case .connectionError(let error): return Self.code(of: error)
        case .requestError, .responseError, .cache: return nil
        }
    }

    private static func code(of error: any Error) -> URLError.Code? {
        if let transport = error as? TransportError { return transport.kind.urlErrorCode }
        guard let error = error.asAFError else {
            return (error as? URLError)?.code
        }
        switch error {
        case .explicitlyCancelled, .sessionInvalidated, .sessionDeinitialized: return .cancelled
        case .sessionTaskFailed(let inner), .requestAdaptationFailed(let inner), .createURLRequestFailed(let inner),
            .createUploadableFailed(let inner), .requestRetryFailed(let inner, _):
            return code(of: inner)
        case .downloadedFileMoveFailed: return .cannotMoveFile
        case .responseValidationFailed: return .badServerResponse
        case .responseSerializationFailed(.inputDataNilOrZeroLength): return .zeroByteResource
        case .invalidURL: return .badURL
        default: return nil
        }
    }
}
