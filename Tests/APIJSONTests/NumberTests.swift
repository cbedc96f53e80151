import APIJSON
import Testing

@Suite struct `A JSON number` {
    let parser = APIJSONParser()

    func decode<T: Decodable>(_ type: T.Type, _ text: String) -> T? {
        try? parser.decode(type, from: Array(text.utf8))
    }

    func expectLimits<T: FixedWidthInteger & Decodable>(_ type: T.Type) {
        #expect(decode(type, "\(T.min)") == T.min)
        #expect(decode(type, "\(T.max)") == T.max)
        let above = "\(T.max)".dropLast() + "\((Int("\(T.max)".suffix(1)) ?? 0) + 1)"
        #expect(decode(type, String(above)) == nil)
        #expect(decode(type, "\(T.max)0") == nil)
        #expect(decode(type, "\(T.min)".first == "-" ? "\(T.min)0" : "-1") == nil)
        #expect(decode(type, "-0") == 0)
        #expect(decode(type, "1.0e1") == 10)
        #expect(decode(type, "1200e-2") == 12)
        #expect(decode(type, "\(T.max).000") == T.max)
        #expect(decode(type, "1.5") == nil)
        #expect(decode(type, "1e-1") == nil)
        #expect(decode(type, "1e99999999999999999999") == nil)
        #expect(decode(type, "0e99999999999999999999") == 0)
    }

    @Test func `is exact to the limits of every integer type`() {
        expectLimits(Int.self)
        expectLimits(Int8.self)
        expectLimits(Int16.self)
        expectLimits(Int32.self)
        expectLimits(Int64.self)
        expectLimits(Int128.self)
        expectLimits(UInt.self)
        expectLimits(UInt8.self)
        expectLimits(UInt16.self)
        expectLimits(UInt32.self)
        expectLimits(UInt64.self)
        expectLimits(UInt128.self)
    }

    @Test(arguments: 1...20)
    func `is read whole whatever its length`(length: Int) {
        for pattern in ["1234567890", "9876543210", "1000000000", "9999999999"] {
            let digits = String(repeating: pattern, count: 2).prefix(length)
            for text in ["\(digits)", "-\(digits)"] {
                #expect(decode(Int.self, text) == Int(text), "\(text)")
                #expect(decode(Int128.self, text) == Int128(text), "\(text)")
                #expect(decode(Double.self, text) == Double(text), "\(text)")
                for place in 1..<max(length, 1) {
                    let real = text.dropLast(place) + "." + text.suffix(place)
                    guard real.first != "0", let last = real.dropLast(place + 1).last, last != "-" else { continue }
                    #expect(decode(Double.self, String(real)) == Double(real), "\(real)")
                    #expect(decode(Float.self, String(real)) == Float(real), "\(real)")
                }
            }
        }
    }

    @Test(arguments: [
        "0.0", "-0.0", "0.00001", "-0.5", "1.5e3", "-1.5E-3", "1e5", "12.5e+1", "0e0", "-1.25e0", "0.1e1",
    ])
    func `is read with its sign, point and exponent`(text: String) {
        #expect(decode(Double.self, text)?.bitPattern == Double(text)?.bitPattern)
    }

    @Test func `comes back as the same Double when printed shortest`() throws {
        var random = SystemRandomNumberGenerator()
        var values = [
            0, -0.0, .leastNonzeroMagnitude, .leastNormalMagnitude.nextDown, .leastNormalMagnitude,
            .greatestFiniteMagnitude, 0.1, 1e22, 1e23,
        ]
        for _ in 0..<100_000 {
            values.append(Double(bitPattern: random.next()))
        }
        for exponent in -323...308 {
            values.append(contentsOf: ["1e\(exponent)", "9.999999999999999e\(exponent)"].compactMap(Double.init))
        }
        values.removeAll { !$0.isFinite }
        let text = "[" + values.map { "\($0)" }.joined(separator: ",") + "]"
        let decoded = try parser.decode([Double].self, from: Array(text.utf8))
        #expect(decoded.map(\.bitPattern) == values.map(\.bitPattern))
    }

    @Test func `comes back as the same Float when printed shortest`() throws {
        var random = SystemRandomNumberGenerator()
        let values =
            (0..<50_000).map { _ in Float(bitPattern: random.next()) }.filter(\.isFinite) + [.leastNonzeroMagnitude]
        let text = "[" + values.map { "\($0)" }.joined(separator: ",") + "]"
        let decoded = try parser.decode([Float].self, from: Array(text.utf8))
        #expect(decoded.map(\.bitPattern) == values.map(\.bitPattern))
    }

    /// Each pair: the text, and the nearest Double in hexadecimal.
    @Test(arguments: [
        ("9007199254740993", 0x1p53),
        ("9007199254740993.00000000000000000000000000000000000000001", 0x1.0000000000001p53),
        ("9007199254740995", 0x1.0000000000002p53), ("1.7976931348623158e308", 0x1.fffffffffffffp1023),
        ("2.4703282292062328e-324", Double.leastNonzeroMagnitude), ("0.000000000000000000000000000000000000001e39", 1),
        ("1e23", 0x1.52d02c7e14af6p76), ("8.41e21", 0x1.c7e83209e90b2p72), ("2.2250738585072012e-308", 0x1p-1022),
        ("100000000000000000000000000000000000000000e-41", 1), ("123456789012345678901234567890", 0x1.8ee90ff6c373ep96),
    ])
    func `is rounded correctly where it is hard`(text: String, value: Double) {
        #expect(decode(Double.self, text) == value)
    }

    @Test func `is rounded correctly however many digits it has`() {
        let half = "1.00000000000000011102230246251565404236316680908203125"
        #expect(decode(Double.self, half) == 1)
        #expect(decode(Double.self, half + String(repeating: "0", count: 2000) + "1") == 1.nextUp)
        #expect(decode(Double.self, "1" + String(repeating: "0", count: 5000) + "e-5000") == 1)
        #expect(decode(Double.self, "0." + String(repeating: "0", count: 5000) + "1e5001") == 1)
    }

    @Test(arguments: ["1e309", "-1e309", "1e99999999999999999999", "1e-400", "2e-324"])
    func `is refused when no Double is near it`(text: String) {
        #expect(decode(Double.self, text) == nil)
    }

    @Test func `is rounded once to a Float, not twice`() {
        #expect(decode(Float.self, "1.00000005960464477539062500000001") == Float(1).nextUp)
        #expect(decode(Float.self, "1.000000059604644775390625") == 1)
        #expect(decode(Float.self, "16777217") == 16_777_216)
        #expect(decode(Float.self, "1e39") == nil)
        #expect(decode(Float.self, "1e-50") == nil)
        #expect(decode(Float.self, "1e-45") == .leastNonzeroMagnitude)
    }

    @Test func `is no boolean, and a boolean is no number`() {
        #expect(decode(Bool.self, "1") == nil)
        #expect(decode(Int.self, "true") == nil)
        #expect(decode(Int.self, "\"1\"") == nil)
    }
}
