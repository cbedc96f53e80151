import APIJSON
import Testing

@Suite struct `Values of the standard library` {
    enum Colour: String, Decodable { case red, green }
    enum Level: Int, Decodable { case low = 1, high = 9 }
    enum Shape: Decodable, Equatable {
        case circle(radius: Double)
        case rectangle(Int, Int)
        case point
    }

    enum KeyedBy: String, CodingKeyRepresentable, Decodable { case a, b }
    enum NumberedBy: Int, CodingKeyRepresentable, Decodable { case low = 1, high = 9 }

    @propertyWrapper struct Lossy<Element: Decodable>: Decodable {
        var wrappedValue: [Element]
        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            wrappedValue = []
            while !container.isAtEnd {
                if let element = try? container.decode(Element.self) {
                    wrappedValue.append(element)
                } else {
                    _ = try container.superDecoder()
                }
            }
        }
    }

    struct Wrapped: Decodable {
        @Lossy var numbers: [Int]
    }

    @propertyWrapper struct Clamped: Decodable, Equatable {
        var wrappedValue: Int
        init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
        init(from decoder: any Decoder) throws {
            wrappedValue = min(try decoder.singleValueContainer().decode(Int.self), 10)
        }
    }

    struct Settings: Decodable, Equatable {
        @Clamped var level: Int
        @Clamped var other: Int
    }

    @Test func `may be wrapped, with a value for a missing key`() throws {
        #expect(try decode(Settings.self, #"{"level":99,"other":3}"#) == Settings(level: 10, other: 3))
        #expect(try decode(Settings.self, #"{"level":4}"#) == Settings(level: 4, other: 7))
        #expect(throws: DecodingError.self) { try decode(Settings.self, #"{"level":"x"}"#) }
    }

    @Test func `are read as their own initializers say`() throws {
        #expect(try decode([Colour].self, #"["red","green"]"#) == [.red, .green])
        #expect(try decode([Level].self, "[1,9]") == [.low, .high])
        #expect(throws: DecodingError.self) { try decode([Level].self, "[2]") }
        #expect(try decode(Set<Int>.self, "[1,2,2]") == [1, 2])
        #expect(try decode(ClosedRange<Int>.self, "[1,2]") == 1...2)
        #expect(try decode([Bool?].self, "[true,null,false]") == [true, nil, false])
        #expect(try decode(String??.self, "null") == .some(.none) || decode(String??.self, "null") == nil)
        #expect(try decode(Float16.self, "0.5") == 0.5)
        #expect(try decode(ContiguousArray<[Int]>.self, "[[1],[]]") == [[1], []])
    }

    @Test func `are enumerations with payloads`() throws {
        let text = #"[{"circle":{"radius":1.5}},{"rectangle":{"_0":1,"_1":2}},{"point":{}}]"#
        #expect(try decode([Shape].self, text) == [.circle(radius: 1.5), .rectangle(1, 2), .point])
        #expect(throws: DecodingError.self) { try decode(Shape.self, #"{"circle":{"radius":1},"point":{}}"#) }
    }

    @Test func `are dictionaries by any kind of key`() throws {
        #expect(try decode([String: [Int]].self, #"{"a":[1],"":[2,3]}"#) == ["a": [1], "": [2, 3]])
        #expect(try decode([Int: String].self, #"{"1":"a","-2":"b"}"#) == [1: "a", -2: "b"])
        #expect(throws: DecodingError.self) { try decode([Int: String].self, #"{"x":"a"}"#) }
        #expect(try decode([KeyedBy: Int].self, #"{"a":1,"b":2}"#) == [.a: 1, .b: 2])
        #expect(try decode([Colour: Int].self, #"["red",1,"green",2]"#) == [.red: 1, .green: 2])
        #expect(throws: DecodingError.self) { try decode([Colour: Int].self, #"["red",1,"green"]"#) }
        #expect(try decode([NumberedBy: String].self, #"{"1":"a","9":"b"}"#) == [.low: "a", .high: "b"])
        #expect(throws: DecodingError.self) { try decode([NumberedBy: String].self, #"{"2":"a"}"#) }
        #expect(throws: DecodingError.self) { try decode([KeyedBy: Int].self, #"{"c":1}"#) }
        #expect(try decode([String: Int?].self, #"{"a":null,"b":1}"#) == ["a": nil, "b": 1])
        #expect(try decode([String: Int].self, #"{"a":1,"a":2}"#) == ["a": 1])
    }

    @Test func `may be wrapped, and bad elements passed`() throws {
        #expect(try decode(Wrapped.self, #"{"numbers":[1,"x",2,null,{"a":[]},3]}"#).numbers == [1, 2, 3])
    }

    @Test func `may be alone in a document`() throws {
        #expect(try decode(Int.self, " 5 ") == 5)
        #expect(try decode(String?.self, "null") == nil)
        #expect(try decode(Bool.self, "false") == false)
        #expect(try decode(Double.self, "-1e3") == -1000)
    }
}

extension KeyedDecodingContainer {
    fileprivate func decode(
        _ type: `Values of the standard library`.Clamped.Type,
        forKey key: Key
    ) throws -> `Values of the standard library`.Clamped {
        try decodeIfPresent(type, forKey: key) ?? .init(wrappedValue: 7)
    }
}
