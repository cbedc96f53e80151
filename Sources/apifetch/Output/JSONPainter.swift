/// Colours JSON as it comes, byte by byte; what is not JSON passes through somehow, and nothing but colours is added.
package struct JSONPainter: Sendable {
    private enum Place { case between, word, string, escape }

    private var place = Place.between
    /// For each open container, whether it is an object.
    private var containers: [Bool] = []
    private var expectsKey = false

    package init() {}

    package mutating func paint(_ bytes: [UInt8]) -> [UInt8] {
        var painted: [UInt8] = []
        painted.reserveCapacity(bytes.count + bytes.count / 4)
        for byte in bytes { paint(byte, to: &painted) }
        return painted
    }

    private mutating func paint(_ byte: UInt8, to painted: inout [UInt8]) {
        switch place {
        case .escape:
            place = .string
            painted.append(byte)
        case .string:
            painted.append(byte)
            if byte == UInt8(ascii: "\\") {
                place = .escape
            } else if byte == UInt8(ascii: "\"") {
                painted += Style.reset.utf8
                place = .between
            }
        case .word where !Self.endsWord(byte):
            painted.append(byte)
        case .word:
            painted += Style.reset.utf8
            place = .between
            begin(byte, to: &painted)
        case .between:
            begin(byte, to: &painted)
        }
    }

    private mutating func begin(_ byte: UInt8, to painted: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "\""):
            painted += (expectsKey ? Style.blue : Style.green).rawValue.utf8
            place = .string
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            containers.append(byte == UInt8(ascii: "{"))
            expectsKey = byte == UInt8(ascii: "{")
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            _ = containers.popLast()
            expectsKey = false
        case UInt8(ascii: ","):
            expectsKey = containers.last == true
        case UInt8(ascii: ":"):
            expectsKey = false
        case 9, 10, 13, 32:
            break
        default:
            painted += Style.yellow.rawValue.utf8
            place = .word
        }
        painted.append(byte)
    }

    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 9, 10, 13, 32, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ":"): true
        default: false
        }
    }
}
