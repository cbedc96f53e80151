public import Foundation

/// A failure of the engine, as far as layers that do not know the engine look at it.
package protocol EngineFailure: MultilingualError {
    /// What it is called in a log.
    var name: String { get }
    /// The code under which Foundation's networking reports the same failure.
    var urlErrorCode: URLError.Code { get }
    /// What the transfer had cost by then, nil when none was begun.
    var cost: APITransferMetrics? { get }
}

extension AFError {
    /// The engine's failure behind this error, nil when it did not come from the engine.
    package var engineFailure: (any EngineFailure)? {
        switch self {
        case .sessionTaskFailed(let error): (error as NSError).userInfo[NSUnderlyingErrorKey] as? any EngineFailure
        case .sessionInvalidated(let error): error as? any EngineFailure
        default: nil
        }
    }

    /// What the transfer that failed had cost by then, nil when none was begun or it is not known.
    package var failureMetrics: APITransferMetrics? { engineFailure?.cost }
}

extension APIError {
    /// The engine's failure behind this error, nil when it did not come from the engine.
    package var engineFailure: (any EngineFailure)? {
        guard case .connectionError(let error) = self else { return nil }
        return error.asAFError?.engineFailure ?? error as? any EngineFailure
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
        if let failure = error as? any EngineFailure { return failure.urlErrorCode }
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
