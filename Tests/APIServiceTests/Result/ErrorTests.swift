import APIService
import Foundation
import Testing

@Suite struct `An error's text` {
    private struct Inner: LocalizedError { var errorDescription: String? { "内部" } }

    @Test(arguments: [
        (APIError.networkError, "当前网络不可用"),
        (.requestError(Inner()), "发出请求错误（内部）"),
        (.connectionError(Inner()), "请求错误（内部）"),
        (.responseError(Inner()), "结果处理错误（内部）"),
        (.cache(Inner()), "缓存错误（内部）"),
        (.requestError(APIRequestError.invalidURLRequest), "发出请求错误（不合理的请求链接）"),
        (.responseError(APIResponseError.invalidParseResponse(Inner())), "结果处理错误（内部）"),
        (.cache(APICacheError.expire(key: "k", data: 1)), "缓存错误（缓存过期）"),
        (.cache(APICacheError.notFound(key: "k")), "缓存错误（缓存找不到）"),
    ])
    func `is the original's in Chinese`(_ error: APIError, _ text: String) {
        #expect(error.text(.chinese) == text)
    }

    @Test(arguments: [
        (APIError.networkError, "The network is not available."),
        (.requestError(APIRequestError.invalidURLRequest), "The request could not be made: The request is not valid."),
        (
            .connectionError(AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: 503))),
            "The request failed: The server answered with status 503."
        ),
        (.cache(APICacheError.notFound(key: "k")), "The cache has no answer: There is no entry."),
    ])
    func `is English otherwise`(_ error: APIError, _ text: String) {
        #expect(error.text(.english) == text)
    }

    @Test(arguments: [
        (APIError.networkError as any Error, "APIService.APIError"),
        (AFError.explicitlyCancelled, "APIService.AFError"),
        (APIRequestError.invalidURLRequest, "APIService.APIRequestError"),
        (APIResponseError.invalidParseResponse(Inner()), "APIService.APIResponseError"),
        (APICacheError.notFound(key: "k"), "APIService.APICacheError"),
    ])
    func `has the domain of the module that applications import`(_ error: any Error, _ domain: String) {
        #expect((error as NSError).domain == domain)
        #expect((error as NSError).localizedDescription == (error as? any LocalizedError)?.errorDescription)
    }

    private static let url = URL(filePath: "/secret/place/f.bin")

    private static var all: [AFError] {
        [
            .createUploadableFailed(error: Inner()), .createURLRequestFailed(error: Inner()),
            .downloadedFileMoveFailed(error: Inner(), source: url, destination: url), .explicitlyCancelled,
            .invalidURL(url: "x"), .requestAdaptationFailed(error: Inner()),
            .requestRetryFailed(retryError: Inner(), originalError: Inner()), .sessionDeinitialized,
            .sessionInvalidated(error: nil), .sessionInvalidated(error: Inner()), .sessionTaskFailed(error: Inner()),
            .urlRequestValidationFailed(reason: .bodyDataInGETRequest(Data())),
            .multipartEncodingFailed(reason: .bodyPartURLInvalid(url: url)),
            .multipartEncodingFailed(reason: .bodyPartFilenameInvalid(in: url)),
            .multipartEncodingFailed(reason: .bodyPartFileNotReachable(at: url)),
            .multipartEncodingFailed(reason: .bodyPartFileNotReachableWithError(atURL: url, error: Inner())),
            .multipartEncodingFailed(reason: .bodyPartFileIsDirectory(at: url)),
            .multipartEncodingFailed(reason: .bodyPartFileSizeNotAvailable(at: url)),
            .multipartEncodingFailed(reason: .bodyPartFileSizeQueryFailedWithError(forURL: url, error: Inner())),
            .multipartEncodingFailed(reason: .bodyPartInputStreamCreationFailed(for: url)),
            .multipartEncodingFailed(reason: .outputStreamCreationFailed(for: url)),
            .multipartEncodingFailed(reason: .outputStreamFileAlreadyExists(at: url)),
            .multipartEncodingFailed(reason: .outputStreamURLInvalid(url: url)),
            .multipartEncodingFailed(reason: .outputStreamWriteFailed(error: Inner())),
            .multipartEncodingFailed(
                reason: .inputStreamReadFailed(
                    error: AFError.UnexpectedInputStreamLength(bytesExpected: 1, bytesRead: 2)
                )
            ),
            .parameterEncodingFailed(reason: .missingURL),
            .parameterEncodingFailed(reason: .jsonEncodingFailed(error: APIJSONEncoding.Error.invalidJSONObject)),
            .parameterEncodingFailed(reason: .customEncodingFailed(error: Inner())),
            .parameterEncoderFailed(reason: .missingRequiredComponent(.url)),
            .parameterEncoderFailed(reason: .missingRequiredComponent(.httpMethod(rawValue: "X"))),
            .parameterEncoderFailed(reason: .encoderFailed(error: Inner())),
            .responseValidationFailed(reason: .dataFileNil),
            .responseValidationFailed(reason: .dataFileReadFailed(at: url)),
            .responseValidationFailed(reason: .missingContentType(acceptableContentTypes: ["a/b"])),
            .responseValidationFailed(
                reason: .unacceptableContentType(acceptableContentTypes: ["a/b"], responseContentType: "c/d")
            ),
            .responseValidationFailed(reason: .unacceptableStatusCode(code: 404)),
            .responseValidationFailed(reason: .customValidationFailed(error: Inner())),
            .responseSerializationFailed(reason: .inputDataNilOrZeroLength),
            .responseSerializationFailed(reason: .inputFileNil),
            .responseSerializationFailed(reason: .inputFileReadFailed(at: url)),
            .responseSerializationFailed(reason: .stringSerializationFailed(encoding: .utf8)),
            .responseSerializationFailed(reason: .jsonSerializationFailed(error: Inner())),
            .responseSerializationFailed(reason: .decodingFailed(error: Inner())),
            .responseSerializationFailed(reason: .customSerializationFailed(error: Inner())),
            .responseSerializationFailed(reason: .invalidEmptyResponse(type: "T")),
        ]
    }

    @Test(arguments: all)
    func `exists in both languages for every case of every reason`(_ error: AFError) {
        let english = error.text(.english)
        let chinese = error.text(.chinese)
        #expect(english.hasSuffix(".") || english.hasSuffix("内部"))
        #expect(english != chinese)
        #expect(!chinese.isEmpty)
        #expect(error.errorDescription?.isEmpty == false)
        #expect(error.localizedDescription == error.errorDescription)
    }

    @Test(arguments: [
        (["LC_ALL": "zh_CN.UTF-8", "LANG": "en_US"], APILanguage.chinese),
        (["LC_ALL": "C", "LANG": "zh_CN"], .english),
        (["LC_ALL": "", "LC_MESSAGES": "zh_TW", "LANG": "en_US"], .chinese),
        (["LANG": "zh"], .chinese),
        (["LANGUAGE": "zh"], .english),
        ([:], .english),
    ])
    func `is in the language of the environment`(_ environment: [String: String], _ language: APILanguage) {
        #expect(APILanguage(environment: environment) == language)
    }
}

@Suite struct `An API error` {
    private struct Reason: Error { let n: Int }

    @Test func `equals another of its case that reads the same`() {
        #expect(APIError.networkError == .networkError)
        #expect(APIError.requestError(Reason(n: 1)) == .requestError(Reason(n: 1)))
        #expect(APIError.requestError(Reason(n: 1)) != .requestError(Reason(n: 2)))
        #expect(APIError.requestError(Reason(n: 1)) != .responseError(Reason(n: 1)))
        #expect(APIError.cache(Reason(n: 1)) != .networkError)
    }

    @Test func `tells what it holds`() {
        let inner = Reason(n: 3)
        #expect(AFError.sessionTaskFailed(error: inner).underlyingError is Reason)
        #expect(AFError.sessionTaskFailed(error: inner).isSessionTaskError)
        #expect(AFError.explicitlyCancelled.isExplicitlyCancelledError)
        #expect(AFError.explicitlyCancelled.underlyingError == nil)
        let status = AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: 418))
        #expect(status.responseCode == 418)
        #expect(status.isResponseValidationError)
        let type = AFError.responseValidationFailed(
            reason: .unacceptableContentType(acceptableContentTypes: ["a/b"], responseContentType: "c/d")
        )
        #expect(type.acceptableContentTypes == ["a/b"])
        #expect(type.responseContentType == "c/d")
        let move = AFError.downloadedFileMoveFailed(
            error: inner,
            source: URL(filePath: "/a"),
            destination: URL(filePath: "/b")
        )
        #expect(move.sourceURL?.path == "/a")
        #expect(move.destinationURL?.path == "/b")
        #expect(move.isDownloadedFileMoveError)
        #expect(
            AFError.responseSerializationFailed(reason: .stringSerializationFailed(encoding: .utf16))
                .failedStringEncoding == .utf16
        )
        #expect(AFError.invalidURL(url: "x").urlConvertible as? String == "x")
        #expect((status as any Error).asAFError?.responseCode == 418)
        #expect((inner as any Error).asAFError == nil)
    }
}

@Suite struct `A result` {
    @Test func `is a value or an error`() {
        let good = APIResult<Int?>.success(nil)
        #expect(good.isSuccess)
        #expect(!good.isFailure)
        #expect(good.error == nil)
        let bad = APIResult<Int>.failure(.networkError)
        #expect(bad.isFailure)
        #expect(bad.value == nil)
        #expect(bad.error == .networkError)
    }

    @Test func `crosses tasks when its value may`() async {
        let response = APIResponse<Int>(request: nil, response: nil, data: nil, result: .success(1))
        let same = await Task.detached { response }.value
        #expect(same.result.value == 1)
    }
}
