private import CSupport

/// Short ASCII strings, made in a few instructions instead of the standard library's loops over their bytes.
///
/// On 64-bit platforms such a string is its bytes, from the lowest on, with the length and a mark on top.
enum SmallText {
    static let limit = 15

    /// Whether the standard library's strings are what they are known to be.
    static let isKnown: Bool = {
        guard MemoryLayout<String>.size == MemoryLayout<(UInt64, UInt64)>.size else { return false }
        return (0...limit).allSatisfy { count in
            let text = String(repeating: "aZ09 ~\u{1}x", count: 2).utf8.prefix(count)
            let usual = String(decoding: Array(text), as: UTF8.self)
            return unsafe Array(text).withUnsafeBufferPointer { bytes in
                guard let first = bytes.baseAddress else { return true }
                return unsafe words(first, bytes.count) == unsafeBitCast(usual, to: (UInt64, UInt64).self)
            }
        }
    }()

    /// The string of `count` ASCII bytes.
    ///
    /// - Precondition: `isKnown`, and `count` is at most `limit`.
    @unsafe @inline(__always) static func string(_ text: UnsafePointer<UInt8>, _ count: Int) -> String {
        var words = unsafe words(text, count)
        // Moved: a cast would ask the runtime for a reference to what needs none.
        return unsafe withUnsafeMutablePointer(to: &words) { words in
            unsafe UnsafeMutableRawPointer(words).assumingMemoryBound(to: String.self).move()
        }
    }

    /// The bytes of a short ASCII string as `cs_json_pack` packs them; nil for other strings.
    ///
    /// - Precondition: `isKnown`.
    @inline(__always) static func packed(_ text: String) -> (low: UInt64, high: UInt64, count: Int)? {
        let (low, high) = unsafe unsafeBitCast(text, to: (UInt64, UInt64).self)
        guard high >> 60 == 0xE else { return nil }
        return (low, high & 0x00FF_FFFF_FFFF_FFFF, Int(high >> 56 & 0xF))
    }

    @unsafe @inline(__always)
    private static func words(_ text: UnsafePointer<UInt8>, _ count: Int) -> (UInt64, UInt64) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        unsafe cs_json_pack(text, count, &low, &high)
        return (low, high | UInt64(0xE0 | count) << 56)
    }
}
