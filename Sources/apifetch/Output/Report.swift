import APITransport
import APIWire

/// The object that `--report json` prints for a transfer.
package enum Report {
    /// The object in one line, without the line's end.
    package static func line(for record: TransferRecord) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            writeRequest(record, to: &json)
            writeHead(record.response, to: &json)
            writeBody(record, to: &json)
            writeHistory(record, to: &json)
            json.key("metrics")
            writeMetrics(record.metrics, to: &json)
            json.key("error")
            writeError(record.error, to: &json)
            json.key("exit")
            json.integer(record.exitCode)
        }
        return json.bytes
    }

    private static func writeRequest(_ record: TransferRecord, to json: inout JSONText) {
        json.key("url")
        json.string(record.effectiveURL)
        json.key("requested")
        json.string(Redaction.url(record.requested))
        json.key("method")
        json.string(record.method)
    }

    private static func writeHead(_ response: HTTPResponse?, to json: inout JSONText) {
        json.key("status")
        if let response { json.integer(response.status) } else { json.null() }
        json.key("reason")
        if let response { json.string(response.reason) } else { json.null() }
        json.key("version")
        if let response { json.string(response.version.description) } else { json.null() }
        json.key("headers")
        write(response?.fields, to: &json)
        json.key("informational")
        json.array { json in
            for interim in response?.informational ?? [] {
                json.object { json in
                    json.key("status")
                    json.integer(interim.status)
                    json.key("headers")
                    write(interim.fields, to: &json)
                }
            }
        }
        json.key("trailers")
        write(response?.trailers, to: &json)
    }

    private static func writeBody(_ record: TransferRecord, to json: inout JSONText) {
        if let path = record.filePath {
            json.key("file")
            json.string(path)
        } else {
            json.key("body_base64")
            json.base64(record.response?.body ?? [])
        }
        json.key("body_bytes")
        json.integer(record.bodyBytes)
    }

    private static func writeHistory(_ record: TransferRecord, to json: inout JSONText) {
        json.key("redirects")
        json.array { json in
            for hop in record.response?.redirects ?? [] {
                json.object { json in
                    json.key("status")
                    json.integer(hop.status)
                    json.key("from")
                    json.string(hop.from.withoutUserInfo.description)
                    json.key("to")
                    json.string(hop.to.withoutUserInfo.description)
                }
            }
        }
        json.key("attempts")
        json.integer(record.attempts)
    }

    private static func write(_ fields: HTTPFields?, to json: inout JSONText) {
        json.array { json in
            for field in fields ?? HTTPFields() {
                json.array { json in
                    json.string(field.name)
                    json.string(field.value)
                }
            }
        }
    }

    private static func writeMetrics(_ metrics: TransferMetrics, to json: inout JSONText) {
        json.object { json in
            let times = [
                ("queue_ms", metrics.queue), ("resolve_ms", metrics.resolve), ("connect_ms", metrics.connect),
                ("tls_ms", metrics.tls), ("first_byte_ms", metrics.firstByte), ("total_ms", metrics.total),
            ]
            for (name, duration) in times {
                json.key(name)
                json.milliseconds(duration)
            }
            json.key("reused")
            json.boolean(metrics.isReused)
            json.key("protocol")
            json.string(metrics.networkProtocol)
            json.key("tls")
            if let version = metrics.tlsVersion { json.string(version) } else { json.null() }
            json.key("resumed")
            json.boolean(metrics.isResumed)
            json.key("remote")
            if let remote = metrics.remoteAddress { json.string(remote) } else { json.null() }
            json.key("sent_bytes")
            json.integer(metrics.sentBytes)
            json.key("received_bytes")
            json.integer(metrics.receivedBytes)
        }
    }

    private static func writeError(_ error: TransportError?, to json: inout JSONText) {
        guard let error else { return json.null() }
        json.object { json in
            json.key("kind")
            json.string(error.kind.rawValue)
            json.key("phase")
            json.string(error.phase.rawValue)
            json.key("message")
            json.string(error.message)
            json.key("received")
            json.integer(error.received)
            json.key("expected")
            if let expected = error.expected { json.integer(expected) } else { json.null() }
            json.key("request_sent")
            json.boolean(error.requestSent)
        }
    }
}
