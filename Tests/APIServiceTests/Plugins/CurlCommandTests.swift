import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `A curl command` {
    /// What a shell makes of a command: the arguments, and what is piped in.
    private func parse(_ command: String) throws -> (arguments: [String], input: [UInt8]) {
        let script = """
            curl() {
                for word in "$@"; do printf '%s\\0' "$word"; done
                printf '\\1'
                for word in "$@"; do if [ "$word" = "@-" ]; then cat; fi; done
            }
            \(command)
            """
        let output = try Shell.run(script)
        let halves = output.split(separator: 1, maxSplits: 1, omittingEmptySubsequences: false)
        let words = halves[0].split(separator: 0, omittingEmptySubsequences: false).dropLast()
        return (words.map { String(decoding: $0, as: UTF8.self) }, halves.count > 1 ? Array(halves[1]) : [])
    }

    private func arguments(_ request: URLRequest) throws -> [String] {
        try parse(request.curlCommand(redactor: nil)).arguments
    }

    @Test(arguments: [
        #"a"b\c $HOME `id` $(id)"#, "it's", "''", "*?[a]", "a\\", "!event", "-x", "é 世界", "a&b;c|d>e", "~", "#x",
        "a\tb",
    ])
    func `passes any value through the shell`(value: String) throws {
        let request = testRequest("http://h/", fields: ["X-Value": value])
        #expect(try arguments(request) == ["http://h/", "-H", "X-Value: \(value)"])
    }

    @Test(arguments: ["", "  ", "\t"])
    func `keeps a field without a value`(value: String) throws {
        #expect(try arguments(testRequest("http://h/", fields: ["X-Empty": value])).last == "X-Empty;")
    }

    @Test(arguments: [
        ("GET", []), ("HEAD", ["-I"]), ("DELETE", ["-X", "DELETE"]), ("PURGE", ["-X", "PURGE"]),
    ])
    func `names the method`(method: String, expected: [String]) throws {
        #expect(try arguments(testRequest("http://h/", method: method)) == expected + ["http://h/"])
    }

    @Test(arguments: ["a=1&b=it's", "@/etc/passwd", "line\nline", "{\"a\":[1]}", "%00 \\n"])
    func `sends text bodies as they are`(body: String) throws {
        let request = testRequest("http://h/", method: "POST", fields: ["Content-Type": "text/x"], body: body)
        let arguments = try arguments(request)
        #expect(Array(arguments.suffix(2)) == ["--data-raw", body])
    }

    @Test(arguments: [[0, 255, 10, 39], [UInt8](repeating: 65, count: 150_000)] as [[UInt8]])
    func `pipes other bodies in`(bytes: [UInt8]) throws {
        var request = testRequest("http://h/", method: "POST", fields: ["Content-Type": "a/b"])
        request.httpBody = Data(bytes)
        let parsed = try parse(request.curlCommand(redactor: nil))
        #expect(Array(parsed.arguments.suffix(2)) == ["--data-binary", "@-"])
        #expect(parsed.input == bytes)
    }

    @Test func `does not let curl call a body a form`() throws {
        let request = testRequest("http://h/", method: "POST", body: "x")
        #expect(try arguments(request).contains("Content-Type:"))
    }

    @Test func `keeps URLs from being read as patterns or tidied`() throws {
        #expect(try arguments(testRequest("http://[::1]/a")) == ["-g", "http://[::1]/a"])
        #expect(try arguments(testRequest("http://h/a/../b")) == ["--path-as-is", "http://h/a/../b"])
    }

    @Test func `asks for decoding where the request offers codings`() throws {
        #expect(try arguments(testRequest("http://h/", fields: ["Accept-Encoding": "gzip"])).contains("--compressed"))
    }

    @Test(arguments: [
        ("@/etc/passwd", "v"), ("Bad Name", "v"), ("X", "a\r\nInjected: 1"), ("X\n; id", "v"), ("X:", "v"),
    ])
    func `leaves out what cannot be sent, and says so`(name: String, value: String) throws {
        var request = testRequest("http://h/")
        request.allHTTPHeaderFields = [name: value]
        try #require(request.allHTTPHeaderFields == [name: value])
        #expect(try arguments(request) == ["http://h/"])
        #expect(request.curlCommand() == "curl 'http://h/' # left out: a field that cannot be sent")
    }

    @Test func `gives no reference as an option`() throws {
        #expect(try arguments(testRequest("-K/etc/passwd")) == ["--url", "-K/etc/passwd"])
    }

    @Test func `leaves secrets out unless asked for them`() throws {
        let request = testRequest(
            "http://u:pw@h/?token=abc",
            method: "POST",
            fields: ["Authorization": "Bearer abc", "Content-Type": "application/json"],
            body: #"{"password":"abc"}"#
        )
        #expect(!request.curlCommand().contains("abc"))
        #expect(!request.curlCommand().contains("pw"))
        #expect(request.curlCommand(redactor: nil).contains("Bearer abc"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
    func `reaches a server with the very same bytes`() async throws {
        let server = try ScriptedServer { _ in [.send(HTTPBytes.response(text: "ok"))] }
        let value = #"a"b\c $HOME `id`"#
        var request = testRequest(
            server.url("/x?q=%5B1%5D"),
            method: "PUT",
            fields: ["X-Value": value, "Content-Type": "a/b"]
        )
        request.httpBody = Data([0, 1, 254, 255, 10])
        _ = try Shell.run(request.curlCommand(redactor: nil) + " -s --max-time 20")
        let received = try #require(server.requests.first)
        #expect(received.method == "PUT")
        #expect(received.target == "/x?q=%5B1%5D")
        #expect(received["X-Value"] == value)
        #expect(received.body == [0, 1, 254, 255, 10])
    }
}
