internal import APIWire

/// Writes request heads and chunk framing (RFC 9112 3, 7.1).
///
/// Everything it is given is valid by its type: ``HTTPMethod`` is a token, ``HTTPURL`` holds no blank and no control
/// character, ``HTTPFields`` takes no field that could end a line. So writing cannot fail and forges nothing.
package enum RequestWriter {
    /// How the length of the body is said.
    package enum Framing: Equatable, Sendable {
        case none
        case length(UInt64)
        case chunked
    }

    /// Which form the request target has (RFC 9112 3.2).
    package enum TargetForm: Sendable {
        /// `/path?query`: to the server itself or through a tunnel
        case origin
        /// `http://host/path?query`: to a proxy
        case absolute
        /// `host:port`: CONNECT
        case authority
        /// `*`: OPTIONS about the server as a whole
        case asterisk
    }

    /// Fields that a request has unless it says otherwise, rendered once.
    package struct Defaults: Sendable {
        package let fields: HTTPFields
        private(set) var rendered: [UInt8] = []

        package init(_ fields: HTTPFields) {
            self.fields = fields
            for index in fields.indices { RequestWriter.appendField(fields, index, to: &rendered) }
        }
    }

    /// Appends a whole head, the empty line included.
    ///
    /// Order: request line, Host, the caller's fields, `added`, the defaults that neither names, Content-Length or
    /// Transfer-Encoding. Content-Length and Transfer-Encoding among the caller's fields are left out: `framing` knows.
    /// A Host among them takes the place of the URL's.
    package static func appendHead(
        method: HTTPMethod,
        url: HTTPURL,
        form: TargetForm = .origin,
        fields: HTTPFields,
        added: HTTPFields = HTTPFields(),
        defaults: Defaults,
        omitting omitted: [String] = [],
        framing: Framing,
        usesHTTP10: Bool = false,
        to buffer: inout [UInt8]
    ) {
        let size = url.bytes.count + fields.storage.count + added.storage.count + defaults.rendered.count
        buffer.reserveCapacity(buffer.count + size + 4 * (fields.count + added.count) + 128)
        appendRequestLine(method: method, url: url, form: form, usesHTTP10: usesHTTP10, to: &buffer)
        appendHost(url: url, form: form, fields: fields, omitting: omitted, to: &buffer)
        for index in fields.indices where !isFraming(fields, index) { appendField(fields, index, to: &buffer) }
        for index in added.indices { appendField(added, index, to: &buffer) }
        appendDefaults(defaults, fields: fields, added: added, omitting: omitted, to: &buffer)
        appendFraming(framing, method: method, to: &buffer)
        appendLineEnd(to: &buffer)
    }

    /// How the length of a body is said, and whether it can be said at all; `length` is nil when it is not known.
    ///
    /// - Throws: `invalidRequest` for a body of unknown length over HTTP/1.0.
    package static func framing(
        hasBody: Bool,
        length: UInt64?,
        fields: HTTPFields,
        usesHTTP10: Bool
    ) throws(TransportError) -> Framing {
        guard hasBody else { return .none }
        let asksForChunks = fields.lists("chunked", in: "transfer-encoding")
        if let length, usesHTTP10 || !asksForChunks { return .length(length) }
        guard !usesHTTP10 else {
            throw .invalidRequest("HTTP/1.0 cannot send a body whose length is not known")
        }
        return .chunked
    }

    // MARK: Chunks

    /// The last chunk and an empty trailer section.
    package static let lastChunk: [UInt8] = Array("0\r\n\r\n".utf8)

    /// Appends the size line of a chunk of `size` > 0 bytes; the bytes and ``appendLineEnd(to:)`` follow.
    package static func appendChunkSize(_ size: Int, to buffer: inout [UInt8]) {
        ASCII.appendHex(UInt64(max(0, size)), to: &buffer)
        appendLineEnd(to: &buffer)
    }

    @inline(__always)
    package static func appendLineEnd(to buffer: inout [UInt8]) {
        buffer.append(ASCII.carriageReturn)
        buffer.append(ASCII.lineFeed)
    }

    // MARK: Parts of a head

    private static func appendRequestLine(
        method: HTTPMethod,
        url: HTTPURL,
        form: TargetForm,
        usesHTTP10: Bool,
        to buffer: inout [UInt8]
    ) {
        buffer.append(copying: method.rawValue.utf8.span)
        buffer.append(ASCII.space)
        switch form {
        case .origin:
            url.appendTarget(to: &buffer)
        case .absolute:
            buffer.append(copying: (url.isSecure ? "https://" : "http://").utf8.span)
            url.appendHostField(to: &buffer)
            url.appendTarget(to: &buffer)
        case .authority:
            appendAuthority(url, to: &buffer)
        case .asterisk:
            buffer.append(UInt8(ascii: "*"))
        }
        buffer.append(copying: (usesHTTP10 ? " HTTP/1.0\r\n" : " HTTP/1.1\r\n").utf8.span)
    }

    /// `host:port`, the port never left out.
    private static func appendAuthority(_ url: HTTPURL, to buffer: inout [UInt8]) {
        url.appendHostField(to: &buffer)
        guard url.origin.isDefaultPort else { return }
        buffer.append(UInt8(ascii: ":"))
        ASCII.appendDecimal(UInt64(url.port), to: &buffer)
    }

    private static func appendHost(
        url: HTTPURL,
        form: TargetForm,
        fields: HTTPFields,
        omitting omitted: [String],
        to buffer: inout [UInt8]
    ) {
        if let own = fields.firstIndex(ofName: "host") { return appendField(fields, own, to: &buffer) }
        if !omitted.isEmpty, omits("host", omitted) { return }
        buffer.append(copying: "Host: ".utf8.span)
        if case .authority = form {
            appendAuthority(url, to: &buffer)
        } else {
            url.appendHostField(to: &buffer)
        }
        appendLineEnd(to: &buffer)
    }

    private static func appendDefaults(
        _ defaults: Defaults,
        fields: HTTPFields,
        added: HTTPFields,
        omitting omitted: [String],
        to buffer: inout [UInt8]
    ) {
        if fields.isEmpty, added.isEmpty, omitted.isEmpty {
            buffer.append(copying: defaults.rendered.span)
            return
        }
        for index in defaults.fields.indices {
            let isNamed =
                fields.containsName(of: defaults.fields, at: index)
                || added.containsName(of: defaults.fields, at: index)
            if isNamed || (!omitted.isEmpty && omits(defaults.fields.name(at: index), omitted)) { continue }
            appendField(defaults.fields, index, to: &buffer)
        }
    }

    private static func omits(_ name: String, _ omitted: [String]) -> Bool {
        let lowered = name.lowercased()
        return omitted.contains { $0.lowercased() == lowered }
    }

    private static func appendFraming(_ framing: Framing, method: HTTPMethod, to buffer: inout [UInt8]) {
        switch framing {
        case .none:
            if method.anticipatesBody { buffer.append(contentsOf: "Content-Length: 0\r\n".utf8) }
        case .length(let length):
            buffer.append(contentsOf: "Content-Length: ".utf8)
            ASCII.appendDecimal(length, to: &buffer)
            appendLineEnd(to: &buffer)
        case .chunked:
            buffer.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8)
        }
    }

    /// Host goes first and the framing last, so neither is written where it stands.
    private static func isFraming(_ fields: HTTPFields, _ index: Int) -> Bool {
        let name = fields.entries[index].name
        let bytes = fields.storage.span
        switch name.count {
        case 4: return ASCII.matches(bytes, name, "host")
        case 14: return ASCII.matches(bytes, name, "content-length")
        case 17: return ASCII.matches(bytes, name, "transfer-encoding")
        default: return false
        }
    }

    /// One line; in one piece where the field lies in the buffer as a line already.
    private static func appendField(_ fields: HTTPFields, _ index: Int, to buffer: inout [UInt8]) {
        let entry = fields.entries[index]
        let bytes = fields.storage.span
        let (name, value) = (entry.name, entry.value)
        if isLine(bytes, name, value) {
            buffer.append(copying: bytes.extracting(name.lowerBound..<value.upperBound + 2))
            return
        }
        buffer.append(copying: bytes.extracting(name))
        buffer.append(UInt8(ascii: ":"))
        buffer.append(ASCII.space)
        buffer.append(copying: bytes.extracting(value))
        appendLineEnd(to: &buffer)
    }

    private static func isLine(_ bytes: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>) -> Bool {
        value.lowerBound == name.upperBound + 2 && value.upperBound + 2 <= bytes.count
            && bytes[name.upperBound] == UInt8(ascii: ":") && bytes[name.upperBound + 1] == ASCII.space
            && bytes[value.upperBound] == ASCII.carriageReturn && bytes[value.upperBound + 1] == ASCII.lineFeed
    }
}
