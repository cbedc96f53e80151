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
        unsafe unsafeBitCast(words(text, count), to: String.self)
    }

    @unsafe @inline(__always)
    private static func words(_ text: UnsafePointer<UInt8>, _ count: Int) -> (UInt64, UInt64) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        unsafe cs_json_pack(text, count, &low, &high)
        return (low, high | UInt64(0xE0 | count) << 56)
    }
}
