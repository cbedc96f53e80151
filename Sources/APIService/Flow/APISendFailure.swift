public import Foundation

/// Why an async send has no answer although no transfer failed.
public enum APISendFailure: LocalizedError, Equatable {
    /// A plugin stopped the request; thrown inside ``APIServiceValues/APIError/requestError(_:)``.
    case vetoed
    /// The request's response interceptor dropped the answer; thrown inside
    /// ``APIServiceValues/APIError/responseError(_:)``.
    case unanswered

    /// One sentence for the user.
    public var errorDescription: String? {
        switch self {
        case .vetoed:
            APILanguage.current.text("A plugin stopped the request.", "请求被插件终止")
        case .unanswered:
            APILanguage.current.text("The request's interceptor gave no answer.", "请求拦截器没有返回结果")
        }
    }
}

extension SendEnd {
    /// What an async form throws when a send ends like this without an answer.
    var failure: APIError {
        switch self {
        case .vetoed: .requestError(APISendFailure.vetoed)
        case .answered, .dropped: .responseError(APISendFailure.unanswered)
        }
    }
}
