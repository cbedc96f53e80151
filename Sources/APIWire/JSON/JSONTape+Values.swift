private import CSupport

extension JSONTape {
    /// The string whose text `word` names.
    package func string(_ word: JSONWord) -> String {
        let text = unsafe text(word)
        let flags = word.bits >> 58 & 3
        if flags == 0, text.count <= SmallText.limit, packsSmallText, let first = text.baseAddress {
            return unsafe SmallText.string(first, text.count)
        }
        if flags & UInt64(CS_JSON_ESCAPED) != 0 {
            return unsafe unescaped(text)
        }
        let span = unsafe Span(_unsafeElements: text)
        return String(copying: unsafe UTF8Span(unchecked: span, isKnownASCII: flags == 0))
    }

    @inline(never) @unsafe private func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String {
        guard text.count > Self.shortText else { return unsafe unescapedShort(text) }
        return unsafe String(unsafeUninitializedCapacity: text.count) { room in
            guard let from = text.baseAddress, let to = room.baseAddress else { return 0 }
            return unsafe cs_json_unescape(from, text.count, to)
        }
    }

    /// What is decoded on the stack first, since the standard library would check it once more where it will lie.
    private static var shortText: Int { 1024 }

    @unsafe private func unescapedShort(_ text: UnsafeBufferPointer<UInt8>) -> String {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count) { room in
            guard let from = text.baseAddress, let to = room.baseAddress else { return "" }
            let count = unsafe cs_json_unescape(from, text.count, to)
            let span = unsafe Span(_unsafeStart: UnsafePointer(to), count: count)
            return String(copying: unsafe UTF8Span(unchecked: span))
        }
    }

    /// The text of the number or literal that `word` names.
    package func plainText(_ word: JSONWord) -> String {
        unsafe String(decoding: text(word), as: UTF8.self)
    }

    /// The number that `word` names, when it is a whole one that fits.
    @inline(__always) @inlinable package func integer<T: FixedWidthInteger>(_ word: JSONWord, as type: T.Type) -> T? {
        if word.rawKind == JSONKind.integer.rawValue, word.storedLength <= 18 {
            let short = shortInteger(word)
            let value = T(truncatingIfNeeded: short)
            return Int64(truncatingIfNeeded: value) == short && (value < 0) == (short < 0) ? value : nil
        }
        return longInteger(word, as: type)
    }

    @inline(never) @inlinable func longInteger<T: FixedWidthInteger>(_ word: JSONWord, as type: T.Type) -> T? {
        guard word.isNumber else { return nil }
        let whole = wholeNumber(word)
        guard let magnitude = whole.magnitude else { return nil }
        guard whole.isNegative else { return T(exactly: magnitude) }
        if let value = Int128(exactly: magnitude) {
            return T(exactly: -value)
        }
        return magnitude == Int128.min.magnitude ? T(exactly: Int128.min) : nil
    }

    @usableFromInline func shortInteger(_ word: JSONWord) -> Int64 {
        unsafe cs_json_short(bytes + word.offset, word.storedLength)
    }

    @usableFromInline func wholeNumber(_ word: JSONWord) -> (isNegative: Bool, magnitude: UInt128?) {
        var negative: Int32 = 0
        var high: UInt64 = 0
        var low: UInt64 = 0
        let fits = unsafe cs_json_whole(bytes + word.offset, textLength(word), &negative, &high, &low) != 0
        return (negative != 0, fits ? UInt128(high) << 64 | UInt128(low) : nil)
    }

    /// The number that `word` names, correctly rounded; nil when it is out of range.
    package func double(_ word: JSONWord) -> Double? {
        var value = 0.0
        return unsafe cs_json_double(bytes + word.offset, textLength(word), &value) != 0 ? value : nil
    }

    /// The number that `word` names, correctly rounded; nil when it is out of range.
    package func float(_ word: JSONWord) -> Float? {
        var value: Float = 0
        return unsafe cs_json_float(bytes + word.offset, textLength(word), &value) != 0 ? value : nil
    }
}

extension JSONTape {
    /// Whether the string whose text `word` names equals `other`, as strings do.
    package func equals(_ word: JSONWord, _ other: String) -> Bool {
        guard word.bits >> 58 & 3 == 0 else { return string(word) == other }
        let utf8 = other.utf8
        if utf8.count == word.storedLength, unsafe utf8.elementsEqual(text(word)) { return true }
        return !utf8.allSatisfy { $0 < 0x80 } && string(word) == other
    }
}
