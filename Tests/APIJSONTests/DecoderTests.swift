import APIJSON
import Testing

@Suite struct `A model` {
    struct Person: Decodable, Equatable {
        var name: String
        var age: Int?
        var tags: [String]?
    }

    @Test func `reads its keys in any order and passes those it does not know`() throws {
        let expected = Person(name: "a", age: 1, tags: ["x"])
        #expect(try decode(Person.self, #"{"name":"a","age":1,"tags":["x"]}"#) == expected)
        #expect(
            try decode(Person.self, #"{"tags":["x"],"other":[{"name":"b"}],"age":1,"more":{"age":9},"name":"a"}"#)
                == expected
        )
    }

    @Test func `takes a missing key and null alike for an optional`() throws {
        #expect(try decode(Person.self, #"{"name":"a"}"#) == Person(name: "a"))
        #expect(try decode(Person.self, #"{"name":"a","age":null,"tags":null}"#) == Person(name: "a"))
    }

    @Test(arguments: [
        #"{"name":"first","age":1,"name":"second"}"#, #"{"age":1,"name":"first","x":0,"name":"second","name":3}"#,
        #"{"x":0,"name":"first","name":"second","age":1}"#, #"{"n\u0061me":"first","name":"second","age":1}"#,
    ])
    func `takes the first of equal keys`(text: String) throws {
        #expect(try decode(Person.self, text) == Person(name: "first", age: 1))
    }

    @Test func `takes the first of equal keys in whatever order it asks`() throws {
        struct Backwards: Decodable {
            let values: [Int]
            enum CodingKeys: CodingKey { case a, b, c }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                values = try [.c, .b, .a, .a, .c, .b].map { try container.decode(Int.self, forKey: $0) }
            }
        }
        #expect(try decode(Backwards.self, #"{"a":1,"b":2,"a":3,"c":4,"b":5,"c":6}"#).values == [4, 2, 1, 1, 4, 2])
    }

    @Test func `finds keys with escapes and keys that are equal only as strings`() throws {
        struct Accents: Decodable {
            let é: Int
            let plain: Int
        }
        let read = try decode(Accents.self, "{\"e\u{301}\":1,\"pl\\u0061in\":2}")
        #expect((read.é, read.plain) == (1, 2))
    }

    @Test func `with very many keys is found without searching each time`() throws {
        struct Wide: Decodable {
            let sum: Int
            struct Key: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                var sum = 0
                for index in (0..<20_000).reversed() {
                    sum += try container.decode(Int.self, forKey: Key(stringValue: "key\(index)"))
                }
                self.sum = sum
                #expect(!container.contains(Key(stringValue: "key20000")))
                #expect(container.allKeys.count == 20_000)
            }
        }
        let text = "{" + (0..<20_000).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"
        #expect(try decode(Wide.self, text).sum == 199_990_000)
    }

    @Test func `reads nested containers by hand`() throws {
        struct ByHand: Decodable {
            var numbers: [Int] = []
            var name = ""
            var skipped = false
            enum Outer: CodingKey { case list, inner }
            enum Inner: CodingKey { case name }
            init(from decoder: any Decoder) throws {
                let outer = try decoder.container(keyedBy: Outer.self)
                var list = try outer.nestedUnkeyedContainer(forKey: .list)
                #expect(list.count == 4)
                numbers.append(try list.decode(Int.self))
                skipped = try list.decodeNil()
                #expect(try !list.decodeNil())
                var nested = try list.nestedUnkeyedContainer()
                while !nested.isAtEnd { numbers.append(try nested.decode(Int.self)) }
                #expect(list.currentIndex == 3)
                name = try list.nestedContainer(keyedBy: Inner.self).decode(String.self, forKey: .name)
                #expect(list.isAtEnd)
                name += try outer.nestedContainer(keyedBy: Inner.self, forKey: .inner).decode(
                    String.self,
                    forKey: .name
                )
            }
        }
        let read = try decode(ByHand.self, #"{"list":[1,null,[2,3],{"name":"a"}],"inner":{"name":"b"}}"#)
        #expect(read.numbers == [1, 2, 3])
        #expect(read.name == "ab")
        #expect(read.skipped)
    }

    @Test func `may keep two containers of one kind at once`() throws {
        struct Pair: Decodable {
            let values: [Int]
            enum Outer: CodingKey { case a, b }
            enum Inner: CodingKey { case x, y }
            init(from decoder: any Decoder) throws {
                let outer = try decoder.container(keyedBy: Outer.self)
                let a = try outer.nestedContainer(keyedBy: Inner.self, forKey: .a)
                let b = try outer.nestedContainer(keyedBy: Inner.self, forKey: .b)
                values = try [
                    a.decode(Int.self, forKey: .x), b.decode(Int.self, forKey: .x), a.decode(Int.self, forKey: .y),
                    b.decode(Int.self, forKey: .y),
                ]
            }
        }
        #expect(try decode([Pair].self, #"[{"a":{"x":1,"y":2},"b":{"x":3,"y":4}}]"#).map(\.values) == [[1, 3, 2, 4]])
    }

    final class Tree: Decodable {
        let name: String
        let children: [Tree]?
        var flattened: String { name + (children ?? []).map(\.flattened).joined() }
    }

    @Test func `may contain itself`() throws {
        let text = #"{"name":"a","children":[{"name":"b","children":[{"name":"c"}]},{"children":[],"name":"d"}]}"#
        #expect(try decode(Tree.self, text).flattened == "abcd")
    }
}

@Suite struct `A class hierarchy` {
    class Base: Decodable {
        let id: Int
        init(id: Int) { self.id = id }
    }

    final class SameObject: Base {
        let name: String
        enum CodingKeys: CodingKey { case name }
        required init(from decoder: any Decoder) throws {
            name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
            try super.init(from: decoder)
        }
    }

    final class UnderSuper: Base {
        let name: String
        enum CodingKeys: CodingKey { case name, parent }
        required init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            try super.init(from: container.superDecoder())
        }
    }

    final class InArray: Base {
        let name: String
        required init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            name = try container.decode(String.self)
            try super.init(from: container.superDecoder())
        }
    }

    struct Silent: Decodable {
        let isNil: Bool
        let path: [String]
        enum CodingKeys: CodingKey { case parent }
        init(from decoder: any Decoder) throws {
            let parent = try decoder.container(keyedBy: CodingKeys.self).superDecoder(forKey: .parent)
            isNil = try parent.singleValueContainer().decodeNil()
            path = parent.codingPath.map(\.stringValue)
        }
    }

    @Test func `reads its parent from the same object`() throws {
        let read = try decode(SameObject.self, #"{"id":1,"name":"a"}"#)
        #expect((read.id, read.name) == (1, "a"))
    }

    @Test func `reads its parent from under super`() throws {
        let read = try decode(UnderSuper.self, #"{"super":{"id":1},"name":"a"}"#)
        #expect((read.id, read.name) == (1, "a"))
        let element = try decode(InArray.self, #"["a",{"id":1}]"#)
        #expect((element.id, element.name) == (1, "a"))
    }

    @Test func `gives null for a parent that is not there`() throws {
        let read = try decode([Silent].self, #"[{"x":1},{"parent":2}]"#)
        #expect(read.map(\.isNil) == [true, false])
        #expect(read.map(\.path) == [["Index 0", "parent"], ["Index 1", "parent"]])
        #expect(throws: DecodingError.self) { try decode(UnderSuper.self, #"{"name":"a"}"#) }
    }
}

@Suite struct `A decoder` {
    struct Looking: Decodable {
        let path: String
        init(from decoder: any Decoder) throws {
            _ = try decoder.singleValueContainer().decode(Int.self)
            path = decoder.codingPath.map(\.stringValue).joined(separator: "/")
        }
    }

    @Test func `tells each value its coding path`() throws {
        struct Outer: Decodable {
            let list: [Looking]
            let named: [String: Looking]
            let deep: [[Looking]]
        }
        let read = try decode(Outer.self, #"{"x":[1],"list":[1,2],"named":{"a":3},"deep":[[],[4,5]]}"#)
        #expect(read.list.map(\.path) == ["list/Index 0", "list/Index 1"])
        #expect(read.named["a"]?.path == "named/a")
        #expect(read.deep[1].map(\.path) == ["deep/Index 1/Index 0", "deep/Index 1/Index 1"])
    }

    @Test func `tells each container its coding path`() throws {
        struct Containers: Decodable {
            var paths: [String] = []
            enum Key: String, CodingKey { case list, inner, parent }
            init(from decoder: any Decoder) throws {
                let outer = try decoder.container(keyedBy: Key.self)
                var list = try outer.nestedUnkeyedContainer(forKey: .list)
                note(outer.codingPath)
                note(list.codingPath)
                let first = try list.nestedContainer(keyedBy: Key.self)
                note(first.codingPath)
                var second = try list.nestedUnkeyedContainer()
                note(second.codingPath)
                note(try second.superDecoder().codingPath)
                note(try outer.nestedContainer(keyedBy: Key.self, forKey: .inner).codingPath)
                note(try outer.superDecoder(forKey: .parent).codingPath)
                note(try outer.superDecoder().codingPath)
                note(try decoder.singleValueContainer().codingPath)
            }
            mutating func note(_ path: [any CodingKey]) {
                paths.append(path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/"))
            }
        }
        let text = #"[0, {"inner":{},"list":[{}, [7]],"super":1,"parent":{}}]"#
        struct Pair: Decodable {
            let paths: [String]
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = try container.decode(Int.self)
                paths = try container.decode(Containers.self).paths
            }
        }
        #expect(
            try decode(Pair.self, text).paths
                == ["1", "1/list", "1/list/0", "1/list/1", "1/list/1/0", "1/inner", "1/parent", "1/super", "1"]
        )
    }

    @Test func `tells coding paths in large documents without walking each time`() throws {
        let text = "[" + repeatElement("[1]", count: 40_000).joined(separator: ",") + "]"
        let read = try decode([[Looking]].self, text)
        #expect(read.last?.last?.path == "Index 39999/Index 0")
    }

    @Test func `passes userInfo`() throws {
        struct Informed: Decodable {
            let value: String
            init(from decoder: any Decoder) throws {
                value = decoder.userInfo[CodingUserInfoKey(rawValue: "key")!] as? String ?? ""
            }
        }
        var parser = APIJSONParser()
        parser.userInfo[CodingUserInfoKey(rawValue: "key")!] = "here"
        #expect(try decode([Informed].self, "[0]", parser).map(\.value) == ["here"])
    }

    @Test func `outlives its decoding`() throws {
        struct Extractor: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) { self.decoder = decoder }
        }
        struct Kept: Decodable {
            let container: KeyedDecodingContainer<Key>
            enum Key: CodingKey { case a }
            init(from decoder: any Decoder) throws { container = try decoder.container(keyedBy: Key.self) }
        }
        let decoder = try decode(Extractor.self, #"{"a":[1,2],"b":"text"}"#).decoder
        #expect(try [String: APIJSONTestsAny](from: decoder)["b"]?.text == "text")
        let kept = try decode([Kept].self, #"[{"a":1},{"a":2},{"a":3}]"#)
        #expect(try kept.map { try $0.container.decode(Int.self, forKey: .a) } == [1, 2, 3])
    }

    struct APIJSONTestsAny: Decodable {
        let text: String?
        init(from decoder: any Decoder) throws {
            text = try? decoder.singleValueContainer().decode(String.self)
        }
    }

    struct Snake: Decodable, Equatable {
        let oneTwo: Int
        let _private_: Int
        let URL: [String: Int]?
    }

    @Test func `converts keys from snake case, but not those of dictionaries`() throws {
        var parser = APIJSONParser()
        parser.keyDecodingStrategy = .convertFromSnakeCase
        let text = #"[{"one_two":1,"_private_":2,"URL":{"a_b":3}},{"ONE_TWO":1,"_private_":2}]"#
        let expected = [Snake(oneTwo: 1, _private_: 2, URL: ["a_b": 3]), Snake(oneTwo: 1, _private_: 2, URL: nil)]
        #expect(try decode([Snake].self, text, parser) == expected)
    }

    @Test func `converts keys by a function of their path`() throws {
        struct Inner: Decodable { let value: Int }
        struct Outer: Decodable { let inner: [Inner] }
        var parser = APIJSONParser()
        parser.keyDecodingStrategy = .custom { path in
            path.count == 3 ? AnyKey("value") : AnyKey(String(path[path.count - 1].stringValue.dropFirst()))
        }
        #expect(try decode(Outer.self, #"{"_inner":[{"whatever":1}]}"#, parser).inner.map(\.value) == [1])
    }

    struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(_ text: String) { stringValue = text }
        init(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    @Test func `reads infinities by the names it is given`() throws {
        var parser = APIJSONParser()
        parser.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "inf",
            negativeInfinity: "-inf",
            nan: "nan"
        )
        let values = try decode([Double].self, #"["inf","-inf","nan",1]"#, parser)
        #expect(values[0] == .infinity && values[1] == -.infinity && values[2].isNaN && values[3] == 1)
        #expect(try decode(Float.self, #""inf""#, parser) == .infinity)
        #expect(throws: DecodingError.self) { try decode(Double.self, #""other""#, parser) }
        #expect(throws: DecodingError.self) { try decode(Double.self, #""inf""#) }
    }

    @Test func `decodes what a path leads to and nothing around it`() throws {
        let text = Array(#"{"data":{"items":[{"id":"not a number"},{"id":7}],"x.y":[1,2]}}"#.utf8)
        let parser = APIJSONParser()
        #expect(try parser.decode([String: Int].self, from: text, at: "data.items[1]") == ["id": 7])
        #expect(try parser.decode([Int].self, from: text, at: "data.x.y") == [1, 2])
        let error = try #require(throws: DecodingError.self) {
            try parser.decode(Int.self, from: text, at: "data.none")
        }
        guard case .keyNotFound(let key, _) = error else { throw error }
        #expect(key.stringValue == "data.none")
    }
}
