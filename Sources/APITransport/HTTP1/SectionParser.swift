internal import APIWire

/// Finds the lines of a head or a trailer section in bytes that may come in pieces (RFC 9112 2.1, 4, 5).
///
/// It is given the section from its first byte each time, longer each time, and goes on with the line it stopped in;
/// so every byte is looked at a bounded number of times however small the pieces are. What it finds are positions.
struct SectionParser: Sendable {
    /// The continuation of a folded value: moved to its value when the section is complete.
    private struct Fold: Sendable {
        let entry: Int
        let content: Range<Int>
    }

    /// The first line, when one was asked for.
    private(set) var statusLine: StatusLine?
    private var entries: [HTTPFields.Entry] = []
    private var folds: [Fold] = []
    private var lineStart = 0
    /// No line feed lies between ``lineStart`` and here.
    private var searched = 0
    private var awaitsStatusLine: Bool
    private var isComplete = false
    private let maximumBytes: Int
    private let maximumFields: Int

    init(hasStatusLine: Bool, maximumBytes: Int, maximumFields: Int) {
        awaitsStatusLine = hasStatusLine
        self.maximumBytes = max(0, min(maximumBytes, HTTPFields.maximumBytes))
        self.maximumFields = maximumFields
    }

    /// Goes on in `input`, the section so far.
    ///
    /// How it was cut makes no difference to what comes of it.
    ///
    /// - Returns: the position behind the empty line that ends the section; nil when it is not there yet.
    mutating func parse(_ input: Span<UInt8>) throws(ResponseFault) -> Int? {
        let bytes = input.extracting(first: min(input.count, maximumBytes + 1))
        let isTooLarge = bytes.count > maximumBytes
        if searched > lineStart, !findsLineFeed(bytes), !isTooLarge { return nil }
        if let end = try parseLines(bytes), end <= maximumBytes { return end }
        guard !isTooLarge else {
            throw ResponseFault(.headTooLarge, "The head or the trailers are larger than allowed")
        }
        searched = bytes.count
        return nil
    }

    /// Says that no more comes: an error in the line that was cut is an error still.
    mutating func judgeRest(_ input: Span<UInt8>) throws(ResponseFault) {
        searched = lineStart
        _ = try parse(input)
    }

    private mutating func parseLines(_ bytes: Span<UInt8>) throws(ResponseFault) -> Int? {
        if awaitsStatusLine {
            guard try parseStatusLine(bytes) else { return nil }
        }
        var position = lineStart
        while let next = try parseLine(bytes, position) {
            position = next
            if isComplete { return position }
        }
        lineStart = position
        return nil
    }

    /// Reads the status line; one empty line before it is passed over, since some servers end an interim answer with
    /// one too many.
    private mutating func parseStatusLine(_ bytes: Span<UInt8>) throws(ResponseFault) -> Bool {
        guard !bytes.isEmpty else { return false }
        var start = 0
        if bytes[0] == ASCII.carriageReturn || bytes[0] == ASCII.lineFeed {
            guard let next = try LineEnd.parse(bytes, 0) else { return false }
            start = next
        }
        guard let line = try StatusLine.parse(bytes, from: start) else { return false }
        statusLine = line
        awaitsStatusLine = false
        lineStart = line.end
        return true
    }

    private mutating func findsLineFeed(_ bytes: Span<UInt8>) -> Bool {
        var index = searched
        while index < bytes.count, bytes[index] != ASCII.lineFeed { index &+= 1 }
        searched = index
        return index < bytes.count
    }

    /// The section's fields, once it is complete.
    ///
    /// `storage` holds the section's bytes.
    func fields(_ storage: consuming [UInt8]) -> HTTPFields {
        var entries = entries
        var storage = storage
        for fold in folds { Self.unfold(fold, &entries, &storage) }
        return HTTPFields(storage: storage, entries: entries)
    }

    // MARK: Lines

    /// - Returns: the position behind the line, nil when its end is not there yet.
    private mutating func parseLine(_ bytes: Span<UInt8>, _ start: Int) throws(ResponseFault) -> Int? {
        let count = bytes.count
        guard start < count else { return nil }
        var position = start
        var byte = bytes[position]
        while ASCII.isTokenByte(byte) {
            position &+= 1
            guard position < count else { return nil }
            byte = bytes[position]
        }
        guard byte == 0x3A, position > start else { return try parseNamelessLine(bytes, start, position) }
        let name = start..<position
        guard let value = try parseValue(bytes, position &+ 1) else { return nil }
        guard entries.count < maximumFields else { throw Self.tooManyFields }
        if entries.isEmpty { entries.reserveCapacity(16) }
        entries.append(HTTPFields.Entry(name: name, value: value.content))
        return value.next
    }

    /// An empty line, a continuation, or something that must not be.
    private mutating func parseNamelessLine(
        _ bytes: Span<UInt8>,
        _ start: Int,
        _ position: Int
    ) throws(ResponseFault) -> Int? {
        let byte = bytes[position]
        guard position == start else {
            if ASCII.isBlank(byte) { throw .invalid("A blank stands in or behind a field name") }
            if byte == ASCII.lineFeed || byte == ASCII.carriageReturn {
                throw .invalid("A field line has no colon")
            }
            throw .invalid("A field name holds a character that is not allowed")
        }
        switch byte {
        case ASCII.lineFeed:
            isComplete = true
            return start &+ 1
        case ASCII.carriageReturn:
            guard start &+ 1 < bytes.count else { return nil }
            guard bytes[start &+ 1] == ASCII.lineFeed else { throw LineEnd.bareReturn }
            isComplete = true
            return start &+ 2
        case ASCII.space, ASCII.tab:
            guard !entries.isEmpty else { throw .invalid("The first field line begins with a blank") }
            guard let value = try parseValue(bytes, start) else { return nil }
            if !value.content.isEmpty { folds.append(Fold(entry: entries.count - 1, content: value.content)) }
            return value.next
        default:
            throw .invalid("A field line has no name")
        }
    }

    /// The text up to the end of the line, without blanks round it.
    @inline(__always)
    private func parseValue(
        _ bytes: Span<UInt8>,
        _ start: Int
    ) throws(ResponseFault) -> (content: Range<Int>, next: Int)? {
        let count = bytes.count
        var position = start
        while position < count, ASCII.isBlank(bytes[position]) { position &+= 1 }
        let contentStart = position
        while true {
            position = bytes.firstControl(from: position)
            guard position < count else { return nil }
            guard bytes[position] == ASCII.tab else { break }
            position &+= 1
        }
        guard let next = try LineEnd.parse(bytes, position) else { return nil }
        while position > contentStart, ASCII.isBlank(bytes[position &- 1]) { position &-= 1 }
        return (contentStart..<position, next)
    }

    /// Moves a continuation behind its value with one space between (RFC 9112 5.2).
    ///
    /// There is always room: at least a line feed and a blank lie between them.
    private static func unfold(_ fold: Fold, _ entries: inout [HTTPFields.Entry], _ storage: inout [UInt8]) {
        let value = entries[fold.entry].value
        var end = value.isEmpty ? fold.content.lowerBound : value.upperBound
        let start = value.isEmpty ? end : value.lowerBound
        if !value.isEmpty {
            storage[end] = ASCII.space
            end += 1
        }
        for index in fold.content {
            storage[end] = storage[index]
            end += 1
        }
        entries[fold.entry].valueStart = UInt32(truncatingIfNeeded: start)
        entries[fold.entry].valueLength = UInt32(truncatingIfNeeded: end - start)
    }

    private static let tooManyFields = ResponseFault(.headTooLarge, "There are more fields than allowed")
}

/// The end of a line: CRLF, or a bare LF as RFC 9112 2.2 allows.
enum LineEnd {
    static var bareReturn: ResponseFault { .invalid("A carriage return stands without its line feed") }

    /// - Returns: the position behind the end of line at `position`, nil when it is not all there.
    @inline(__always)
    static func parse(_ bytes: Span<UInt8>, _ position: Int) throws(ResponseFault) -> Int? {
        let byte = bytes[position]
        if byte == ASCII.carriageReturn {
            guard position &+ 1 < bytes.count else { return nil }
            guard bytes[position &+ 1] == ASCII.lineFeed else { throw bareReturn }
            return position &+ 2
        }
        guard byte == ASCII.lineFeed else { throw .invalid("A line holds a control character") }
        return position &+ 1
    }
}
