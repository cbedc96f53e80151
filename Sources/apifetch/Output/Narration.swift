package import APITransport

/// The lines that `-v` writes, secrets left out.
package enum Narration {
    /// What is sent: `> ` before each line of the head.
    package static func lines(for attempt: TransferAttempt) -> [String] {
        let connection = attempt.isReused ? "Going on with the connection to" : "Connected to"
        let lines = String(decoding: attempt.head, as: UTF8.self).split(
            separator: "\r\n",
            omittingEmptySubsequences: true
        )
        return ["* \(connection) \(attempt.remoteAddress)"] + lines.map { "> \(told($0))" } + [">"]
    }

    /// What came: `< ` before each line of the head.
    package static func lines(for response: HTTPResponse) -> [String] {
        lines(HeadText.statusLine(response.version, response.status, response.reason), response.fields)
    }

    package static func lines(for interim: InformationalResponse) -> [String] {
        lines(HeadText.statusLine(.http1_1, interim.status, interim.reason), interim.fields)
    }

    package static func lines(for hop: RedirectHop) -> [String] {
        ["* \(hop.status) leads to \(hop.to.withoutUserInfo)"]
    }

    /// Where the time went.
    package static func summary(of metrics: TransferMetrics) -> String {
        let steps = [
            ("resolve", metrics.resolve), ("connect", metrics.connect), ("TLS", metrics.tls),
            ("first byte", metrics.firstByte), ("total", metrics.total),
        ]
        let times = steps.map { name, duration in "\(name) \(milliseconds(duration))" }.joined(separator: ", ")
        return
            "* \(times); sent \(ByteCount.text(metrics.sentBytes)), received \(ByteCount.text(metrics.receivedBytes))"
    }

    /// Milliseconds with one decimal.
    private static func milliseconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let tenths = attoseconds / 100_000_000_000_000
        return "\(seconds.multipliedReportingOverflow(by: 1000).partialValue &+ tenths / 10).\(tenths % 10) ms"
    }

    private static func lines(_ first: String, _ fields: HTTPFields) -> [String] {
        let told = fields.map { "< \($0.name): \(Redaction.value(ofField: $0.name, $0.value))" }
        return ["< \(first)"] + told + ["<"]
    }

    /// A line of a request's head without the secrets of its value.
    private static func told(_ line: Substring) -> String {
        guard let colon = line.firstIndex(of: ":"), !line[..<colon].contains(" " as Character) else {
            return String(line)
        }
        let name = String(line[..<colon])
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        return "\(name): \(Redaction.value(ofField: name, String(value)))"
    }
}
