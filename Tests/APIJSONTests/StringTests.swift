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
}
