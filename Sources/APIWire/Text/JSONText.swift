/// Writes one JSON text (RFC 8259), value after value, with no spaces.
///
/// Commas are put in by the writer; the caller sees to it that what is begun is ended and that a key stands before each
/// value of an object.
package struct JSONText: Sendable {
    /// What has been written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init() {}

    /// Writes an object whose members `members` writes.
    package mutating func object(_ members: (inout JSONText) -> Void) {
        enclose(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes an array whose elements `elements` writes.
    package mutating func array(_ elements: (inout JSONText) -> Void) {
        enclose(UInt8(ascii: "["), UInt8(ascii: "]"), elements)
    }

    /// Writes the name of the member whose value comes next.
    package mutating func key(_ name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    package mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in value.utf8 { appendEscaped(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    package mutating func integer(_ value: some BinaryInteger) {
        literal(String(value))
    }

    package mutating func boolean(_ value: Bool) {
        literal(value ? "true" : "false")
    }

    package mutating func null() {
        literal("null")
    }

    /// Writes `duration` as a number of milliseconds, to the microsecond.
    ///
    /// A negative duration counts as none.
    package mutating func milliseconds(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return literal("0") }
        let microseconds = attoseconds / 1_000_000_000_000
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return literal(String(Int64.max)) }
        var text = String(whole.addingReportingOverflow(microseconds / 1000).partialValue)
        var fraction = microseconds % 1000
        if fraction > 0 {
            var digits = 3
            while fraction.isMultiple(of: 10) {
                fraction /= 10
                digits -= 1
            }
            let shown = String(fraction)
            text += "." + String(repeating: "0", count: digits - shown.utf8.count) + shown
        }
        literal(text)
    }

    /// Writes a string that holds `value` in base64.
    package mutating func base64(_ value: [UInt8]) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        Base64.append(value[...], to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func enclose(_ open: UInt8, _ close: UInt8, _ content: (inout JSONText) -> Void) {
        separate()
        bytes.append(open)
        needsComma = false
        content(&self)
        bytes.append(close)
        needsComma = true
    }

    private mutating func literal(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes.append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
        case UInt8(ascii: "\n"): bytes.append(contentsOf: #"\n"#.utf8)
        case UInt8(ascii: "\r"): bytes.append(contentsOf: #"\r"#.utf8)
        case UInt8(ascii: "\t"): bytes.append(contentsOf: #"\t"#.utf8)
        case 0..<0x20, 0x7f:
            let digits = String(byte, radix: 16)
            bytes.append(contentsOf: (#"\u00"# + (digits.utf8.count == 1 ? "0" : "") + digits).utf8)
        default: bytes.append(byte)
        }
    }
}
