internal import APIWire

/// Reads a URL or a reference into its sent form in one pass over its bytes, writing one buffer.
struct HTTPURLParser: ~Copyable {
    /// Escapes blanks instead of refusing them.
    let isLenient: Bool
    /// Leaves dot segments in the path.
    let keepsDots: Bool
    var out: [UInt8] = []
    var layout = HTTPURL.Layout()
    private var isSecure = false
    var port: UInt16 = 0

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
        let origin = HTTPOrigin(isSecure: isSecure, host: hostName, port: port)
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
        try parsePath(input, range)
    }

    // MARK: Path, query, fragment

    private mutating func parsePath(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        let end = try append(input, range, escaping: Self.escapedInPath, until: Self.pathEnd)
        if !keepsDots, hasDotSegment { removeDotSegments() }
        try parseQuery(input, end..<range.upperBound)
    }

    /// `range` is empty or begins with `?` or `#`.
    private mutating func parseQuery(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        layout.pathEnd = out.count
        let end = try append(input, range, escaping: Self.escapedInQuery, until: Self.queryEnd)
        try parseFragment(input, end..<range.upperBound)
    }

    /// `range` is empty or begins with `#`.
    private mutating func parseFragment(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
        layout.targetEnd = out.count
        _ = try append(input, range, escaping: Self.escapedInFragment, until: Self.nothing)
    }

    /// Whether any segment of the path begins with a dot.
    private var hasDotSegment: Bool {
        let bytes = out.span
        var index = layout.pathStart &+ 1
        while index < bytes.count {
            if bytes[index] == 0x2E, bytes[index &- 1] == 0x2F { return true }
            index &+= 1
        }
        return false
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

    /// Name or address as a resolver wants it.
    private var hostName: String {
        let (start, end) = (layout.hostStart, layout.hostEnd)
        guard out[start] == 0x5B else { return ASCII.text(out[start..<end]) }
        guard !layout.zone.isEmpty else { return ASCII.text(out[start + 1..<end - 1]) }
        let zone = out[layout.zone.lowerBound + 3..<layout.zone.upperBound]
        return "\(ASCII.text(out[start + 1..<layout.zone.lowerBound]))%\(ASCII.text(zone))"
    }

    // MARK: Bytes

    /// Appends the bytes of `range` up to one of `stops`; whole runs at a time, `escaped` ones by themselves.
    ///
    /// - Returns: the position of the stop, or the end.
    private mutating func append(
        _ input: Span<UInt8>,
        _ range: Range<Int>,
        escaping escaped: ByteSet,
        until stops: ByteSet
    ) throws(TransportError) -> Int {
        var position = range.lowerBound
        var runStart = position
        while position < range.upperBound {
            let byte = input[position]
            if stops.contains(byte), byte < 0x80 { break }
            if escaped.contains(byte) {
                guard byte != 0x5C else { throw .badURL("The URL's path holds a backslash") }
                out.append(copying: input.extracting(runStart..<position))
                appendEscaped(byte)
                runStart = position &+ 1
            }
            position &+= 1
        }
        out.append(copying: input.extracting(runStart..<position))
        return position
    }

    mutating func appendEscaped(_ byte: UInt8) {
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

    private static let escapedInQuery = ByteSet.controls.adding("\"<>")
    private static let escapedInFragment = escapedInQuery.adding("`")
    /// The backslash is here to be found; it is refused.
    private static let escapedInPath = escapedInQuery.adding("`^{}\\")
    static let escapedInUserInfo = escapedInQuery.adding("`^{}@:[]|")
    private static let nothing = ByteSet("")
    private static let pathEnd = ByteSet("?#")
    private static let queryEnd = ByteSet("#")
}
