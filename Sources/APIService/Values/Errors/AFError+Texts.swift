public import Foundation

extension AFError: LocalizedError, MultilingualError {
    /// One sentence for the user, in the language of ``APIServiceCore/APIConfig/language``.
    ///
    /// URLs are shown without user, password, query and fragment.
    public var errorDescription: String? { text(.current) }

    package func text(_ language: APILanguage) -> String {
        switch self {
        case .explicitlyCancelled: language.text("The request was cancelled.", "请求已取消")
        case .invalidURL: language.text("The URL is not valid.", "网址无效")
        case .sessionDeinitialized: language.text("The session is gone.", "会话已释放")
        case .sessionInvalidated(let error):
            language.text("The session was closed", "会话已失效") + language.cause(error)
        // These say by themselves that a transfer failed.
        case .sessionTaskFailed(let error) where error is any EngineFailure || error is URLError:
            language.description(of: error)
        case .sessionTaskFailed(let error):
            language.text("The transfer failed", "传输失败") + language.cause(error)
        case .createUploadableFailed(let error):
            language.text("What should be uploaded could not be made", "无法生成上传内容") + language.cause(error)
        case .createURLRequestFailed(let error):
            language.text("The request could not be made", "无法生成请求") + language.cause(error)
        case .requestAdaptationFailed(let error):
            language.text("The request could not be adapted", "请求适配失败") + language.cause(error)
        case .requestRetryFailed(let error, _):
            language.text("The retry failed", "重试失败") + language.cause(error)
        case .downloadedFileMoveFailed(let error, _, let destination):
            language.text(
                "The downloaded file could not be moved to \(destination.lastPathComponent)",
                "下载的文件无法移动到 \(destination.lastPathComponent)"
            ) + language.cause(error)
        case .multipartEncodingFailed(let reason): reason.text(language)
        case .parameterEncodingFailed(let reason): reason.text(language)
        case .parameterEncoderFailed(let reason): reason.text(language)
        case .responseValidationFailed(let reason): reason.text(language)
        case .responseSerializationFailed(let reason): reason.text(language)
        case .urlRequestValidationFailed(.bodyDataInGETRequest):
            language.text("A GET request cannot have a body.", "GET 请求不能带请求体")
        }
    }
}

extension APILanguage {
    /// The end of a sentence whose cause is another error.
    fileprivate func cause(_ error: (any Error)?) -> String {
        guard let error else { return text(".", "") }
        let inner = description(of: error)
        return text(": \(inner)", "：\(inner)")
    }
}

extension AFError.MultipartEncodingFailureReason {
    fileprivate func text(_ language: APILanguage) -> String {
        let name = url?.lastPathComponent ?? ""
        return switch self {
        case .bodyPartURLInvalid, .outputStreamURLInvalid:
            language.text("\(ResponseText.location(url)) is not a file.", "\(ResponseText.location(url)) 不是文件地址")
        case .bodyPartFilenameInvalid:
            language.text("\(name) has no file name with an extension.", "\(name) 没有带扩展名的文件名")
        case .bodyPartFileNotReachable:
            language.text("The file \(name) cannot be reached.", "无法访问文件 \(name)")
        case .bodyPartFileNotReachableWithError(_, let error):
            language.text("The file \(name) cannot be reached", "无法访问文件 \(name)") + language.cause(error)
        case .bodyPartFileIsDirectory:
            language.text("\(name) is missing or a directory.", "\(name) 不存在或是目录")
        case .bodyPartFileSizeNotAvailable:
            language.text("The size of \(name) is unknown.", "无法获取文件 \(name) 的大小")
        case .bodyPartFileSizeQueryFailedWithError(_, let error):
            language.text("The size of \(name) is unknown", "无法获取文件 \(name) 的大小") + language.cause(error)
        case .bodyPartInputStreamCreationFailed:
            language.text("The file \(name) cannot be read.", "无法读取文件 \(name)")
        case .outputStreamCreationFailed:
            language.text("The file \(name) cannot be written.", "无法写入文件 \(name)")
        case .outputStreamFileAlreadyExists:
            language.text("The file \(name) exists already.", "文件 \(name) 已存在")
        case .outputStreamWriteFailed(let error):
            language.text("The form could not be written", "写入表单失败") + language.cause(error)
        case .inputStreamReadFailed(let error):
            language.text("A part of the form could not be read", "读取表单内容失败") + language.cause(error)
        }
    }
}

extension AFError.UnexpectedInputStreamLength: LocalizedError, MultilingualError {
    /// One sentence for the user.
    public var errorDescription: String? { text(.current) }

    package func text(_ language: APILanguage) -> String {
        language.text(
            "\(bytesExpected) bytes were announced, \(bytesRead) were read.",
            "应为 \(bytesExpected) 字节，实际读取 \(bytesRead) 字节"
        )
    }
}

extension APIJSONEncoding.Error: LocalizedError, MultilingualError {
    /// One sentence for the user.
    public var errorDescription: String? { text(.current) }

    package func text(_ language: APILanguage) -> String {
        language.text("The parameters hold something that JSON cannot.", "参数无法转换为 JSON")
    }
}

extension AFError.ParameterEncodingFailureReason {
    fileprivate func text(_ language: APILanguage) -> String {
        switch self {
        case .missingURL: language.text("The request has no URL to put parameters into.", "请求没有网址，无法编码参数")
        case .jsonEncodingFailed(let error):
            language.text("The parameters could not be written as JSON", "参数 JSON 编码失败") + language.cause(error)
        case .customEncodingFailed(let error):
            language.text("The parameters could not be encoded", "参数编码失败") + language.cause(error)
        }
    }
}

extension AFError.ParameterEncoderFailureReason {
    fileprivate func text(_ language: APILanguage) -> String {
        switch self {
        case .missingRequiredComponent(.url): language.text("The request has no URL.", "请求缺少网址")
        case .missingRequiredComponent(.httpMethod):
            language.text("The request has no method that parameters can go with.", "请求缺少可用的方法")
        case .encoderFailed(let error):
            language.text("The parameters could not be encoded", "参数编码失败") + language.cause(error)
        }
    }
}

extension AFError.ResponseValidationFailureReason {
    fileprivate func text(_ language: APILanguage) -> String {
        switch self {
        case .dataFileNil: language.text("There is no downloaded file to look at.", "没有可供校验的下载文件")
        case .dataFileReadFailed(let url):
            language.text("The file \(url.lastPathComponent) cannot be read.", "无法读取文件 \(url.lastPathComponent)")
        case .missingContentType(let types):
            language.text(
                "The response has no content type; acceptable are \(types.joined(separator: ", ")).",
                "响应没有内容类型，可接受的类型：\(types.joined(separator: ", "))"
            )
        case .unacceptableContentType(let types, let type):
            language.text(
                "The response is \(type); acceptable are \(types.joined(separator: ", ")).",
                "响应的内容类型为 \(type)，可接受的类型：\(types.joined(separator: ", "))"
            )
        case .unacceptableStatusCode(let code):
            language.text("The server answered with status \(code).", "服务器返回状态码 \(code)")
        case .customValidationFailed(let error):
            language.text("The response was not accepted", "响应校验失败") + language.cause(error)
        }
    }
}

extension AFError.ResponseSerializationFailureReason {
    fileprivate func text(_ language: APILanguage) -> String {
        switch self {
        case .inputDataNilOrZeroLength: language.text("The response has no body.", "响应内容为空")
        case .inputFileNil: language.text("There is no downloaded file.", "没有下载文件")
        case .inputFileReadFailed(let url):
            language.text("The file \(url.lastPathComponent) cannot be read.", "无法读取文件 \(url.lastPathComponent)")
        case .stringSerializationFailed(let encoding):
            language.text("The response is no text in \(encoding).", "响应无法按 \(encoding) 解码为文本")
        case .jsonSerializationFailed(let error):
            language.text("The response is no JSON", "响应不是有效的 JSON") + language.cause(error)
        case .decodingFailed(let error):
            language.text("The response could not be decoded", "响应解码失败") + language.cause(error)
        case .customSerializationFailed(let error):
            language.text("The response could not be used", "响应处理失败") + language.cause(error)
        case .invalidEmptyResponse(let type):
            language.text("An empty response cannot be a \(type).", "空响应无法转换为 \(type)")
        }
    }
}

extension FormProblem: LocalizedError, MultilingualError {
    package var errorDescription: String? { text(.current) }

    package func text(_ language: APILanguage) -> String {
        switch self {
        case .noMembers:
            language.text("A form is made of a value with named members.", "表单参数必须有字段名")
        case .tooDeep:
            language.text("Parameters are nested too deep.", "参数嵌套过深")
        }
    }
}
