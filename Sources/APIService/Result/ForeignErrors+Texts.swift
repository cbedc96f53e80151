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

extension CancellationError: MultilingualError {
    package func text(_ language: APILanguage) -> String {
        language.text("The request was cancelled.", "请求已取消")
    }
}

extension EncodingError: MultilingualError {
    package func text(_ language: APILanguage) -> String {
        guard case .invalidValue(_, let context) = self else {
            return language.text("A value could not be encoded.", "有参数无法编码")
        }
        let path = context.codingPath.dotted
        let detail = context.debugDescription
        return path.isEmpty
            ? language.text("A value could not be encoded (\(detail)).", "有参数无法编码（\(detail)）")
            : language.text("\(path) could not be encoded (\(detail)).", "参数 \(path) 无法编码（\(detail)）")
    }
}

/// What the file system refused, in Chinese; Foundation knows the English.
enum FileErrorText {
    static func chinese(_ error: any Error) -> String? {
        let error = error as NSError
        let words: String
        switch (error.domain, error.code) {
        case (NSCocoaErrorDomain, let code): words = self.words(CocoaError.Code(rawValue: code))
        case (NSPOSIXErrorDomain, let code): words = self.words(POSIXErrorCode(rawValue: Int32(clamping: code)))
        default: return nil
        }
        return "\(words)（\(error.localizedDescription)）"
    }

    private static func words(_ code: CocoaError.Code) -> String {
        switch code {
        case .fileNoSuchFile, .fileReadNoSuchFile: "文件或目录不存在"
        case .fileWriteFileExists: "文件已存在"
        case .fileWriteOutOfSpace: "磁盘空间不足"
        case .fileReadNoPermission, .fileWriteNoPermission: "没有访问文件的权限"
        case .fileWriteVolumeReadOnly: "磁盘是只读的"
        default: "文件操作失败"
        }
    }

    private static func words(_ code: POSIXErrorCode?) -> String {
        switch code {
        case .ENOENT, .ENOTDIR: "文件或目录不存在"
        case .EEXIST: "文件已存在"
        case .ENOSPC, .EDQUOT: "磁盘空间不足"
        case .EACCES, .EPERM: "没有访问文件的权限"
        case .EROFS: "磁盘是只读的"
        default: "系统操作失败"
        }
    }
}
