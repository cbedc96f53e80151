internal import APITransport
import Foundation

extension URLError: MultilingualError {
    /// The engine's error in its own words; another one by what its code means.
    package func text(_ language: APILanguage) -> String {
        if let error = userInfo[NSUnderlyingErrorKey] as? TransportError { return error.text(language) }
        if code == .notConnectedToInternet { return APIError.networkError.text(language) }
        let words = userInfo[NSLocalizedDescriptionKey] as? String ?? ""
        guard let (kind, phase) = failure else {
            let detail = words.isEmpty ? "\(NSURLErrorDomain) \(code.rawValue)" : words
            return language.text("The transfer failed (\(detail)).", "传输失败（\(detail)）")
        }
        return TransportSentence(kind, during: phase, host: failingURL?.host).text(language, detail: words)
    }

    /// The failure of the engine that would have this code.
    private var failure: (TransportError.Kind, TransportError.Phase)? {
        switch code {
        case .badURL: (.badURL, .queue)
        case .unsupportedURL: (.unsupportedScheme, .queue)
        case .cannotFindHost, .dnsLookupFailed: (.nameResolution, .resolve)
        case .cannotConnectToHost: (.connect, .connect)
        case .secureConnectionFailed: (.tlsHandshake, .tls)
        case .serverCertificateHasBadDate: (.certificateExpired, .tls)
        case .serverCertificateNotYetValid: (.certificateNotYetValid, .tls)
        case .serverCertificateHasUnknownRoot: (.certificateUntrusted, .tls)
        case .serverCertificateUntrusted: (.certificateInvalid, .tls)
        case .timedOut: (.timeout, .head)
        case .networkConnectionLost: (.closed, .connect)
        case .badServerResponse, .cannotParseResponse: (.invalidResponse, .head)
        case .dataLengthExceedsMaximum: (.bodySizeExceeded, .body)
        case .cannotDecodeContentData, .cannotDecodeRawData: (.contentCoding, .decode)
        case .httpTooManyRedirects: (.tooManyRedirects, .head)
        case .redirectToNonExistentLocation: (.redirectRefused, .head)
        case .requestBodyStreamExhausted: (.bodyNotReplayable, .send)
        case .cannotCreateFile, .cannotOpenFile, .cannotWriteToFile, .cannotMoveFile: (.file, .file)
        case .cancelled: (.cancelled, .queue)
        default: nil
        }
    }
}
