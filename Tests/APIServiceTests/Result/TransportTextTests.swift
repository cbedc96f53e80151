import APIService
import APITransport
import Foundation
import TestSupport
import Testing

@Suite struct `The text of a transport's failure` {
    private static func error(_ kind: TransportError.Kind, _ phase: TransportError.Phase) -> TransportError {
        var error = TransportError(kind: kind, phase: phase, message: "certificate verify failed.")
        error.host = "api.example.org"
        return error
    }

    @Test(arguments: TransportError.Kind.allCases, TransportError.Phase.allCases)
    func `is whole in both languages, with the engine's words in brackets`(
        kind: TransportError.Kind,
        phase: TransportError.Phase
    ) throws {
        let error = Self.error(kind, phase)
        let english = error.text(.english)
        let chinese = error.text(.chinese)
        #expect(english.first?.isUppercase == true || english.hasPrefix("api.example.org"))
        #expect(english.hasSuffix(".") && !english.hasSuffix(".).") && !english.hasSuffix(".."))
        if kind != .cancelled, kind != .clientClosed {
            #expect(english.hasSuffix(" (certificate verify failed)."))
            #expect(chinese.hasSuffix("（certificate verify failed）"))
        }
        let sentence = chinese.replacing(/（.*）/, with: "").replacing("api.example.org", with: "")
        let latin = sentence.replacing("https", with: "").replacing("http", with: "").filter(\.isASCII)
        #expect(latin.allSatisfy { $0 == " " }, "\(chinese)")
        #expect(!sentence.trimmingCharacters(in: .whitespaces).isEmpty)
        #expect(error.localizedDescription == error.text(APIConfig.shared.language))
    }

    @Test func `says of a deadline during what it passed`() {
        let texts = Set(TransportError.Phase.allCases.map { Self.error(.timeout, $0).text(.chinese) })
        #expect(texts.count == TransportError.Phase.allCases.count - 1)
    }

    @Test(arguments: [
        (TransportError.Kind.connect, TransportError.Phase.connect, "无法连接服务器 api.example.org"),
        (.connect, .queue, "等待服务器 api.example.org 的请求过多"),
        (.timeout, .tls, "与服务器 api.example.org 建立安全连接超时"),
        (.closed, .head, "服务器 api.example.org 未作响应，连接已断开"),
        (.certificateExpired, .tls, "服务器 api.example.org 的证书已过期"),
    ])
    func `names the host`(_ kind: TransportError.Kind, _ phase: TransportError.Phase, _ sentence: String) {
        #expect(Self.error(kind, phase).text(.chinese) == sentence + "（certificate verify failed）")
        var unknown = Self.error(kind, phase)
        unknown.host = nil
        #expect(unknown.text(.chinese).contains("服务器") && unknown.text(.english).lowercased().contains("the server"))
    }

    @Test func `counts what is missing`() {
        var error = Self.error(.incompleteBody, .body)
        error.received = 9
        error.expected = 100
        #expect(error.text(.english).hasPrefix("Only 9 of 100 bytes of the answer arrived ("))
        #expect(error.text(.chinese).hasPrefix("响应内容不完整，仅收到 9/100 字节（"))
    }

    @Test func `reaches the user through the errors around it, and is about where a redirect led`() async throws {
        let port = try RefusingPort.find()
        let server = try ScriptedServer { _ in
            [.send("HTTP/1.1 302 Found\r\nLocation: http://localhost:\(port)/?key=secret\r\nContent-Length: 0\r\n\r\n")]
        }
        defer { server.stop() }
        let service = APIService(client: NativeAPIClient())
        let request = TestRequest(Data.self, "http://127.0.0.1:\(server.port)/?key=secret")
        let error = try #require(await service.response(to: request).result.error)
        #expect(error.text(.chinese).hasPrefix("请求错误（无法连接服务器 localhost（"))
        #expect(error.text(.english).hasPrefix("The request failed: No connection to localhost could be made ("))
        #expect(error.transportError?.host == "localhost")
        #expect(!error.text(.english).contains("secret"))
    }

    @Test(arguments: [
        (URLError.Code.timedOut, "服务器响应超时"), (.cannotFindHost, "找不到服务器的地址"), (.notConnectedToInternet, "当前网络不可用"),
        (.cancelled, "请求已取消"), (.cannotLoadFromNetwork, "传输失败（NSURLErrorDomain -2000）"),
    ])
    func `exists for Foundation's failures too`(_ code: URLError.Code, _ sentence: String) {
        #expect(AFError.sessionTaskFailed(error: URLError(code)).text(.chinese) == sentence)
        let known = URLError(code, userInfo: [NSLocalizedDescriptionKey: "curl's words"])
        let text = AFError.sessionTaskFailed(error: known).text(.english)
        #expect(text.hasSuffix("(curl's words).") || code == .notConnectedToInternet)
    }
}

@Suite struct `The text of a foreign error` {
    @Test(arguments: [
        (CocoaError(.fileNoSuchFile) as any Error, "文件或目录不存在（"), (CocoaError(.fileWriteOutOfSpace), "磁盘空间不足（"),
        (POSIXError(.EACCES), "没有访问文件的权限（"), (POSIXError(.EIO), "系统操作失败（"), (CancellationError(), "请求已取消"),
    ])
    func `is Chinese where the reader is`(_ error: any Error, _ words: String) {
        let url = URL(filePath: "/tmp/f.bin")
        let move = AFError.downloadedFileMoveFailed(error: error, source: url, destination: url)
        #expect(move.text(.chinese).hasPrefix("下载的文件无法移动到 f.bin：" + words))
        #expect(!move.text(.english).contains(words))
    }

    @Test func `says which parameter could not be encoded`() {
        let context = EncodingError.Context(codingPath: [], debugDescription: "no number")
        let error = AFError.parameterEncoderFailed(
            reason: .encoderFailed(error: EncodingError.invalidValue(Double.nan, context))
        )
        #expect(
            error.text(.english) == "The parameters could not be encoded: A value could not be encoded (no number)."
        )
        #expect(error.text(.chinese) == "参数编码失败：有参数无法编码（no number）")
    }
}
