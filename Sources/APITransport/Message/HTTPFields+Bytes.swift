internal import APIWire

/// Looking at fields without making a String.
extension HTTPFields {
    /// The position of the first field of that name at or behind `start`.
    package func firstIndex(ofName name: String, from start: Int = 0) -> Int? {
        firstIndex(ofName: name.utf8.span, from: start)
    }

    /// Whether there is a field of the name that a field of `other` has.
    package func containsName(of other: HTTPFields, at index: Int) -> Bool {
        firstIndex(ofName: other.storage.span.extracting(other.entries[index].name), from: 0) != nil
    }

    private func firstIndex(ofName wanted: Span<UInt8>, from start: Int) -> Int? {
        let length = UInt32(truncatingIfNeeded: wanted.count)
        guard length > 0 else { return nil }
        let first = ASCII.lowercased(wanted[0])
        let bytes = storage.span
        let entries = entries.span
        var index = start
        while index < entries.count {
            let entry = entries[index]
            if entry.nameLength == length, ASCII.lowercased(bytes[Int(entry.nameStart)]) == first,
                Self.isSame(bytes, Int(entry.nameStart), wanted)
            {
                return index
            }
            index &+= 1
        }
        return nil
    }

    private static func isSame(_ bytes: Span<UInt8>, _ start: Int, _ wanted: Span<UInt8>) -> Bool {
        for index in wanted.indices
        where ASCII.lowercased(bytes[start &+ index]) != ASCII.lowercased(wanted[index]) {
            return false
        }
        return true
    }

    /// Where in ``storage`` the value of the first field of that name lies.
    package func valueRange(_ name: String) -> Range<Int>? {
        firstIndex(ofName: name).map { entries[$0].value }
    }

    /// Whether any field of that name lists `token`, which must be in lower case (RFC 9110 5.6.1).
    package func lists(_ token: String, in name: String) -> Bool {
        let bytes = storage.span
        var index = firstIndex(ofName: name)
        while let found = index {
            var elements = ListElements(entries[found].value)
            while let element = elements.next(in: bytes) {
                if ASCII.matches(bytes, element, token) { return true }
            }
            index = firstIndex(ofName: name, from: found + 1)
        }
        return false
    }
}

/// Walks the elements of a comma-separated list (RFC 9110 5.6.1): empty ones are skipped, a comma in a quoted string
/// separates nothing.
package struct ListElements {
    private var position: Int
    private let end: Int

    package init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// The next element without the blanks round it, nil at the end.
    package mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
        while position < end {
            let start = position
            skipToComma(bytes)
            let element = ASCII.trimmed(bytes, start..<position)
            if position < end { position &+= 1 }
            if !element.isEmpty { return element }
        }
        return nil
    }

    private mutating func skipToComma(_ bytes: Span<UInt8>) {
        var isQuoted = false
        while position < end {
            switch bytes[position] {
            case 0x22: isQuoted.toggle()
            case 0x5C where isQuoted && position &+ 1 < end: position &+= 1
            case 0x2C where !isQuoted: return
            default: break
            }
            position &+= 1
        }
    }
}
