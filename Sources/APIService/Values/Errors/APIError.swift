public import Foundation

/// How a request failed, by the step that failed.
public enum APIError: LocalizedError {
    /// There is no way to the network; nothing was sent.
    case networkError
    /// The request could not be made; the value is an ``APIRequestError``.
    case requestError(any Error)
    /// The transfer failed or its response was not accepted; with the built-in clients the value is an ``AFError``.
    case connectionError(any Error)
    /// The answer is there but is not what the request expects; the value is an ``APIResponseError``, or what a type's
    /// own parsing threw.
    case responseError(any Error)
    /// The cache had no answer; the value is an ``APICacheError``, or the error of the file system.
    case cache(any Error)

    /// One sentence for the user, in the language of ``APIServiceCore/APIConfig/language``.
    public var errorDescription: String? { text(.current) }
}

extension APIError: MultilingualError {
    package func text(_ language: APILanguage) -> String {
        switch self {
        case .networkError: language.text("The network is not available.", "当前网络不可用")
        case .requestError(let error):
            language.text("The request could not be made: ", "发出请求错误") + language.enclosed(error)
        case .connectionError(let error):
            language.text("The request failed: ", "请求错误") + language.enclosed(error)
        case .responseError(let error):
            language.text("The answer could not be used: ", "结果处理错误") + language.enclosed(error)
        case .cache(let error):
            language.text("The cache has no answer: ", "缓存错误") + language.enclosed(error)
        }
    }
}

extension APIError: Equatable {
    /// Two errors are equal when they are of one case and what they hold reads the same.
    public static func == (left: APIError, right: APIError) -> Bool {
        switch (left, right) {
        case (.networkError, .networkError): true
        case (.requestError(let left), .requestError(let right)),
            (.connectionError(let left), .connectionError(let right)),
            (.responseError(let left), .responseError(let right)),
            (.cache(let left), .cache(let right)):
            "\(left)" == "\(right)"
        default: false
        }
    }
}

/// Why a request could not be made.
public enum APIRequestError: LocalizedError {
    /// URL, parameters or an interceptor made no request.
    ///
    /// The cause goes to the debug log.
    case invalidURLRequest

    /// One sentence for the user.
    public var errorDescription: String? { text(.current) }
}

extension APIRequestError: MultilingualError {
    package func text(_ language: APILanguage) -> String {
        language.text("The request is not valid.", "不合理的请求链接")
    }
}

/// Why an answer could not be used.
public enum APIResponseError: LocalizedError {
    /// The body is not what the request expects.
    case invalidParseResponse(any Error)

    /// One sentence for the user.
    public var errorDescription: String? { text(.current) }
}

extension APIResponseError: MultilingualError {
    package func text(_ language: APILanguage) -> String {
        switch self {
        case .invalidParseResponse(let error): language.description(of: error)
        }
    }
}

// SAFETY: `Any` is what the pod declares. What the cache puts there is an `APICachePackage`, a value.
/// Why the cache had no answer.
public enum APICacheError: LocalizedError, @unchecked Sendable {
    /// The entry has expired; `data` is the ``APICachePackage`` it held.
    case expire(key: String, data: Any)
    /// There is no entry.
    case notFound(key: String)

    /// One sentence for the user.
    public var errorDescription: String? { text(.current) }
}

extension APICacheError: MultilingualError {
    package func text(_ language: APILanguage) -> String {
        switch self {
        case .expire: language.text("The entry has expired.", "缓存过期")
        case .notFound: language.text("There is no entry.", "缓存找不到")
        }
    }
}

extension APILanguage {
    /// The text of an inner error, as the language encloses it.
    fileprivate func enclosed(_ error: any Error) -> String {
        let inner = description(of: error)
        return text(inner, "（\(inner)）")
    }
}
