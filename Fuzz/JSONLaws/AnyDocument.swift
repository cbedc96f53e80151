/// Any JSON document as a model, so that every value of it is decoded.
package indirect enum AnyDocument: Decodable {
    case null
    case boolean(Bool)
    case whole(Int64)
    case real(Double)
    case string(String)
    case array([AnyDocument])
    case object([String: AnyDocument])

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .whole(value)
        } else if let value = try? container.decode(Double.self) {
            self = .real(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? decoder.unkeyedContainer() {
            self = .array(try Self.elements(of: value))
        } else {
            self = .object(try container.decode([String: AnyDocument].self))
        }
    }

    private static func elements(of container: any UnkeyedDecodingContainer) throws -> [AnyDocument] {
        var container = container
        var elements: [AnyDocument] = []
        while !container.isAtEnd {
            elements.append(try container.decode(AnyDocument.self))
        }
        return elements
    }
}

extension AnyDocument {
    /// Whether two decoders have read the same.
    ///
    /// A whole number that one of them could only read as a `Double` is the same when that is its nearest, or the next
    /// to it: of a fraction with more digits than a `Double` holds, Foundation's integers drop what follows the point.
    package func agrees(with other: AnyDocument) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.boolean(let a), .boolean(let b)): a == b
        case (.whole(let a), .whole(let b)): a == b
        case (.real(let a), .real(let b)): a.bitPattern == b.bitPattern
        case (.whole(let a), .real(let b)), (.real(let b), .whole(let a)): abs(Double(a) - b) <= b.ulp
        case (.string(let a), .string(let b)): Array(a.utf8) == Array(b.utf8)
        case (.array(let a), .array(let b)):
            a.count == b.count && zip(a, b).allSatisfy { $0.agrees(with: $1) }
        case (.object(let a), .object(let b)):
            a.count == b.count && a.allSatisfy { key, value in b[key].map(value.agrees) ?? false }
        default: false
        }
    }
}
