import APITransport
import Testing
import apifetch

@Suite struct `What is told about a response` {
    private func response() throws -> HTTPResponse {
        let fields = try HTTPFields([(name: "Server", value: "x"), (name: "Set-Cookie", value: "a=b")])
        return HTTPResponse(status: 404, reason: "Not Found", fields: fields, url: try HTTPURL("http://h/"))
    }

    @Test func `is its head line by line`() throws {
        let told = Narration.lines(for: try response())
        #expect(told == ["< HTTP/1.1 404 Not Found", "< Server: x", "< Set-Cookie: a=[hidden]", "<"])
        let interim = InformationalResponse(status: 103, fields: try HTTPFields([(name: "Link", value: "l")]))
        #expect(Narration.lines(for: interim) == ["< HTTP/1.1 103", "< Link: l", "<"])
        let named = InformationalResponse(status: 103, reason: "Early Hints", fields: HTTPFields())
        #expect(Narration.lines(for: named) == ["< HTTP/1.1 103 Early Hints", "<"])
        #expect(HeadText.bytes(of: named) == Array("HTTP/1.1 103 Early Hints\r\n\r\n".utf8))
    }

    @Test func `is where a redirect leads, without userinfo`() throws {
        let hop = RedirectHop(status: 301, from: try HTTPURL("http://h/"), to: try HTTPURL("http://u:p@g/x"))
        #expect(Narration.lines(for: hop) == ["* 301 leads to http://g/x"])
    }

    @Test func `is where the time went`() {
        var metrics = TransferMetrics()
        metrics.connect = .microseconds(1250)
        metrics.total = .milliseconds(62_500)
        metrics.receivedBytes = 2048
        #expect(
            Narration.summary(of: metrics)
                == "* resolve 0.0 ms, connect 1.2 ms, TLS 0.0 ms, first byte 0.0 ms, total 62500.0 ms; "
                + "sent 0 B, received 2.0 KB"
        )
    }

    @Test func `is the head as it came when it is written out`() throws {
        let bytes = HeadText.bytes(of: try response())
        #expect(
            String(decoding: bytes, as: UTF8.self) == "HTTP/1.1 404 Not Found\r\nServer: x\r\nSet-Cookie: a=b\r\n\r\n"
        )
    }
}

@Suite struct `A JSON painter` {
    private func painted(_ text: String) -> String {
        var painter = JSONPainter()
        return String(decoding: painter.paint(Array(text.utf8)), as: UTF8.self)
    }

    private func withoutColors(_ text: String) -> String {
        var plain = ""
        var isInside = false
        for character in text {
            if character == "\u{1b}" { isInside = true }
            if !isInside { plain.append(character) }
            if character == "m" { isInside = false }
        }
        return plain
    }

    @Test func `tells keys, strings and other values apart`() {
        let key = Style.blue.applied(to: "\"a\"")
        let text = Style.green.applied(to: "\"b\\\"c\"")
        #expect(painted("{\"a\":\"b\\\"c\"}") == "{\(key):\(text)}")
        #expect(painted("[1, null]") == "[\(Style.yellow.applied(to: "1")), \(Style.yellow.applied(to: "null"))]")
    }

    @Test(arguments: [
        "{}", "[[{\"a\":[\"b\"]},\"c\"]]", "{\"a\": {\"b\" : -1.5e3 },\n \"c\":true}", "}}]]\"", "no json",
    ])
    func `adds nothing but colours, wherever the text is cut`(_ text: String) {
        let bytes = Array(text.utf8)
        let whole = painted(text)
        #expect(withoutColors(whole) == text)
        for cut in 0...bytes.count {
            var painter = JSONPainter()
            let pieces = painter.paint(Array(bytes[..<cut])) + painter.paint(Array(bytes[cut...]))
            #expect(String(decoding: pieces, as: UTF8.self) == whole)
        }
    }
}

@Suite struct `The help text` {
    @Test func `names every option`() {
        for option in Option.all { #expect(HelpText.help.contains("--\(option.name)")) }
    }

    @Test func `fits a terminal`() {
        for line in HelpText.help.split(separator: "\n") { #expect(line.count <= 120, "\(line)") }
    }
}
