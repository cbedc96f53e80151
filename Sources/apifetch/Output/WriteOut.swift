import APITransport

/// What `-w` writes after a transfer: text in which `%{name}` stands for a fact about it.
package struct WriteOut: Sendable {
    private let format: String

    package init(_ format: String) {
        self.format = format
    }

    /// Text for standard output and for standard error; `%{stderr}` and `%{stdout}` change between them.
    package struct Text: Equatable, Sendable {
        package var output = ""
        package var error = ""
    }

    package func text(for record: TransferRecord) -> Text {
        var text = Text()
        var goesToError = false
        var rest = format[...]
        while let character = rest.popFirst() {
            var piece = String(character)
            if character == "\\" {
                piece = Self.escape(&rest)
            } else if character == "%" {
                switch Self.reference(&rest) {
                case .literal(let literal): piece = literal
                case .field(let name): piece = record.response?.fields[name] ?? ""
                case .variable("stderr"): (goesToError, piece) = (true, "")
                case .variable("stdout"): (goesToError, piece) = (false, "")
                case .variable("onerror"):
                    guard record.error != nil else { return text }
                    piece = ""
                case .variable(let name): piece = Self.value(of: name, record) ?? ""
                }
            }
            if goesToError { text.error += piece } else { text.output += piece }
        }
        return text
    }

    private enum Reference { case literal(String), variable(String), field(String) }

    /// What stands behind a backslash.
    private static func escape(_ rest: inout Substring) -> String {
        switch rest.popFirst() {
        case "n": "\n"
        case "r": "\r"
        case "t": "\t"
        case let other?: "\\\(other)"
        case nil: "\\"
        }
    }

    /// What stands behind a percent sign; anything that is no reference stands for itself.
    private static func reference(_ rest: inout Substring) -> Reference {
        if rest.hasPrefix("%") {
            rest.removeFirst()
            return .literal("%")
        }
        for (opening, make) in [("{", Reference.variable), ("header{", Reference.field)] where rest.hasPrefix(opening) {
            let inside = rest.dropFirst(opening.count)
            guard let close = inside.firstIndex(of: "}") else { continue }
            rest = inside[inside.index(after: close)...]
            return make(String(inside[..<close]))
        }
        return .literal("%")
    }

    private static func value(of name: String, _ record: TransferRecord) -> String? {
        requestValue(of: name, record) ?? responseValue(of: name, record) ?? timeValue(of: name, record.metrics)
    }

    private static func requestValue(of name: String, _ record: TransferRecord) -> String? {
        switch name {
        case "url": record.requested
        case "urlnum": String(record.number)
        case "url_effective": record.effectiveURL
        case "method": record.method
        case "scheme": record.response?.url.scheme
        case "exitcode": String(record.exitCode)
        case "errormsg": record.error?.message ?? ""
        case "filename_effective": record.filePath ?? ""
        case "json": String(decoding: Report.line(for: record), as: UTF8.self)
        default: nil
        }
    }

    private static func responseValue(of name: String, _ record: TransferRecord) -> String? {
        let response = record.response
        switch name {
        case "http_code", "response_code":
            let status = String(response?.status ?? 0)
            return String(repeating: "0", count: max(0, 3 - status.count)) + status
        case "http_version": return response?.version.description ?? "0"
        case "content_type": return response?.fields["Content-Type"] ?? ""
        case "redirect_url":
            guard let response, let location = response.fields["Location"] else { return "" }
            return (try? response.url.resolving(location))?.description ?? ""
        case "num_redirects": return String(response?.redirects.count ?? 0)
        case "num_headers": return String(response?.fields.count ?? 0)
        case "num_connects": return response.map { $0.metrics.isReused ? "0" : "1" } ?? "0"
        case "size_download": return String(record.bodyBytes)
        case "size_upload", "size_request": return String(record.metrics.sentBytes)
        case "remote_ip": return record.metrics.remoteAddress.map { Self.splitAddress($0).host } ?? ""
        case "remote_port": return record.metrics.remoteAddress.map { Self.splitAddress($0).port } ?? "0"
        case "ssl_verify_result": return "0"
        default: return nil
        }
    }

    /// Times run from the start of the transfer, as curl's do.
    private static func timeValue(of name: String, _ metrics: TransferMetrics) -> String? {
        let resolved = metrics.queue + metrics.resolve
        let connected = resolved + metrics.connect
        let secured = connected + metrics.tls
        switch name {
        case "time_namelookup": return seconds(resolved)
        case "time_connect": return seconds(connected)
        case "time_appconnect": return seconds(metrics.tlsVersion == nil ? .zero : secured)
        case "time_pretransfer": return seconds(secured)
        case "time_starttransfer": return seconds(secured + metrics.firstByte)
        case "time_total": return seconds(metrics.total)
        case "speed_download":
            return String(ByteCount.perSecond(metrics.receivedBytes, in: metrics.total) ?? 0)
        default: return nil
        }
    }

    /// Seconds with six decimals.
    private static func seconds(_ duration: Duration) -> String {
        let (whole, attoseconds) = duration.components
        let fraction = String(attoseconds / 1_000_000_000_000)
        return "\(whole)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }

    private static func splitAddress(_ address: String) -> (host: String, port: String) {
        guard let colon = address.lastIndex(of: ":") else { return (address, "0") }
        let host = address[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        return (
            String(isBracketed ? host.dropFirst().dropLast() : host), String(address[address.index(after: colon)...])
        )
    }
}
