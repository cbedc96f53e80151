import APIJSON
import Testing

@Suite struct `A value without a model` {
    let value: APIJSONValue

    init() throws {
        let text = #"""
            {"data": {"items": [{"id": 1, "name": "a"}, {"id": 2, "name": "\u00e9\n"}], "a.b": {"c[0]": true}},
             "big": 12345678901234567890123, "half": 0.5, "none": null, "data": 5, "e\u0301": "accent"}
            """#
        value = try APIJSONValue(parsing: Array(text.utf8))
    }

    @Test func `is found by key and place`() {
        #expect(value["data"]?["items"]?[1]?["id"]?.int == 2)
        #expect(value["data"]?["items"]?[1]?["name"]?.string == "é\n")
        #expect(value["half"]?.double == 0.5)
        #expect(value["none"]?.isNull == true)
        #expect(value["big"]?.numberText == "12345678901234567890123")
        #expect(value["big"]?.int == nil)
        #expect(value["big"]?.integer(Int128.self) == 12_345_678_901_234_567_890_123)
    }

    @Test func `is absent where there is none of the kind`() {
        #expect(value["nothing"] == nil)
        #expect(value[0] == nil)
        #expect(value["data"]?["items"]?[2] == nil)
        #expect(value["data"]?["items"]?[-1] == nil)
        #expect(value["half"]?.string == nil)
        #expect(value["half"]?.bool == nil)
        #expect(value["half"]?.int == nil)
        #expect(value["half"]?.count == 0)
    }

    @Test(
        arguments: [
            ("data.items[0].id", 1), ("data.items[1].id", 2), ("data.items[2].id", nil), ("data.items.id", nil),
            ("data..x", nil),
            ("data.items[x]", nil), ("data.items[0]id", nil), ("data.items[", nil),
            ("data.items[99999999999999999999]", nil),
            ("[0]", nil), (".data", nil), ("data.", nil),
        ] as [(APIJSONPath, Int?)]
    )
    func `is found by a path`(path: APIJSONPath, id: Int?) {
        #expect(value.at(path)?.int == id)
    }

    @Test func `is found under a key that looks like a path`() {
        #expect(value["data"]?.at("a.b")?.count == 1)
        #expect(value["data"]?["a.b"]?.at("c[0]")?.bool == true)
    }

    @Test func `is the first of those with equal keys`() {
        #expect(value["data"]?.kind == .object)
        #expect(value.count == 6)
    }

    @Test func `compares keys as strings are compared`() {
        #expect(value["\u{e9}"]?.string == "accent")
    }

    @Test func `gives its members in their order`() {
        #expect(value.pairs.map(\.key) == ["data", "big", "half", "none", "data", "e\u{301}"])
        #expect(value["data"]?["items"]?.elements.compactMap { $0["id"]?.int } == [1, 2])
        #expect(Array(value.elements).isEmpty)
    }

    @Test func `decodes into a model when that is wanted after all`() throws {
        struct Item: Decodable, Equatable {
            let id: Int
            let name: String
        }
        let item = try #require(value.at("data.items[1]")).decode(Item.self)
        #expect(item == Item(id: 2, name: "é\n"))
    }
}
