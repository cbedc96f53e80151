import Foundation

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

extension DecodingError: MultilingualError {
    /// Foundation's own words for these name neither the place nor the value.
    package func text(_ language: APILanguage) -> String { APIDecodingFailure(self).text(language) }
}
