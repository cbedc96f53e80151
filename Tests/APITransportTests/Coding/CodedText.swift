/// A few words, plain and in the codings that can be undone.
enum CodedText {
    static let text = Array("the same words, the same words, the same words".utf8)
    static let gzip = bytes(
        "1f8b08000000000002032bc94855284ecc4d5528cf2f4a29d65128c1cb07002b5361cc2e000000"
    )
    static let zlib = bytes("789c2bc94855284ecc4d5528cf2f4a29d65128c1cb070083e7109b")
    static let raw = bytes("2bc94855284ecc4d5528cf2f4a29d65128c1cb0700")
    static let gzipOfZlib = bytes(
        "1f8b0800000000000203ab98a37dd22354c3ef8c6fa8c6797d2fcd6b811a074fb333343f17980d0035ed65431b000000"
    )
    static let zlibOfGzip = bytes(
        "789c93efe66000012666ed931ea11a7e677c4335ceeb7b695e0bd438789a9d413b38f18c1e501a00be610a81"
    )
    /// One member that holds 64 KB of zeros.
    static let zeros = bytes(
        "1f8b0800000000000203edc101010000008090feafee080a" + String(repeating: "00", count: 63)
            + "6aeb8e97d700000100"
    )

    /// 838,861 gzip members without content, 16 MB of them, coded with gzip twice.
    static let emptyMembersCodedTwice = bytes(
        "1f8b0800000000000203eddc314ac3600005e0bf354316693d40d55e20a453112fe096ad17701237850a3a970e2da507"
            + "10af2098411c1c0b995c85169c041d028e1d53e2254ae07bc37780373fdec92c0e75da076531380c691cd27627e9ceaf"
            + "5e2e93759ef7b2d16af871f6f3780b00000000000000000000000000001ac15d59f45bf53870593df7faf77fefdbaf07"
            + "0000000000000000000000000000d0208ec7dfcbffa7c0a2fa5c7475020000000000000000000000000040e3c8ce6f2e"
            + "ea2de0e96f753d8d8f9c250200000000000000000000000000f6cbeb5b788a269b2884d60e941d6cfc1a9f0000"
    )

    private static func bytes(_ hexadecimal: String) -> [UInt8] {
        let digits = hexadecimal.compactMap(\.hexDigitValue).map(UInt8.init)
        return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
