import APITransport
import APIWire

/// Makes the request that an op describes.
struct OpRequest {
    let op: Op

    func make() throws(TransportError) -> HTTPRequest {
        var request = HTTPRequest(url: try url())
        request.method = try method()
        try addFields(&request)
        try addBody(&request)
        addOptions(&request)
        return request
    }

    private func url() throws(TransportError) -> HTTPURL {
        var text = op.url
        if let name = op.uploadName, text.hasSuffix("/") { text += name }
        var url = try HTTPURL(text, pathAsIs: op.keepsPathAsIs)
        for query in op.queries { url = try url.appendingQuery(query) }
        if op.movesBodyToQuery, let body = op.body { url = try url.appendingQuery(body) }
        return url
    }

    private func method() throws(TransportError) -> HTTPMethod {
        if let name = op.method {
            guard let method = HTTPMethod(rawValue: name) else {
                throw TransportError(kind: .invalidRequest, phase: .queue, message: "The method is no token")
            }
            return method
        }
        if op.isHead { return .head }
        if op.upload != nil { return .put }
        return op.body != nil && !op.movesBodyToQuery || !op.parts.isEmpty ? .post : .get
    }

    /// The fields of the header lines: `Name: value`, `Name;` for an empty one; `Name:` leaves a default out.
    private func addFields(_ request: inout HTTPRequest) throws(TransportError) {
        for line in op.headers {
            if let colon = line.firstIndex(of: ":") {
                let name = String(line[..<colon])
                let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
                if value.isEmpty {
                    request.options.omittedDefaults.append(name)
                } else {
                    try request.fields.append(name: name, value: String(value))
                }
            } else if line.hasSuffix(";") {
                try request.fields.append(name: String(line.dropLast()), value: "")
            }
        }
        try add("User-Agent", op.userAgent, to: &request)
        try add("Referer", op.referer, to: &request)
        try add("Range", op.range.map { "bytes=\($0.contains("-" as Character) ? $0 : $0 + "-")" }, to: &request)
        if !op.cookies.isEmpty { try add("Cookie", op.cookies.joined(separator: "; "), to: &request) }
        if op.asksTransferCoding {
            try add("TE", "gzip", to: &request)
            let options = request.fields.values("Connection").prefix(1) + ["TE"]
            try request.fields.set(name: "Connection", value: options.joined(separator: ", "))
        }
    }

    private func add(_ name: String, _ value: String?, to request: inout HTTPRequest) throws(TransportError) {
        guard let value, !request.fields.contains(name), !isOmitted(name, request) else { return }
        try request.fields.append(name: name, value: value)
    }

    private func isOmitted(_ name: String, _ request: HTTPRequest) -> Bool {
        request.options.omittedDefaults.contains { $0.lowercased() == name.lowercased() }
    }

    private func addBody(_ request: inout HTTPRequest) throws(TransportError) {
        var bytes: [UInt8]?
        if !op.parts.isEmpty {
            let form = FormBody(op.parts)
            bytes = form.bytes
            try add("Content-Type", "multipart/form-data; boundary=\(form.boundary)", to: &request)
        } else if let upload = op.upload {
            bytes = try Latin1.bytes(of: upload)
        } else if let body = op.body, !op.movesBodyToQuery {
            bytes = try Latin1.bytes(of: body)
            let type = op.sendsJSON ? "application/json" : "application/x-www-form-urlencoded"
            try add("Content-Type", type, to: &request)
            if op.sendsJSON { try add("Accept", "application/json", to: &request) }
        }
        guard let bytes else { return }
        request.body = .bytes(bytes)
        if op.isChunked {
            request.body = .stream(length: nil, replayable: true) { PieceSource(bytes) }
        }
    }

    private func addOptions(_ request: inout HTTPRequest) {
        request.options.deadlines.connect = op.connectTimeout.map { .milliseconds($0) }
        request.options.deadlines.firstByte = op.firstByteTimeout.map { .milliseconds($0) }
        request.options.deadlines.idle = op.idleTimeout.map { .milliseconds($0) }
        request.options.deadlines.total = op.timeout.map { .milliseconds($0) }
        request.options.decodesContent = !op.isRaw
        request.options.maximumBodyBytes = op.maximumBodyBytes.map { Int64($0) }
        request.options.maximumDecodedBytes = op.maximumDecodedBytes.map { Int64($0) }
        request.options.isIdempotent = op.isIdempotent
        request.options.usesHTTP10 = op.usesHTTP10
        request.options.usesCookies = op.keepsCookies || op.cookieFile != nil
        request.options.redirects = redirects
        request.options.credentials = credentials(in: request.url)
        if let retries = op.retries { request.options.retries = RetryPolicy(maximum: retries) }
    }

    private var redirects: RedirectPolicy {
        guard op.follows || op.trustsTargets else { return .none }
        var policy = RedirectPolicy(maximum: op.maximumRedirects ?? 20)
        if op.keepsPostAfter301 { policy.keepsPost.insert(.movedPermanently) }
        if op.keepsPostAfter302 { policy.keepsPost.insert(.found) }
        if op.keepsPostAfter303 { policy.keepsPost.insert(.seeOther) }
        if op.trustsTargets { policy.trust = .anyOrigin }
        return policy
    }

    private func credentials(in url: HTTPURL) -> Credentials? {
        if let token = op.bearer { return .bearer(token) }
        var user = url.user
        var password = url.password ?? ""
        if let given = op.user {
            let end = given.firstIndex(of: ":")
            user = String(given[..<(end ?? given.endIndex)])
            password = end.map { String(given[given.index(after: $0)...]) } ?? ""
        }
        guard let user else { return nil }
        if op.usesDigest { return .digest(user: user, password: password) }
        if op.usesAnyScheme { return .strongest(user: user, password: password) }
        return .basic(user: user, password: password)
    }
}

/// Bytes as text in which each character is one of them.
enum Latin1 {
    static func bytes(of text: String) throws(TransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) else {
                throw TransportError(kind: .invalidRequest, phase: .queue, message: "The body is not Latin-1 text")
            }
            bytes.append(byte)
        }
        return bytes
    }
}

/// Gives a body away in pieces, so that it is sent in more than one chunk.
private final class PieceSource: HTTPBodySource {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    func read(into buffer: inout [UInt8], limit: Int) throws -> HTTPBodyProgress {
        let piece = rest.prefix(min(limit, 1000))
        buffer.append(contentsOf: piece)
        rest = rest.dropFirst(piece.count)
        return rest.isEmpty ? .finished : .more
    }
}

/// A form of text parts (RFC 7578).
private struct FormBody {
    let boundary: String
    private(set) var bytes: [UInt8] = []

    init(_ parts: [(name: String, value: String)]) {
        boundary = "form-" + Base64.encode(Random.bytes(18)).filter { $0.isLetter || $0.isNumber }
        for part in parts {
            let name = Self.quoted(part.name)
            let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n"
            bytes += Array((head + part.value + "\r\n").utf8)
        }
        bytes += Array("--\(boundary)--\r\n".utf8)
    }

    private static func quoted(_ name: String) -> String {
        var quoted = ""
        for character in name.unicodeScalars {
            switch character {
            case "\"": quoted += "%22"
            case "\r": quoted += "%0D"
            case "\n": quoted += "%0A"
            default: quoted.unicodeScalars.append(character)
            }
        }
        return quoted
    }
}
