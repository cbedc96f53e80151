/// Makes JSON documents, the same ones for the same seed.
package struct DocumentGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed &* 0x5851_F42D_4C95_7F2D &+ 1
    }

    /// SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 to `bound` - 1.
    package mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }

    /// True with this probability.
    package mutating func chance(_ probability: Double) -> Bool {
        Double(next() >> 11) / 9_007_199_254_740_992 < probability
    }

    /// One of `choices`.
    package mutating func pick<T>(_ choices: [T]) -> T {
        choices[below(choices.count)]
    }

    /// A document of any shape.
    package mutating func document() -> String {
        space() + value(depth: 0) + space()
    }

    private mutating func value(depth: Int) -> String {
        switch below(depth > 4 ? 7 : 10) {
        case 0: pick(["null", "true", "false"])
        case 1, 2, 3: number()
        case 4, 5, 6: string()
        case 7, 8: list("[", "]") { $0.value(depth: depth + 1) }
        default: list("{", "}") { $0.string() + $0.space() + ":" + $0.space() + $0.value(depth: depth + 1) }
        }
    }

    private mutating func list(_ open: String, _ close: String, _ member: (inout Self) -> String) -> String {
        let members = (0..<below(5)).map { _ in member(&self) + space() }
        return open + space() + members.joined(separator: "," + space()) + close
    }

    /// White space, mostly none.
    package mutating func space() -> String {
        chance(0.8) ? "" : pick([" ", "\n", "\t", "\r\n", "                   "])
    }

    /// A number in any of its forms, some beyond what types hold.
    package mutating func number() -> String {
        let sign = chance(0.3) ? "-" : ""
        switch below(7) {
        case 0: return sign + "\(below(300))"
        case 1: return sign + "\(next() >> UInt64(below(64)))"
        case 2: return "\(Double(bitPattern: next() & ~(1 << 62)))".lowercased().filter { $0 != "n" && $0 != "i" }
        case 3: return sign + "\(below(100)).\(next())"
        case 4: return sign + "\(below(10))\(pick(["e", "E"]))\(pick(["", "+", "-"]))\(below(400))"
        case 5: return sign + "\(below(1000)).\(below(100))e\(below(20) - 10)"
        default:
            return pick(["0", "-0", "0.0", "1.0", "9223372036854775807", "9223372036854775808", "1e-7", "255", "256"])
        }
    }

    /// A string with all that strings may have in them.
    package mutating func string() -> String {
        var text = "\""
        for _ in 0..<below(12) {
            text += pick([
                "a", "key", "id", "0", "é", "日本", "😹", "e\u{301}", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\u00e9",
                "\\ud83d\\ude39", "\\u0000", "\u{7f}", "a long run of plain text", " ", "\u{2028}",
            ])
        }
        return text + "\""
    }
}
