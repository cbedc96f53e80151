import APIService
import Dispatch
import Foundation
import TestSupport
import Testing

/// The clients of this package against what was recorded of the library they stand in for, line by line.
@Suite(.enabled(if: SharedCases.has(ClientTrace.path))) struct `A client beside its reference` {
    enum Client: String, CaseIterable, Sendable {
        case native
        case urlSession

        func make() -> any APIClient & Sendable {
            switch self {
            case .native: NativeAPIClient.patient
            case .urlSession: URLSessionAPIClient(configuration: .patient)
            }
        }
    }

    private struct Ask: CustomTestStringConvertible, Sendable {
        let name: String
        let path: String
        var method = "GET"
        var accept: String?
        var body: String?
        var testDescription: String { name }
    }

    private func server() throws -> (server: ScriptedServer, silence: Signal) {
        let silence = Signal()
        return (try ScriptedServer { ClientTrace.actions($0, silence) }, silence)
    }

    private static func line(_ name: String, _ answer: APIDataResponse<Data>) -> String {
        let request = answer.request?.url?.absoluteString ?? "nil"
        let outcome =
            switch answer.result {
            case .success(let data): "SUCCESS \(data.count)"
            case .failure(let error): "FAIL \(ClientTrace.text(error))"
            }
        let (status, size) = (answer.response?.statusCode, answer.data.map { "\($0.count)" } ?? "nil")
        let line = "\(name) => status=\(String(describing: status)) data=\(size) req=\(request) \(outcome)"
        return ClientTrace.normalized(line)
    }

    // MARK: Answers in memory

    private static let asks = [
        Ask(name: "ok", path: "/ok"), Ask(name: "empty200", path: "/empty200"), Ask(name: "204", path: "/204"),
        Ask(name: "205", path: "/205"), Ask(name: "HEAD ok", path: "/ok", method: "HEAD"),
        Ask(name: "404", path: "/404"), Ask(name: "300", path: "/300"),
        Ask(name: "text accept json", path: "/text", accept: "application/json"),
        Ask(name: "text accept list", path: "/text", accept: "application/json, text/plain"),
        Ask(name: "empty text accept json", path: "/textempty", accept: "application/json"),
        Ask(name: "noct accept json", path: "/noct", accept: "application/json"),
        Ask(name: "noct accept any", path: "/noct", accept: "*/*"),
        Ask(name: "404 text accept json", path: "/404", accept: "application/json"),
        Ask(name: "GET with body", path: "/ok", body: "x"), Ask(name: "GET with empty body", path: "/ok", body: ""),
    ]

    @Test(arguments: Client.allCases, asks)
    private func `answers the same`(client: Client, ask: Ask) async throws {
        let (server, _) = try server()
        var request = testRequest(server.url(ask.path), method: ask.method, body: ask.body)
        request.setValue(ask.accept, forHTTPHeaderField: "Accept")
        let line = Self.line(ask.name, await client.make().data(for: request))
        #expect(line == ClientTrace.line("\(ask.name) =>"))
    }

    @Test(arguments: Client.allCases, ["cancel before resume", "cancel mid", "cancel never resumed"])
    private func `ends the same when cancelled`(client: Client, name: String) async throws {
        let (server, silence) = try server()
        let lines = Observed<[String]>([])
        let task = client.make().createDataRequest(
            request: testRequest(server.url("/slow")),
            queue: .global(),
            progressHandler: nil
        ) { answer in lines.update { $0.append(Self.line(name, answer)) } }
        if name == "cancel mid" {
            task.resume()
            _ = try await server.requests(atLeast: 1)
        }
        task.cancel()
        if name == "cancel before resume" { task.resume() }
        let seen = try await lines.wait(for: "the completion") { !$0.isEmpty }
        silence.fire()
        #expect(seen == [try #require(ClientTrace.line("\(name) =>"))])
    }

    @Test(arguments: Client.allCases)
    private func `fails the same when nobody listens`(client: Client) async throws {
        let answer = await client.make().data(for: testRequest("http://127.0.0.1:\(try RefusingPort.find())/x"))
        #expect(Self.line("refused", answer) == ClientTrace.line("refused =>"))
    }

    // MARK: What servers get

    /// Sizes of echoes differ with the fields in them.
    private static func withoutSizes(_ line: String?) -> String? {
        line?.replacing(/(data=|SUCCESS )\d+/) { "\($0.output.1)N" }
    }

    @Test(arguments: [
        Ask(name: "redirect", path: "/redirect"), Ask(name: "redirect POST", path: "/redirect", method: "POST"),
        Ask(name: "echo", path: "/echo", method: "POST", body: "a=1"),
    ])
    private func `sends the same but for how it describes itself`(ask: Ask) async throws {
        let (server, _) = try server()
        var request = testRequest(server.url(ask.path), method: ask.method, body: ask.body)
        if ask.body != nil { request.setValue("1", forHTTPHeaderField: "X-A") }
        let answer = await NativeAPIClient().data(for: request)
        #expect(
            Self.withoutSizes(Self.line(ask.name, answer)) == Self.withoutSizes(ClientTrace.line("\(ask.name) =>"))
        )
        let recorded = try #require(ClientTrace.line(after: "\(ask.name) =>"))
        let expected = ClientTrace.Echo(Data(recorded.trimmingPrefix("   body: ").utf8), hasType: false)
        #expect(ClientTrace.Echo(try #require(answer.value), hasType: false) == expected)
    }

    @Test func `sends the same form`() async throws {
        let (server, _) = try server()
        let request = testRequest(server.url("/echo?x=1"), method: "POST")
        let file = APIFile(name: "k", data: Data("DDD".utf8), fileName: "n", mimeType: "m/m")
        let answer = await withCheckedContinuation { done in
            _ = NativeAPIClient().createUploadRequest(
                request: request,
                file: file,
                queue: .global(),
                progressHandler: nil
            ) { done.resume(returning: $0) }.resume()
        }
        let recorded = try #require(ClientTrace.line(after: "upload status"))
        let expected = ClientTrace.Echo(Data(recorded.utf8), hasType: true)
        #expect(ClientTrace.Echo(try #require(answer.value), hasType: true) == expected)
    }

    // MARK: Downloads

    private struct Download: CustomTestStringConvertible, Sendable {
        let name: String
        let path: String
        var file = "f.bin"
        var exists = false
        var options: DownloadRequest.Options = []
        /// An answer that is refused leaves what lies at the destination, which was recorded otherwise.
        var isRefused = false
        var testDescription: String { name }
    }

    private static let downloads = [
        Download(name: "dl bin", path: "/bin"), Download(name: "dl bin existing no opt", path: "/bin", exists: true),
        Download(name: "dl bin existing remove", path: "/bin", exists: true, options: .removePreviousFile),
        Download(name: "dl dir none", path: "/bin", file: "a/b/f.bin"),
        Download(name: "dl dir create", path: "/bin", file: "a/b/f.bin", options: .createIntermediateDirectories),
        Download(
            name: "dl 404 existing remove",
            path: "/404",
            exists: true,
            options: .removePreviousFile,
            isRefused: true
        ),
        Download(name: "dl empty200", path: "/empty200"), Download(name: "dl 204", path: "/204"),
        Download(name: "dl drip", path: "/drip"), Download(name: "dl drip cancel", path: "/drip-and-stop"),
    ]

    /// The recorded line about the destination closure; names now come from the URL where the server gives none.
    private static func expectedCall(_ download: Download) -> String? {
        let name = String(download.path.dropFirst())
        let recorded = ClientTrace.line("   \(download.name) dest called")
        return download.isRefused ? nil : recorded?.replacing("sugg=Unknown", with: "sugg=\(name)")
    }

    private static func expectedResult(_ download: Download) -> String? {
        let recorded = ClientTrace.line("\(download.name) =>")
        guard download.isRefused else { return recorded }
        return recorded?.replacing("fileURL=f.bin", with: "fileURL=nil").replacing("size=9", with: "size=3")
    }

    private static func line(_ download: Download, _ answer: APIDownloadResponse<Data>, at file: URL) -> String {
        let size = (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int
        let error = answer.error.map { "err=\(ClientTrace.text($0))" } ?? ""
        let value = answer.value.map { "Optional(\($0.count))" } ?? "nil"
        let resumeData = answer.resumeData.map { "\($0)" } ?? "nil"
        return "\(download.name) => fileURL=\(answer.fileURL?.lastPathComponent ?? "nil") resumeData=\(resumeData) "
            + "status=\(String(describing: answer.response?.statusCode)) value=\(value) \(error) "
            + "destExists=\(size != nil) size=\(size ?? -1)"
    }

    @Test(arguments: Client.allCases, downloads)
    private func `downloads the same`(client: Client, download: Download) async throws {
        let (server, silence) = try server()
        let folder = try TemporaryDirectory()
        if download.exists { try folder.write("old", to: download.file) }
        let file = URL(fileURLWithPath: folder.path(download.file))
        let calls = Observed<[String]>([])
        let totals = Observed<Set<Int64>>([])
        let answers = Observed<[APIDownloadResponse<Data>]>([])
        let task = client.make().createDownloadRequest(
            request: testRequest(server.url(download.path)),
            to: { temporary, response in
                let exists = FileManager.default.fileExists(atPath: temporary.path)
                let line =
                    "   \(download.name) dest called tmp=\(temporary.lastPathComponent) exists=\(exists) "
                    + "status=\(response.statusCode) sugg=\(response.suggestedFilename ?? "nil")"
                calls.update { $0.append(ClientTrace.normalized(line)) }
                return (file, download.options)
            },
            queue: .global(),
            progressHandler: { progress in
                let total = progress.totalUnitCount
                totals.update { _ = $0.insert(total) }
            },
            completionHandler: { answer in answers.update { $0.append(answer) } }
        )
        task.resume()
        if download.name == "dl drip cancel" {
            try await totals.wait(for: "a first piece") { !$0.isEmpty }
            task.cancel()
        }
        let seen = try await answers.wait(for: "the completion") { !$0.isEmpty }
        silence.fire()
        #expect(calls.value == [Self.expectedCall(download)].compactMap { $0 })
        #expect(seen.map { Self.line(download, $0, at: file) } == [try #require(Self.expectedResult(download))])
        #expect(totals.value.subtracting([40_000, 102_400, 9]).isEmpty)
    }

    @Test(arguments: Client.allCases)
    private func `counts the bytes of a body the same`(client: Client) async throws {
        let (server, _) = try server()
        let totals = Observed<Set<Int64>>([])
        let answer = await client.make().data(for: testRequest(server.url("/drip"))) { progress in
            let total = progress.totalUnitCount
            totals.update { _ = $0.insert(total) }
        }
        let recorded = try #require(ClientTrace.lines.first { $0.hasPrefix("drip data status") })
        #expect(Self.line("drip data", answer).replacing(" =>", with: "") == ClientTrace.normalized(recorded))
        let progress = ClientTrace.lines.first { $0.hasPrefix("   data progress") }
        #expect(totals.value == [Int64(progress?.split(separator: " ").last ?? "") ?? 0])
    }

    // MARK: Forms and fields

    @Test func `builds the same form`() throws {
        let form = APIMultipartFormData(boundary: "BB")
        form.append(Data("v1".utf8), withName: "k1")
        form.append(Data("v2".utf8), withName: "k2", fileName: "f.txt", mimeType: "text/plain")
        form.append(Data("v3".utf8), withName: "k3", mimeType: "text/x")
        let body = String(decoding: try form.encode(), as: UTF8.self).replacing("\r\n", with: "<CRLF>")
        let lines = ClientTrace.lines
        #expect(lines.contains(body))
        #expect(lines.contains("\(form.contentType) \(form.contentLength)"))
        #expect(lines.contains("empty multipart: \(try APIMultipartFormData().encode().count)"))
        #expect(lines.map(ClientTrace.normalized).contains(ClientTrace.normalized(APIMultipartFormData().boundary)))
    }

    @Test(arguments: [("mErr", "/nope/x.bin"), ("mErr2 (no ext)", "/etc/hostname")])
    func `refuses the same files`(name: String, path: String) throws {
        let form = APIMultipartFormData()
        form.append(URL(fileURLWithPath: path), withName: "f")
        let error = #expect(throws: AFError.self) { try form.encode() }
        #expect("\(name) \(ClientTrace.text(try #require(error)))" == ClientTrace.line("\(name) multipart"))
    }

    @Test func `orders and spells fields the same`() {
        let headers: APIRequestHeaders = ["A": "1", "C": "4", "a": "3"]
        let lookup = String(describing: headers["c"])
        let line = "\(headers.map(\.description)) \(headers.count) \(lookup) \(headers.description)"
        #expect(ClientTrace.lines.joined(separator: "\n").contains(line))
        let user = APIRequestHeader.authorization(username: "u", password: "p")
        #expect(ClientTrace.lines.contains { $0.hasPrefix("1 \(user.description) ") })
        // Different: only codings that can be undone are offered, and the library names itself.
        #expect(APIRequestHeader.defaultAcceptEncoding.value == "gzip;q=1.0, deflate;q=0.9")
        #expect(APIRequestHeader.defaultUserAgent.value.hasPrefix("APIService/"))
    }

    /// Lines of other tests, of parts of a line above, and one that would ask a name server.
    private static let elsewhere = [
        "enc ", "   progress ", "   data progress ", "   body: ", "drip data ", "badhost ", "upload ", "   {\"method\"",
        "--BB", "multipart/form-data;", "empty multipart", "mErr", "alamofire.boundary.", "[\"a: 3\"", "C: 4",
        "1 Authorization", "DONE", "refused ", "redirect ", "redirect POST ", "echo ", "cancel ",
    ]

    @Test func `is compared with all that was recorded`() {
        let names =
            Self.asks.map { "\($0.name) =>" } + Self.downloads.flatMap { ["\($0.name) =>", "   \($0.name) dest"] }
        let left = ClientTrace.lines.filter { line in
            !(names + Self.elsewhere).contains { line.hasPrefix($0) }
        }
        #expect(left == [])
    }
}
