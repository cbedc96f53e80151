/// Reads a URL or a reference into its sent form in one pass over its bytes, writing one buffer.
struct HTTPURLParser: ~Copyable {
    /// Escapes blanks instead of refusing them.
    let isLenient: Bool
    /// Leaves dot segments in the path.
    let keepsDots: Bool
    var out: [UInt8] = []
    var layout = HTTPURL.Layout()
    private var isSecure = false
    private var port: UInt16 = 0
    private var hasDots = false

    init(isLenient: Bool, keepsDots: Bool) {
        self.isLenient = isLenient
        self.keepsDots = keepsDots
    }

    mutating func parse(_ input: Span<UInt8>, base: HTTPURL?) throws(TransportError) -> HTTPURL {
        guard input.count < HTTPFields.maximumBytes / 4 else { throw .badURL("The URL is too long") }
        let (start, end) = try bounds(input)
        out.reserveCapacity(end - start + 16 + (base?.bytes.count ?? 0))
        var position = start
        while position < end, !Self.isDelimiter(input[position]), input[position] != 0x3A { position &+= 1 }
        if position < end, input[position] == 0x3A {
            try parseScheme(input, start..<position)
            guard end - position > 2, input[position + 1] == 0x2F, input[position + 2] == 0x2F else {
                throw .badURL("The URL has no // behind its scheme")
            }
            try parseHierarchy(input, position + 3..<end)
        } else if let base {
            try parseRelative(input, start..<end, base)
        } else {
            throw .badURL("The URL has no scheme")
        }
        let host = ASCII.text(hostName[...])
        let origin = HTTPOrigin(isSecure: isSecure, host: host, port: port)
        return HTTPURL(bytes: out, layout: layout, origin: origin)
    }

    /// Refuses control characters anywhere; blanks at the ends of a lenient reference do not count.
    private func bounds(_ input: Span<UInt8>) throws(TransportError) -> (Int, Int) {
        let range = isLenient ? ASCII.trimmed(input, 0..<input.count) : 0..<input.count
        for index in range {
            let byte = input[index]
            guard byte > ASCII.space, byte != ASCII.delete else {
                if byte == ASCII.space, isLenient { continue }
                throw .badURL(byte == ASCII.space ? "The URL holds a blank" : "The URL holds a control character")
            }
        }
        return (range.lowerBound, range.upperBound)
    }

    private mutating func parseScheme(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        if ASCII.matches(input, range, "http") {
            isSecure = false
        } else if ASCII.matches(input, range, "https") {
            isSecure = true
        } else {
            throw Self.schemeError(input, range)
        }
        appendScheme()
    }

    private mutating func appendScheme() {
        out.append(contentsOf: isSecure ? "https://".utf8 : "http://".utf8)
        port = isSecure ? 443 : 80
    }

    private static func schemeError(_ input: Span<UInt8>, _ range: Range<Int>) -> TransportError {
        guard !range.isEmpty, ASCII.lowercased(input[range.lowerBound]) &- 0x61 < 26 else {
            return .badURL("The URL begins with a colon or with something that is no scheme")
        }
        for index in range {
            let byte = input[index]
            let isLetter = ASCII.lowercased(byte) &- 0x61 < 26
            guard isLetter || ASCII.isDigit(byte) || byte == 0x2B || byte == 0x2D || byte == 0x2E else {
                return .badURL("The URL's scheme holds a character that no scheme may hold")
            }
        }
        return TransportError(
            kind: .unsupportedScheme,
            phase: .queue,
            message: "The URL's scheme is neither http nor https"
        )
    }

    /// Authority, path, query and fragment.
    private mutating func parseHierarchy(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        var end = range.lowerBound
        while end < range.upperBound, !Self.isDelimiter(input[end]) { end &+= 1 }
        try parseAuthority(input, range.lowerBound..<end)
        layout.pathStart = out.count
        if end == range.upperBound || input[end] != 0x2F { out.append(0x2F) }
        try parsePath(input, end..<range.upperBound)
    }

    private mutating func parseRelative(
        _ input: Span<UInt8>,
        _ range: Range<Int>,
        _ base: HTTPURL
    ) throws(TransportError) {
        isSecure = base.isSecure
        let first = range.isEmpty ? 0 : input[range.lowerBound]
        if first == 0x2F, range.count > 1, input[range.lowerBound + 1] == 0x2F {
            appendScheme()
            return try parseHierarchy(input, range.dropFirst(2))
        }
        port = base.port
        layout = base.layout
        if range.isEmpty || first == 0x23 {
            out.append(contentsOf: base.bytes[..<base.layout.targetEnd])
            return try parseFragment(input, range)
        }
        if first == 0x3F {
            out.append(contentsOf: base.bytes[..<base.layout.pathEnd])
            return try parseQuery(input, range)
        }
        var kept = base.layout.pathStart
        if first != 0x2F {
            kept = base.layout.pathEnd
            while base.bytes[kept - 1] != 0x2F { kept -= 1 }
        }
        out.append(contentsOf: base.bytes[..<kept])
        hasDots = first != 0x2F
        try parsePath(input, range)
    }

    // MARK: Path, query, fragment

    private mutating func parsePath(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        var position = range.lowerBound
        var previous: UInt8 = out.last ?? 0
        while position < range.upperBound {
            let byte = input[position]
            if byte == 0x3F || byte == 0x23 { break }
            if byte == 0x5C { throw .badURL("The URL's path holds a backslash") }
            if byte == 0x2E, previous == 0x2F { hasDots = true }
            append(byte, escaping: Self.isEscapedInPath(byte))
            previous = byte
            position &+= 1
        }
        if hasDots, !keepsDots { removeDotSegments() }
        try parseQuery(input, position..<range.upperBound)
    }

    /// `range` is empty or begins with `?` or `#`.
    private mutating func parseQuery(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        layout.pathEnd = out.count
        var position = range.lowerBound
        while position < range.upperBound, input[position] != 0x23 {
            append(input[position], escaping: Self.isEscapedInQuery(input[position]))
            position &+= 1
        }
        try parseFragment(input, position..<range.upperBound)
    }

    /// `range` is empty or begins with `#`.
    private mutating func parseFragment(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        layout.targetEnd = out.count
        for position in range {
            append(input[position], escaping: Self.isEscapedInQuery(input[position]) || input[position] == 0x60)
        }
    }

    /// RFC 3986 5.2.4, in place.
    private mutating func removeDotSegments() {
        let start = layout.pathStart
        var read = start
        var write = start
        while read < out.count {
            var end = read &+ 1
            while end < out.count, out[end] != 0x2F { end &+= 1 }
            let length = end &- read
            let isDot = length == 2 && out[read &+ 1] == 0x2E
            let isDouble = length == 3 && out[read &+ 1] == 0x2E && out[read &+ 2] == 0x2E
            if isDouble {
                while write > start {
                    write &-= 1
                    if out[write] == 0x2F { break }
                }
            }
            if isDot || isDouble {
                if end == out.count {
                    out[write] = 0x2F
                    write &+= 1
                }
            } else {
                for index in read..<end {
                    out[write] = out[index]
                    write &+= 1
                }
            }
            read = end
        }
        out.removeLast(out.count - write)
    }

    // MARK: Authority

    private mutating func parseAuthority(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        layout.authorityStart = out.count
        var hostStart = range.lowerBound
        for index in range where input[index] == 0x40 { hostStart = index + 1 }
        if hostStart > range.lowerBound { try parseUserInfo(input, range.lowerBound..<hostStart - 1) }
        layout.hostStart = out.count
        var position = hostStart
        if position < range.upperBound, input[position] == 0x5B {
            position = try parseAddress(input, position..<range.upperBound)
        } else {
            position = try parseName(input, position..<range.upperBound)
        }
        layout.hostEnd = out.count
        guard position < range.upperBound else { return }
        guard input[position] == 0x3A else { throw .badURL("The URL's host is followed by something else than a port") }
        try parsePort(input, position + 1..<range.upperBound)
    }

    private mutating func parseUserInfo(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        for index in range {
            let byte = input[index]
            if byte == 0x5C { throw .badURL("The URL's userinfo holds a backslash") }
            if byte == 0x3A, layout.passwordStart == 0 {
                out.append(byte)
                layout.passwordStart = out.count
            } else {
                append(byte, escaping: Self.isEscapedInUserInfo(byte))
            }
        }
        if layout.passwordStart == out.count {
            out.removeLast()
            layout.passwordStart = 0
        }
        if out.count > layout.authorityStart { out.append(0x40) }
    }

    /// A registered name or an IPv4 address, up to a colon.
    private mutating func parseName(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) -> Int {
        var position = range.lowerBound
        while position < range.upperBound, input[position] != 0x3A {
            let byte = input[position]
            guard Self.isNameByte(byte) else { throw Self.hostError(byte) }
            out.append(ASCII.lowercased(byte))
            position &+= 1
        }
        guard position > range.lowerBound else { throw .badURL("The URL has no host") }
        return position
    }

    private static func hostError(_ byte: UInt8) -> TransportError {
        guard byte >= 0x80 else { return .badURL("The URL's host holds a character that no host may hold") }
        return .badURL("The URL's host is not ASCII: give its xn-- form, or build with the trait LibIDN2")
    }

    /// An IPv6 address in brackets, perhaps with a zone (RFC 6874); answers the position behind the bracket.
    private mutating func parseAddress(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) -> Int {
        var close = range.lowerBound
        while close < range.upperBound, input[close] != 0x5D { close &+= 1 }
        guard close < range.upperBound else { throw .badURL("The URL's address lacks its closing bracket") }
        var addressEnd = range.lowerBound + 1
        while addressEnd < close, input[addressEnd] != 0x25 { addressEnd &+= 1 }
        guard IPv6Text.isValid(input, range.lowerBound + 1..<addressEnd) else {
            throw .badURL("The URL's address in brackets is no IPv6 address")
        }
        for index in range.lowerBound..<addressEnd { out.append(ASCII.lowercased(input[index])) }
        if addressEnd < close { try parseZone(input, addressEnd..<close) }
        out.append(0x5D)
        return close + 1
    }

    /// `%25eth0`, or `%eth0` as people type it.
    private mutating func parseZone(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        let isEscaped = range.count > 3 && input[range.lowerBound + 1] == 0x32 && input[range.lowerBound + 2] == 0x35
        let name = range.dropFirst(isEscaped ? 3 : 1)
        guard !name.isEmpty else { throw .badURL("The URL's address has an empty zone") }
        let start = out.count
        out.append(contentsOf: "%25".utf8)
        for index in name {
            let byte = input[index]
            let isUnreserved =
                ASCII.isDigit(byte) || ASCII.lowercased(byte) &- 0x61 < 26
                || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
            guard isUnreserved else { throw .badURL("The URL's address has a zone with a character it must not have") }
            out.append(byte)
        }
        layout.zone = start..<out.count
    }

    private mutating func parsePort(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        guard !range.isEmpty else { return }
        var value: UInt32 = 0
        for index in range {
            let digit = input[index] &- 0x30
            guard digit < 10 else { throw .badURL("The URL's port is no number") }
            value = value &* 10 &+ UInt32(digit)
            guard value <= 65535 else { throw .badURL("The URL's port is larger than 65535") }
        }
        guard value != UInt32(port) else { return }
        port = UInt16(truncatingIfNeeded: value)
        out.append(0x3A)
        ASCII.appendDecimal(UInt64(value), to: &out)
    }

    /// Name or address as a resolver wants it.
    private var hostName: [UInt8] {
        guard out[layout.hostStart] == 0x5B else { return Array(out[layout.hostStart..<layout.hostEnd]) }
        guard !layout.zone.isEmpty else { return Array(out[layout.hostStart + 1..<layout.hostEnd - 1]) }
        let zoneName = out[layout.zone.lowerBound + 3..<layout.zone.upperBound]
        return out[layout.hostStart + 1..<layout.zone.lowerBound] + [0x25] + zoneName
    }

    // MARK: Bytes

    @inline(__always)
    private mutating func append(_ byte: UInt8, escaping: Bool) {
        guard escaping else { return out.append(byte) }
        out.append(0x25)
        out.append(Self.upperHex(byte &>> 4))
        out.append(Self.upperHex(byte & 0xF))
    }

    private static func upperHex(_ digit: UInt8) -> UInt8 {
        digit < 10 ? digit &+ 0x30 : digit &+ 0x37
    }

    @inline(__always)
    private static func isDelimiter(_ byte: UInt8) -> Bool {
        byte == 0x2F || byte == 0x3F || byte == 0x23
    }

    /// Blanks, `"`, `<`, `>` and all outside ASCII.
    @inline(__always)
    private static func isEscapedInQuery(_ byte: UInt8) -> Bool {
        byte <= 0x22 && byte != 0x21 || byte == 0x3C || byte == 0x3E || byte >= 0x7F
    }

    /// Also `^`, a backquote and braces.
    @inline(__always)
    private static func isEscapedInPath(_ byte: UInt8) -> Bool {
        isEscapedInQuery(byte) || byte == 0x5E || byte == 0x60 || byte == 0x7B || byte == 0x7D
    }

    /// Also `@`, `:`, brackets and the bar.
    private static func isEscapedInUserInfo(_ byte: UInt8) -> Bool {
        isEscapedInPath(byte) || byte == 0x40 || byte == 0x3A || byte == 0x5B || byte == 0x5D || byte == 0x7C
    }

    /// unreserved and sub-delims of RFC 3986: what a host may be spelled with.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: true
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}
