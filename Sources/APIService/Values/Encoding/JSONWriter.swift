package import Foundation

/// Writes what parameters hold as JSON.
package struct JSONWriter {
    private let isPretty: Bool
    private let escapesSlashes: Bool
    private let allowsFragments: Bool
    private let omitsNil: Bool
    private var bytes: [UInt8] = []

    package init(options: JSONSerialization.WritingOptions, omitsNil: Bool) {
        isPretty = options.contains(.prettyPrinted)
        escapesSlashes = !options.contains(.withoutEscapingSlashes)
        allowsFragments = options.contains(.fragmentsAllowed)
        self.omitsNil = omitsNil
    }

    package mutating func data(_ object: Any) throws(APIJSONEncoding.Error) -> Data {
        let value = ParameterValue(object)
        switch value {
        case .array, .dictionary: break
        default: guard allowsFragments else { throw .invalidJSONObject }
        }
        try write(value, depth: 0)
        return Data(bytes)
    }

    private mutating func write(_ value: ParameterValue, depth: Int) throws(APIJSONEncoding.Error) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .integer(let text):
            guard text != "NaN" else { throw .invalidJSONObject }
            bytes += text.utf8
        case .double(let number):
            guard number.isFinite else { throw .invalidJSONObject }
            bytes += ParameterValue.text(of: number).utf8
        case .string(let text): write(text)
        case .array(let values): try write(values, depth: depth)
        case .dictionary(let values): try write(values, depth: depth)
        case .other: throw .invalidJSONObject
        }
    }

    private mutating func write(_ values: [Any], depth: Int) throws(APIJSONEncoding.Error) {
        guard depth < ParameterValue.depthLimit else { throw .invalidJSONObject }
        bytes.append(UInt8(ascii: "["))
        for (position, value) in values.enumerated() {
            separate(isFirst: position == 0, depth: depth + 1)
            try write(ParameterValue(value), depth: depth + 1)
        }
        if !values.isEmpty { breakLine(depth: depth) }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ values: [String: Any], depth: Int) throws(APIJSONEncoding.Error) {
        guard depth < ParameterValue.depthLimit else { throw .invalidJSONObject }
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for (key, value) in values.sortedByKey {
            let value = ParameterValue(value)
            if omitsNil, case .null = value { continue }
            separate(isFirst: isFirst, depth: depth + 1)
            isFirst = false
            write(key)
            bytes += (isPretty ? " : " : ":").utf8
            try write(value, depth: depth + 1)
        }
        if !isFirst { breakLine(depth: depth) }
        bytes.append(UInt8(ascii: "}"))
    }

    private mutating func separate(isFirst: Bool, depth: Int) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        breakLine(depth: depth)
    }

    private mutating func breakLine(depth: Int) {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes += repeatElement(UInt8(ascii: " "), count: depth * 2)
    }

    private mutating func write(_ text: String) {
        bytes.appendJSON(text, escapesSlashes: escapesSlashes)
    }
}
