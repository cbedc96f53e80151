public import APITransport
public import Foundation

extension TransportError: LocalizedError {
    /// One sentence for the user, in the language of ``APIConfig/language``, with the engine's own words in brackets.
    ///
    /// It names the host, and nothing else of the URL.
    public var errorDescription: String? { text(.current) }

    package func text(_ language: APILanguage) -> String {
        // Of one's own doing there is no more to say.
        let isOwnDoing = kind == .cancelled || kind == .clientClosed
        return TransportSentence(self).text(language, detail: isOwnDoing ? "" : message)
    }
}

/// What a failure of the transport is in a user's words.
struct TransportSentence {
    private let kind: TransportError.Kind
    private let phase: TransportError.Phase
    private let host: String?
    private var status: Int?
    private var progress: (received: Int64, expected: Int64)?

    /// A failure of which no more is known.
    init(_ kind: TransportError.Kind, during phase: TransportError.Phase, host: String?) {
        self.kind = kind
        self.phase = phase
        self.host = host.flatMap { $0.isEmpty ? nil : $0 }
    }

    init(_ error: TransportError) {
        self.init(error.kind, during: error.phase, host: error.host)
        status = error.partial?.status
        progress = error.expected.map { (error.received, $0) }
    }

    /// The sentence, with a detail in brackets behind it.
    func text(_ language: APILanguage, detail: String) -> String {
        let words = (kind == .timeout ? timeout : kind == .closed ? closed : certificate ?? trouble)
        let detail = detail.trimmed.withoutFinalStop
        return switch language {
        case .english: words.english + (detail.isEmpty ? "." : " (\(detail)).")
        case .chinese: words.chinese.trimmed + (detail.isEmpty ? "" : "（\(detail)）")
        }
    }

    private typealias Words = (english: String, chinese: String)

    private var server: Words {
        guard let host else { return ("the server", "服务器") }
        return (host, "服务器 \(host) ")
    }

    /// The same at the beginning of a sentence.
    private var subject: String { host ?? "The server" }

    private var timeout: Words {
        switch phase {
        case .queue: ("The request had to wait too long", "请求等待超时")
        case .resolve: ("Looking up the address of \(server.english) took too long", "查询\(server.chinese)的地址超时")
        case .connect: ("Connecting to \(server.english) took too long", "连接\(server.chinese)超时")
        case .proxy: ("The proxy did not answer in time", "代理服务器响应超时")
        case .tls:
            ("A secure connection to \(server.english) took too long", "与\(server.chinese)建立安全连接超时")
        case .send: ("Sending to \(server.english) took too long", "向\(server.chinese)发送请求超时")
        case .head: ("\(subject) did not answer in time", "\(server.chinese)响应超时")
        case .body, .decode: ("\(subject) did not send its whole answer in time", "接收\(server.chinese)的数据超时")
        case .file: ("A file could not be read or written in time", "读写文件超时")
        }
    }

    private var closed: Words {
        switch phase {
        case .send:
            ("The connection to \(server.english) broke while the request was sent", "发送请求时与\(server.chinese)的连接中断")
        case .head: ("The connection to \(server.english) ended without an answer", "\(server.chinese)未作响应，连接已断开")
        case .body, .decode, .file:
            ("The connection to \(server.english) broke during the answer", "接收数据时与\(server.chinese)的连接中断")
        case .queue, .resolve, .connect, .proxy, .tls:
            ("The connection to \(server.english) broke", "与\(server.chinese)的连接中断")
        }
    }

    private var certificate: Words? {
        switch kind {
        case .certificateExpired: ("The certificate of \(server.english) has expired", "\(server.chinese)的证书已过期")
        case .certificateNotYetValid:
            ("The certificate of \(server.english) is not valid yet", "\(server.chinese)的证书尚未生效")
        case .certificateHostMismatch:
            ("The certificate is not one for \(server.english)", "证书与\(server.chinese)不匹配")
        case .certificateSelfSigned:
            ("The certificate of \(server.english) is signed by nobody but itself", "\(server.chinese)的证书是自签名的，不受信任")
        case .certificateUntrusted:
            ("Nobody trusted vouches for the certificate of \(server.english)", "\(server.chinese)的证书不是由受信任的机构签发的")
        case .certificateInvalid: ("The certificate of \(server.english) is not valid", "\(server.chinese)的证书无效")
        case .pinMismatch:
            ("The certificate of \(server.english) is not one that is expected", "\(server.chinese)的证书与预期的不一致")
        default: nil
        }
    }

    private var trouble: Words {
        switch kind {
        case .badURL: ("The URL is not valid", "网址无效")
        case .unsupportedScheme: ("The URL is neither http nor https", "网址不是 http 或 https")
        case .invalidRequest: ("The request cannot be sent as it is", "请求不合规范，无法发送")
        case .nameResolution:
            ("The address of \(server.english) could not be found", "找不到\(server.chinese)的地址")
        case .connect: connect
        case .proxy: ("The proxy did not make a connection to \(server.english)", "代理服务器未能连接\(server.chinese)")
        case .tlsHandshake:
            ("No secure connection to \(server.english) could be made", "无法与\(server.chinese)建立安全连接")
        case .cancelled: ("The request was cancelled", "请求已取消")
        case .clientClosed: ("The client was shut down", "客户端已关闭")
        case .configuration: ("The client's settings cannot be used", "客户端的设置不可用")
        case .file: file
        default: answer
        }
    }

    private var connect: Words {
        phase == .queue
            ? ("Too many requests wait for \(server.english)", "等待\(server.chinese)的请求过多")
            : ("No connection to \(server.english) could be made", "无法连接\(server.chinese)")
    }

    private var file: Words {
        phase == .send || phase == .queue
            ? ("What should be sent could not be read", "无法读取要发送的内容")
            : ("A file could not be read or written", "无法读写文件")
    }

    /// What is wrong with an answer.
    private var answer: Words {
        switch kind {
        case .httpStatus:
            (
                "\(subject) answered with \(status.map { "status \($0)" } ?? "an error")",
                "\(server.chinese)返回\(status.map { "状态码 \($0)" } ?? "了错误")"
            )
        case .headTooLarge: ("The fields of the answer are larger than allowed", "响应头超过允许的大小")
        case .incompleteBody: incomplete
        case .contentCoding: ("The answer could not be decompressed", "无法解压响应内容")
        case .decodedSizeExceeded, .bodySizeExceeded: ("The answer is larger than allowed", "响应内容超过允许的大小")
        case .tooManyRedirects: ("The request was redirected too often", "重定向次数过多")
        case .redirectRefused: ("A redirect must not be followed", "重定向被拒绝")
        case .bodyNotReplayable:
            ("The request has to be sent again, and its body can be read only once", "请求需要重新发送，但请求体只能读取一次")
        default: ("What \(server.english) sent is no valid answer", "\(server.chinese)返回的内容不是有效的响应")
        }
    }

    private var incomplete: Words {
        guard let progress else { return ("The answer is not complete", "响应内容不完整") }
        return (
            "Only \(progress.received) of \(progress.expected) bytes of the answer arrived",
            "响应内容不完整，仅收到 \(progress.received)/\(progress.expected) 字节"
        )
    }
}

extension String {
    /// A sentence as it stands in brackets.
    fileprivate var withoutFinalStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
