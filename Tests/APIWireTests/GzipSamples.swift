/// Compressed bytes for the tests, and a writer of gzip members that stores what it is given.
enum GzipSamples {
    static let text = Array("hello hello hello".utf8)
    static let gzip = bytes("1f8b0800000000000203cb48cdc9c957c84090008088f9e511000000")
    static let zlib = bytes("78dacb48cdc9c957c84090003a2e067d")
    static let rawDeflate = bytes("cb48cdc9c957c8409000")

    static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.utf8.compactMap { UInt8(String(UnicodeScalar($0)), radix: 16) }
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    /// One member in stored blocks (RFC 1951 3.2.4).
    static func storing(_ content: [UInt8]) -> [UInt8] {
        var member: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
        var rest = content[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            member.append(rest.isEmpty ? 1 : 0)
            member += [length, ~length].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
            member += block
        } while !rest.isEmpty
        for word in [crc32(content), UInt32(truncatingIfNeeded: content.count)] {
            member += (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
        }
        return member
    }

    /// RFC 1952 8.
    private static func crc32(_ content: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in content {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
