/// What a JSON value is, as its text says.
@usableFromInline package enum JSONKind: UInt8, Sendable {
    case null = 1
    case `true`, `false`, integer, real, string, array, object
}

/// One entry of a tape: a value's kind, and where its text lies in the document.
@usableFromInline package struct JSONWord {
    @usableFromInline package let bits: UInt64

    @inlinable init(bits: UInt64) {
        self.bits = bits
    }

    @inlinable var rawKind: UInt8 { UInt8(truncatingIfNeeded: bits >> 60) }

    @inlinable package var kind: JSONKind { JSONKind(rawValue: rawKind) ?? .null }

    @inlinable package var isNull: Bool { rawKind == JSONKind.null.rawValue }
    @inlinable package var isTrue: Bool { rawKind == JSONKind.true.rawValue }
    @inlinable package var isFalse: Bool { rawKind == JSONKind.false.rawValue }
    @inlinable package var isString: Bool { rawKind == JSONKind.string.rawValue }
    @inlinable package var isNumber: Bool {
        rawKind == JSONKind.integer.rawValue || rawKind == JSONKind.real.rawValue
    }
    @inlinable package var isArray: Bool { rawKind == JSONKind.array.rawValue }
    @inlinable package var isObject: Bool { rawKind == JSONKind.object.rawValue }
    @inlinable package var isContainer: Bool { rawKind >= JSONKind.array.rawValue }

    /// For an object: some key has escapes or is not ASCII, so keys cannot be compared by their bytes alone.
    @inlinable var hasUnusualKeys: Bool { bits & (1 << 58) != 0 }

    /// Where the text begins (a string's after its quote).
    @inlinable package var offset: Int { Int(truncatingIfNeeded: bits & 0xFFFF_FFFF) }

    /// The text's bytes or a container's members; `lengthLimit` stands for that or more.
    @inlinable package var storedLength: Int { Int(truncatingIfNeeded: (bits >> 32) & 0x3FF_FFFF) }

    @inlinable package static var lengthLimit: Int { 0x3FF_FFFF }
}
