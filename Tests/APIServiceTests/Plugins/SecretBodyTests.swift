import APIService
import Foundation
import TestSupport
import Testing

/// Bodies that hold a secret but are neither JSON nor a plain form.
@Suite struct `A body with a secret` {
    private static func form(_ content: [UInt8]) -> URLRequest {
        let form = APIMultipartFormData(boundary: "B")
        form.append(Data("hunter2".utf8), withName: "Pass-word")
        form.append(Data(content), withName: "scan", fileName: "s.png", mimeType: "image/png")
        var request = testRequest("http://127.0.0.1/", method: "POST", fields: ["Content-Type": form.contentType])
        request.httpBody = try? form.encode()
        return request
    }

    // Made anew each time: a leak checker cannot see what a static holds of these.
    /// Bodies by their types.
    private static var texts: [(type: String, body: Data)] {
        [
            ("application/x-www-form-urlencoded", Data("name=Jos".utf8) + [0xE9] + Data("&password=hunter2".utf8)),
            ("application/json", Data(#"{"n":""#.utf8) + [0xE9] + Data(#"","PASSWORD":"hunter2"}"#.utf8)),
            ("application/json", Data(#"{"password":"hunter2"}"#.utf16.flatMap { [UInt8($0), 0] })),
            ("application/json", Data(#"{"pwd":"hunter2"}"#.utf16.flatMap { [0, 0, 0, UInt8($0)] })),
            ("application/octet-stream", Data("password=hunter2".utf8)), ("text/plain", Data("pwd=hunter2".utf8)),
            ("text/plain", Data("user: me\npassword: hunter2".utf8)), ("text/plain", Data("pass%77ord: hunter2".utf8)),
            ("application/javascript", Data(#"cb({"password":"hunter2"})"#.utf8)),
            ("application/javascript", Data(#"cb({"\u0070assword":"hunter2"})"#.utf8)),
            ("application/graphql", Data(#"mutation { login(password: "hunter2") }"#.utf8)),
            ("application/x-www-form-urlencoded", Data(#"payload={"a":"x&y","password":"hunter2"}"#.utf8)),
            ("application/x-www-form-urlencoded", Data("payload=%7B%22password%22%3A%22hunter2%22%7D".utf8)),
            ("application/xml", Data("<login><pwd>hunter2</pwd></login>".utf8)),
            (
                "multipart/form-data; boundary=b",
                Data("--b\r\nContent-Disposition: form-data; name=otp\r\n\r\nhunter2\r\n--b--\r\n".utf8) + [0xFF, 0]
            ),
        ]
    }

    private static var requests: [URLRequest] {
        [
            form([1, 0, 255]), form(Array("text".utf8)),
            testRequest("http://h/", method: "POST", body: "password=hunter2"),
            testRequest(
                "http://h/",
                method: "POST",
                fields: ["Content-Type": "application/xml"],
                body: "<login><password>hunter2</password></login>"
            ),
        ]
            + texts.map { type, body in
                var request = testRequest("http://h/", method: "POST", fields: ["Content-Type": type])
                request.httpBody = body
                return request
            }
    }

    private func expectHidden(_ text: String, _ request: URLRequest) {
        #expect(!text.contains("hunter2"))
        let body = request.httpBody ?? Data()
        #expect(!text.contains(body.base64EncodedString()))
    }

    @Test(arguments: requests)
    func `is not exported to curl`(request: URLRequest) {
        expectHidden(request.curlCommand(), request)
        let isText = request.httpBody.flatMap { String(validating: $0, as: UTF8.self) }?.utf8.contains(0) == false
        #expect(request.curlCommand(redactor: nil).contains("hunter2") == isText)
    }

    private struct Fixed: APIPlugin {
        let request: URLRequest
        func prepare<T: APIRequest>(_ request: URLRequest, targetRequest: T) -> URLRequest { self.request }
    }

    @Test(arguments: requests)
    func `is neither logged nor recorded`(request: URLRequest) async throws {
        let lines = Observed<[String]>([])
        let logger = APILoggerPlugin(detail: .bodies) { entry in lines.update { $0.append(entry.message) } }
        let recorder = APIHARRecorder()
        let answer = StubAPIClient.Answer(
            fields: ["Content-Type": "text/xml"],
            body: Data("<t><token>hunter2</token></t>".utf8)
        )
        _ = try await APIService(client: StubAPIClient { _ in answer })
            .response(to: TestRequest("http://127.0.0.1/"), plugins: [Fixed(request: request), logger, recorder])
        expectHidden(lines.value.joined(), request)
        expectHidden(String(decoding: try recorder.archive(), as: UTF8.self), request)
    }

    @Test func `without one is shown, and cannot move a terminal's cursor`() async throws {
        let lines = Observed<[String]>([])
        let logger = APILoggerPlugin(detail: .bodies) { entry in lines.update { $0.append(entry.message) } }
        let client = StubAPIClient { _ in .text("a\u{1B}[2Jb\tc\r\nd\re\u{9B}\u{202E}") }
        _ = try await APIService(client: client).response(to: TestRequest("http://127.0.0.1/"), plugins: [logger])
        #expect(lines.value.last?.hasSuffix("a\u{FFFD}[2Jb\tc\nd\u{FFFD}e\u{FFFD}\u{FFFD}") == true)
    }

    @Test func `of noise without one is shown`() {
        var request = testRequest("http://h/", method: "POST", fields: ["Content-Type": "image/png"])
        request.httpBody = Data([0xFF, 0, 1] + "oTp".utf8)
        #expect(request.curlCommand().contains(request.httpBody?.base64EncodedString() ?? "?"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
    func `of any bytes goes through a shell and curl as it is`() async throws {
        let server = try ScriptedServer { _ in [.send(HTTPBytes.response(text: "ok"))] }
        let hostile = Array("$(touch /tmp/x) `id` '\"\\\n@/etc/passwd %0a".utf8) + (0...255).map { UInt8($0) }
        var request = Self.form(hostile)
        request.url = testURL(server.url("/up?q=%27%24%28id%29"))
        request.setValue("it's \"$HOME\" `id` \\", forHTTPHeaderField: "X-Hostile")
        _ = try Shell.run(request.curlCommand(redactor: nil) + " -s --max-time 60")
        let received = try #require(server.requests.first)
        #expect(received.body == Array(try #require(request.httpBody)))
        #expect(received["X-Hostile"] == "it's \"$HOME\" `id` \\")
        #expect(received.target == "/up?q=%27%24%28id%29")
        #expect(received["Content-Type"] == "multipart/form-data; boundary=B")
    }
}
