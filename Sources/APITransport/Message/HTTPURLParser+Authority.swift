import APIWire

/// The part between `//` and the path (RFC 3986 3.2).
extension HTTPURLParser {
    mutating func parseAuthority(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError) {
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
                if Self.escapedInUserInfo.contains(byte) { appendEscaped(byte) } else { out.append(byte) }
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
            guard Self.isNameByte(byte) else {
                guard byte >= 0x80 else { throw .badURL("The URL's host holds a character that no host may hold") }
                return try parseInternationalName(input, range)
            }
            out.append(ASCII.lowercased(byte))
            position &+= 1
        }
        guard position > range.lowerBound else { throw .badURL("The URL has no host") }
        return position
    }

    /// A name in any script, up to a colon, as its ASCII form (RFC 5891, UTS 46).
    private mutating func parseInternationalName(_ input: Span<UInt8>, _ range: Range<Int>) throws(TransportError)
        -> Int
    {
        guard InternationalHostName.isSupported else {
            throw .badURL("The URL's host is not ASCII: give its xn-- form, or build with the trait LibIDN2")
        }
        var end = range.lowerBound
        while end < range.upperBound, input[end] != 0x3A { end &+= 1 }
        // What maps to other characters than a host may hold (U+2100 is `a/c`) must not end up in the URL.
        guard let name = InternationalHostName.ascii(input.extracting(range.lowerBound..<end)), !name.isEmpty,
            name.allSatisfy(Self.isNameByte)
        else { throw .badURL("The URL's host is no name that a host may have") }
        out.removeLast(out.count - layout.hostStart)
        for byte in name { out.append(ASCII.lowercased(byte)) }
        return end
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
        let isEscaped = range.count >= 3 && input[range.lowerBound + 1] == 0x32 && input[range.lowerBound + 2] == 0x35
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

    /// unreserved and sub-delims of RFC 3986: what a host may be spelled with.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: true
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
        default: false
        }
    }
}
