import APIService
import Foundation
import JSONLaws
import Testing

/// Whatever a model does, its body is what Foundation's encoder makes of it.
@Suite struct `A model as a JSON body` {
    private static func body(_ value: some Encodable, _ encoder: JSONEncoder = JSONEncoder()) throws -> Data {
        let request = try URLRequest(url: "http://h/p", method: .post)
        return try #require(try APIEncodedParameters.json(value, encoder: encoder).encode(request, with: nil).httpBody)
    }

    /// The same bytes for what has one key to an object at most, otherwise the same document, since Foundation leaves
    /// the order of keys to chance.
    private func expectSame(_ value: some Encodable, _ encoder: JSONEncoder = JSONEncoder(), isOrdered: Bool = true)
        throws
    {
        let ours = try Self.body(value, encoder)
        let theirs = try encoder.encode(value)
        if isOrdered {
            #expect(String(decoding: ours, as: UTF8.self) == String(decoding: theirs, as: UTF8.self))
        } else {
            #expect(ours.count == theirs.count)
            let read = try APIJSONDecoder().decode(AnyDocument.self, from: ours)
            #expect(read.agrees(with: try APIJSONDecoder().decode(AnyDocument.self, from: theirs)))
        }
    }

    private struct Box<Value: Encodable>: Encodable {
        var value: Value
    }

    @Test(arguments: UInt64(0)..<4)
    func `writes strings and numbers as Foundation does`(seed: UInt64) throws {
        var generator = DocumentGenerator(seed: 900 + seed)
        for _ in 0..<300 {
            let text = try APIJSONDecoder().decode(String.self, from: Data(generator.string().utf8))
            try expectSame(Box(value: text + String(UnicodeScalar(UInt8(generator.below(160))))))
            try expectSame([text: [text]])
            guard let number = Double(generator.number()), number.isFinite else { continue }
            try expectSame([Box(value: number)])
            try expectSame([Float(number)].filter(\.isFinite))
            try expectSame(Int64(exactly: number.rounded()))
        }
    }

    @Test func `writes the limits of numbers`() throws {
        try expectSame([Int64.min, .max, 0, -1])
        try expectSame([UInt64.max, 10])
        try expectSame([Int8.min, Int8.max])
        try expectSame([
            Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1, -0.0, 1e21, 1e16, 123456789012345680,
        ])
        try expectSame([Float.leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1])
        try expectSame([Decimal(string: "0.1"), Decimal(string: "12345678901234567890.5")])
        #expect(try Self.body([1.0, 0.1, 1e21]) == Data("[1,0.1,1e+21]".utf8))
        #expect(try Self.body("a/b") == Data(#""a\/b""#.utf8))
    }

    private struct Order: Encodable {
        enum State: String, Encodable { case open }
        enum Payment: Encodable { case card(number: String), cash }
        struct Line: Encodable {
            var product: URL?
            var count: UInt8
        }
        var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        var date = Date(timeIntervalSince1970: 1_714_557_600.25)
        var data = Data([0, 255, 254])
        var amount = Decimal(string: "9.95")
        var lines = [Line(product: URL(string: "http://h/a?b=c"), count: 1), Line(product: nil, count: 255)]
        var state = State.open
        var payments = [Payment.card(number: "4\"2"), .cash]
        var nothing: Int?
        var names = ["a": 1, "é": 2]
        var places = [1: "x", -2: "y"]
        var mixed: [[Double?]] = [[], [1, nil, 2.5]]
        var empty: [String: Int] = [:]
        var range = 1...3
        var many = Dictionary(uniqueKeysWithValues: (0..<100).map { ("key\($0)", $0) })
    }

    @Test(arguments: [0, 1, 2, 3, 4])
    func `writes all kinds of values by the encoder's settings`(variant: Int) throws {
        let encoder = JSONEncoder()
        switch variant {
        case 1:
            encoder.dateEncodingStrategy = .iso8601
            encoder.outputFormatting = .withoutEscapingSlashes
        case 2:
            encoder.dateEncodingStrategy = .millisecondsSince1970
            encoder.dataEncodingStrategy = .deferredToData
        case 3:
            encoder.dateEncodingStrategy = .custom { date, encoder in
                var container = encoder.unkeyedContainer()
                try container.encode(date.timeIntervalSince1970)
                try container.encode(encoder.codingPath.map(\.stringValue))
            }
            encoder.dataEncodingStrategy = .custom { _, _ in }
        case 4:
            encoder.dateEncodingStrategy = .secondsSince1970
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        default: break
        }
        try expectSame(Order(), encoder, isOrdered: false)
        try expectSame([Order()], encoder, isOrdered: false)
    }

    private class Base: Encodable {
        var id = 1
    }

    private final class Derived: Base {
        enum Key: String, CodingKey { case name, parent, id }
        let way: Int
        init(_ way: Int) { self.way = way }

        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            switch way {
            case 0:
                try container.encode("a", forKey: .name)
                try super.encode(to: encoder)
            case 1:
                try super.encode(to: container.superEncoder())
                try container.encode("a", forKey: .name)
            case 2:
                let parent = container.superEncoder(forKey: .parent)
                try container.encode("a", forKey: .name)
                try super.encode(to: parent)
            case 3:
                try super.encode(to: encoder)
                try container.encode(2, forKey: .id)
            case 4: _ = container.superEncoder()
            default:
                try? container.encode(Failing(), forKey: .parent)
                try container.encode("a", forKey: .name)
            }
        }
    }

    private struct Failing: Encodable {
        struct Refusal: Error {}
        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            try container.encode(1)
            throw Refusal()
        }
    }

    @Test(arguments: 0..<6)
    func `writes parents, late members, repeated keys and what failed as Foundation does`(way: Int) throws {
        try expectSame(Derived(way), isOrdered: false)
        try expectSame([Derived(way), Derived(0)], isOrdered: false)
    }

    private struct Interleaved: Encodable {
        enum Key: String, CodingKey { case a, b, list }
        let isLate: Bool

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Key.self)
            var a = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
            try a.encode(1, forKey: .a)
            var list = outer.nestedUnkeyedContainer(forKey: .list)
            try list.encode("x")
            if isLate { try a.encode(2, forKey: .b) }
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encodeNil(forKey: .a)
            #expect(inner.codingPath.map(\.stringValue).suffix(2) == ["list", "Index 1"])
            _ = list.nestedUnkeyedContainer()
            try list.encodeNil()
            #expect(list.count == 4)
            try outer.encode(true, forKey: .b)
        }
    }

    @Test(arguments: [false, true])
    func `writes nested containers, also out of order`(isLate: Bool) throws {
        try expectSame([Interleaved(isLate: isLate)], isOrdered: false)
    }

    /// Writes what a container that it has left says about itself.
    private struct Looking: Encodable {
        enum Key: String, CodingKey { case a, b, list }
        let way: Int

        func encode(to encoder: any Encoder) throws {
            var outer = encoder.container(keyedBy: Key.self)
            let a = outer.nestedContainer(keyedBy: Key.self, forKey: .a)
            let parent = outer.superEncoder()
            var list = outer.nestedUnkeyedContainer(forKey: .list)
            let path =
                switch way {
                case 0: a.codingPath
                case 1: parent.codingPath
                case 2: encoder.codingPath
                default: list.codingPath
                }
            try list.encode(path.map(\.stringValue))
        }
    }

    @Test(arguments: 0..<4)
    func `knows the paths of containers that were left`(way: Int) throws {
        try expectSame([Box(value: Looking(way: way))], isOrdered: false)
    }

    private struct Silent: Encodable {
        func encode(to encoder: any Encoder) throws {}
    }

    @Test func `writes an empty object for a model that writes nothing`() throws {
        try expectSame([Silent()])
        try expectSame(Box(value: Silent()))
        #expect(throws: AFError.self) { try Self.body(Silent()) }
    }

    @Test func `has Foundation's errors`() throws {
        for value in [Double.nan, .infinity, -.infinity] {
            let error = try #require(throws: AFError.self) { try Self.body(["a": [value]]) }
            guard case .parameterEncoderFailed(.encoderFailed(let inner)) = error,
                case EncodingError.invalidValue(_, let context) = inner
            else { throw error }
            #expect(context.codingPath.map(\.stringValue) == ["a", "Index 0"])
        }
        let encoder = JSONEncoder()
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "+",
            negativeInfinity: "-",
            nan: "?"
        )
        #expect(try Self.body([Double.nan, .infinity, -.infinity], encoder) == Data(#"["?","+","-"]"#.utf8))
    }

    @Test func `passes userInfo`() throws {
        struct Informed: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(encoder.userInfo[CodingUserInfoKey(rawValue: "key")!] as? String)
            }
        }
        let encoder = JSONEncoder()
        encoder.userInfo[CodingUserInfoKey(rawValue: "key")!] = "here"
        #expect(try Self.body([Informed()], encoder) == Data(#"["here"]"#.utf8))
    }
}
