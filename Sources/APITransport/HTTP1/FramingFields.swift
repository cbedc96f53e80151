internal import APIWire

/// What the fields of a head say about where the message ends and whether the connection goes on (RFC 9112 6, 9).
struct FramingFields: Sendable {
    private(set) var contentLength: UInt64?
    /// Whether there is a Transfer-Encoding field at all.
    private(set) var hasTransferEncoding = false
    /// Whether the last transfer coding is chunked.
    private(set) var isChunked = false
    private(set) var saysClose = false
    private(set) var saysKeepAlive = false
    private(set) var keepAliveTimeout: Int?
    private(set) var keepAliveMaximum: Int?

    init(_ fields: HTTPFields) throws(ResponseFault) {
        let bytes = fields.storage.span
        let entries = fields.entries.span
        for index in entries.indices {
            let entry = entries[index]
            switch entry.nameLength {
            case 10: readTenLetters(bytes, entry)
            case 14 where ASCII.matches(bytes, entry.name, "content-length"):
                try readLength(bytes, entry.value)
            case 17 where ASCII.matches(bytes, entry.name, "transfer-encoding"):
                try readCodings(bytes, entry.value)
            default: break
            }
        }
    }

    private mutating func readTenLetters(_ bytes: Span<UInt8>, _ entry: HTTPFields.Entry) {
        if ASCII.matches(bytes, entry.name, "connection") {
            var elements = ListElements(entry.value)
            while let element = elements.next(in: bytes) {
                if ASCII.matches(bytes, element, "close") { saysClose = true }
                if ASCII.matches(bytes, element, "keep-alive") { saysKeepAlive = true }
            }
        } else if ASCII.matches(bytes, entry.name, "keep-alive") {
            readHints(bytes, entry.value)
        }
    }

    /// One length, or the same one several times (RFC 9110 8.6): digits alone, no sign, no empty element.
    private mutating func readLength(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(ResponseFault) {
        var start = range.lowerBound
        while true {
            var end = start
            while end < range.upperBound, bytes[end] != 0x2C { end &+= 1 }
            let length = try Self.number(bytes, ASCII.trimmed(bytes, start..<end))
            if let known = contentLength, known != length {
                throw .invalid("There are two Content-Length values that differ")
            }
            contentLength = length
            guard end < range.upperBound else { return }
            start = end &+ 1
        }
    }

    private static func number(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(ResponseFault) -> UInt64 {
        guard !range.isEmpty else { throw .invalid("The Content-Length is empty") }
        var value: UInt64 = 0
        for index in range {
            guard ASCII.isDigit(bytes[index]) else { throw .invalid("The Content-Length is not a number") }
            let (tens, overflowsTens) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tens.addingReportingOverflow(UInt64(bytes[index] &- 0x30))
            guard !overflowsTens, !overflows, sum <= UInt64(Int64.max) else {
                throw .invalid("The Content-Length is too large")
            }
            value = sum
        }
        return value
    }

    /// Codings that we can undo, chunked at most once and last.
    private mutating func readCodings(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(ResponseFault) {
        hasTransferEncoding = true
        var elements = ListElements(range)
        var isEmpty = true
        while let element = elements.next(in: bytes) {
            isEmpty = false
            guard !isChunked else { throw .invalid("A transfer coding follows the chunked one") }
            if ASCII.matches(bytes, element, "chunked") {
                isChunked = true
            } else if ContentCoding(bytes, element)?.isCompression != true {
                throw .invalid("There is a transfer coding that is not known")
            }
        }
        guard !isEmpty else { throw .invalid("The Transfer-Encoding is empty") }
    }

    /// `timeout=5, max=100`.
    private mutating func readHints(_ bytes: Span<UInt8>, _ range: Range<Int>) {
        var elements = ListElements(range)
        while let element = elements.next(in: bytes) {
            var equals = element.lowerBound
            while equals < element.upperBound, bytes[equals] != 0x3D { equals &+= 1 }
            guard equals < element.upperBound else { continue }
            let name = ASCII.trimmed(bytes, element.lowerBound..<equals)
            let text = ASCII.trimmed(bytes, equals &+ 1..<element.upperBound)
            guard text.count <= 9, let value = try? Self.number(bytes, text) else { continue }
            if ASCII.matches(bytes, name, "timeout") { keepAliveTimeout = Int(value) }
            if ASCII.matches(bytes, name, "max") { keepAliveMaximum = Int(value) }
        }
    }
}
