import APIJSON
import Testing

@Suite struct `A JSON string` {
    func decode(_ text: String) -> String? {
        try? APIJSONParser().decode(String.self, from: Array(text.utf8))
    }

    @Test(arguments: [
        (#""""#, ""), (#""\u0061\u30af\u30EA""#, "aクリ"), (#""\ud83d\ude39""#, "😹"), (#""\uD834\uDD1Ex""#, "𝄞x"),
        (#""a\/b\\c\"d""#, "a/b\\c\"d"), (#""\b\f\n\r\t""#, "\u{8}\u{c}\n\r\t"), (#""\u0000""#, "\u{0}"),
        (#""\u07ff\u0800\uffff""#, "\u{7ff}\u{800}\u{ffff}"),
    ])
    func `is read without its escapes`(text: String, value: String) {
        #expect(decode(text) == value)
    }

    @Test(arguments: 0...70)
    func `is read whole whatever its length and wherever it is special`(length: Int) {
        let plain = String(repeating: "x", count: length)
        #expect(decode("\"\(plain)\"") == plain)
        #expect(decode("\"\(plain)é\(plain)\"") == plain + "é" + plain)
        #expect(decode("\"\(plain)\\n\(plain)\"") == plain + "\n" + plain)
    }

    /// What is UTF-8 the standard library knows.
    @Test(arguments: ["日本語のテキスト一二三書いて", "ก่อนะ\u{800}\u{fff}한국어\u{d7ff}\u{e000}", "aé日😹日é語a本日日日日日"])
    func `is refused with a wrong byte wherever that is`(text: String) {
        for wrong: UInt8 in [0x41, 0x80, 0xA0, 0xBF, 0xC3, 0xE0, 0xE3, 0xED, 0xF0, 0xFF] {
            for place in 0..<text.utf8.count {
                var bytes = Array(text.utf8)
                bytes[place] = wrong
                let document = [UInt8(ascii: "\"")] + bytes + Array("日本語日本語日本語\"".utf8)
                let expected = String(validating: document.dropFirst().dropLast(), as: UTF8.self)
                #expect((try? APIJSONParser().decode(String.self, from: document)) == expected, "\(bytes)")
            }
        }
    }
}
