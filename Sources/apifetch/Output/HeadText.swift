package import APITransport

/// Heads as text, for those who look at them.
package enum HeadText {
    /// The head of a response as it was received, with an empty line behind it.
    package static func bytes(of response: HTTPResponse, isColored: Bool = false) -> [UInt8] {
        let line = statusLine(response.version, response.status, response.reason)
        return bytes(line: line, response.fields, isColored)
    }

    /// The head of an interim answer.
    package static func bytes(of interim: InformationalResponse, isColored: Bool = false) -> [UInt8] {
        bytes(line: statusLine(.http1_1, interim.status, interim.reason), interim.fields, isColored)
    }

    /// The first line; without a reason phrase nothing follows the status.
    static func statusLine(_ version: HTTPVersion, _ status: Int, _ reason: String) -> String {
        "HTTP/\(version) \(status)\(reason.isEmpty ? "" : " ")\(reason)"
    }

    private static func bytes(line: String, _ fields: HTTPFields, _ isColored: Bool) -> [UInt8] {
        var bytes = Array((isColored ? Style.bold.applied(to: line) : line).utf8)
        bytes += lineEnd
        for entry in fields.entries {
            if isColored { bytes += Style.cyan.rawValue.utf8 }
            bytes += fields.storage[entry.name]
            if isColored { bytes += Style.reset.utf8 }
            bytes += ": ".utf8
            bytes += fields.storage[entry.value]
            bytes += lineEnd
        }
        return bytes + lineEnd
    }

    private static let lineEnd: [UInt8] = [13, 10]
}
