import APITransport
import Testing
import apifetch

@Suite struct `A write-out format` {
    private func record() throws -> TransferRecord {
        var record = TransferRecord(requested: "h", method: "GET")
        var fields = HTTPFields()
        try fields.append(name: "Content-Type", value: "text/plain")
        try fields.append(name: "Location", value: "/next")
        var response = HTTPResponse(status: 302, reason: "Found", fields: fields, url: try HTTPURL("https://h/a"))
        response.metrics.queue = .milliseconds(1)
        response.metrics.resolve = .milliseconds(2)
        response.metrics.connect = .milliseconds(4)
        response.metrics.tls = .milliseconds(8)
        response.metrics.firstByte = .milliseconds(16)
        response.metrics.total = .seconds(2)
        response.metrics.tlsVersion = "TLSv1.3"
        response.metrics.remoteAddress = "[::1]:443"
        response.metrics.receivedBytes = 3000
        record.response = response
        record.bodyBytes = 12
        return record
    }

    @Test(arguments: [
        ("%{http_code} %{response_code}\\n", "302 302\n"), ("a\\tb\\r\\\\x", "a\tb\r\\\\x"),
        ("100%% %x %", "100% %x %"),
        ("%{url} %{url_effective} %{method} %{scheme}", "h https://h/a GET https"), ("%{nothing}|", "|"),
        ("%header{content-type}|%header{none}", "text/plain|"), ("%{content_type}", "text/plain"),
        ("%{redirect_url}", "https://h/next"), ("%{size_download} %{num_redirects} %{exitcode}", "12 0 0"),
        ("%{time_namelookup} %{time_connect}", "0.003000 0.007000"),
        ("%{time_appconnect} %{time_starttransfer} %{time_total}", "0.015000 0.031000 2.000000"),
        ("%{remote_ip} %{remote_port} %{speed_download}", "::1 443 1500"), ("%{onerror}never", ""), ("%{", "%{"),
    ])
    func `is filled with what is known`(_ format: String, _ expected: String) throws {
        let text = WriteOut(format).text(for: try record())
        #expect(text.output == expected && text.error.isEmpty)
    }

    @Test func `changes between the outputs`() throws {
        let text = WriteOut("a%{stderr}b%{stdout}c").text(for: try record())
        #expect(text.output == "ac" && text.error == "b")
    }

    @Test func `has zeros where nothing came`() {
        let record = TransferRecord(requested: "h", method: "GET")
        #expect(WriteOut("%{http_code} %{time_total}").text(for: record).output == "000 0.000000")
    }
}

@Suite struct `What is told about a field` {
    @Test(arguments: [
        ("Authorization", "Basic abc=", "Basic [hidden]"), ("authorization", "token", "[hidden]"),
        ("Proxy-Authorization", "Digest username=\"a\", b", "Digest [hidden]"),
        ("Cookie", "a=1; b=2", "a=[hidden]; b=[hidden]"), ("Cookie", "odd", "[hidden]"),
        ("Set-Cookie", "sid=x; Path=/; Secure", "sid=[hidden]; Path=/; Secure"),
        ("Accept", "Basic abc", "Basic abc"),
    ])
    func `leaves out what is secret`(_ name: String, _ value: String, _ told: String) {
        #expect(Redaction.value(ofField: name, value) == told)
    }

    @Test(arguments: [
        ("http://u:p@ss@h/a?b@c", "http://h/a?b@c"), ("u:p@h", "h"), ("http://h/a@b", "http://h/a@b"), ("", ""),
        ("http://h?u:p@x", "http://h?u:p@x"),
    ])
    func `leaves out who asks for a URL`(_ url: String, _ told: String) {
        #expect(Redaction.url(url) == told)
    }
}

@Suite struct `A progress line` {
    @Test func `shows a bar, what has moved, how fast and how long yet`() {
        let line = ProgressLine(
            direction: .down,
            moved: 50 * 1_048_576,
            expected: 100 * 1_048_576,
            elapsed: .seconds(10)
        )
        let bar = String(repeating: "█", count: 10) + String(repeating: "░", count: 10)
        #expect(line.text(width: 61) == "↓  50% \(bar) 50.0 MB of 100 MB  5.0 MB/s  0:10")
        #expect(line.text(width: 30).count <= 30)
        #expect(line.text(width: 200).count < 100)
    }

    @Test func `shows no bar when the end is not known`() {
        let line = ProgressLine(direction: .up, moved: 1536, expected: nil, elapsed: .milliseconds(1500))
        #expect(line.text(width: 80) == "↑ 1.5 KB  1.0 KB/s")
    }

    @Test func `is full at the end`() {
        let line = ProgressLine(direction: .down, moved: 10, expected: 10, elapsed: .zero)
        #expect(line.text(width: 60).hasPrefix("↓ 100% ████"))
        #expect(!line.text(width: 60).contains("░"))
    }

    @Test func `counts on when more comes than was announced`() {
        let line = ProgressLine(direction: .down, moved: 20, expected: 10, elapsed: .zero)
        #expect(line.text(width: 60) == "↓ 20 B")
    }

    @Test(arguments: [
        (Int64(0), "0 B"), (1023, "1023 B"), (1024, "1.0 KB"), (102_399, "99.9 KB"), (102_400, "100 KB"),
        (1_048_576, "1.0 MB"), (Int64.max, "8.0 EB"),
    ])
    func `gives bytes in units`(_ count: Int64, _ text: String) {
        #expect(ByteCount.text(count) == text)
    }
}
