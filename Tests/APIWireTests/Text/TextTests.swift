import APIWire
import Testing

@Suite struct `Base64 text` {
    /// RFC 4648, section 10.
    static let vectors = [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ]

    @Test(arguments: vectors)
    func `is what the RFC gives`(_ plain: String, _ encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test func `holds every byte`() {
        let all = (0...255).map { UInt8($0) }
        #expect(Base64.decode(Base64.encode(all)) == all)
        #expect(Base64.encode([0xfb, 0xff, 0xfe]) == "+//+")
    }

    @Test(arguments: ["Zg=", "Zg", "Z===", "====", "Zh==", "Zm9=", "Zm 9v", "Zg==Zg==", "Z=9v", "Zm9v\n", "_-8="])
    func `is refused when it is not canonical`(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }
}

@Suite struct `A JSON writer` {
    private func text(_ write: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        write(&json)
        return String(decoding: json.bytes, as: UTF8.self)
    }

    @Test func `puts commas between values and nowhere else`() {
        let written = text { json in
            json.object { json in
                json.key("a")
                json.integer(1)
                json.key("b")
                json.array { json in
                    json.array { _ in }
                    json.object { _ in }
                    json.null()
                    json.boolean(true)
                }
                json.key("c")
                json.base64([1, 2])
            }
        }
        #expect(written == #"{"a":1,"b":[[],{},null,true],"c":"AQI="}"#)
    }

    @Test func `escapes what a string may not hold`() {
        #expect(text { $0.string("a\"\\\n\r\t\u{0}\u{1f}\u{7f}é/") } == #""a\"\\\n\r\t\u0000\u001f\u007fé/""#)
    }

    @Test(arguments: [
        (Duration.zero, "0"), (.milliseconds(12), "12"), (.microseconds(1_500), "1.5"), (.microseconds(7), "0.007"),
        (.microseconds(60_000_010), "60000.01"), (.nanoseconds(999), "0"), (.seconds(-1), "0"),
        (.seconds(Int64.max), "9223372036854775807"),
    ])
    func `gives durations in milliseconds`(_ duration: Duration, _ expected: String) {
        #expect(text { $0.milliseconds(duration) } == expected)
    }
}
