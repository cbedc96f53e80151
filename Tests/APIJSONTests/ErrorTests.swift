import APIJSON
import Testing

@Suite struct `A decoding error` {
    struct Item: Decodable {
        let id: Int
        let colour: Colour?
        enum Colour: String, Decodable { case red }
    }

    struct Answer: Decodable {
        struct Payload: Decodable {
            let items: [Item]
        }
        let data: Payload
    }

    func failure(_ text: String) throws -> (DecodingError, APIJSONError) {
        let error = try #require(throws: DecodingError.self) { try decode(Answer.self, text) }
        return (error, try #require(APIJSONError(error)))
    }

    @Test func `names the path, what was wanted and found, the place and the model`() throws {
        let (error, details) = try failure("{\"data\": {\"items\": [\n  {\"id\": 1},\n  {\"id\": \"two\"}\n]}}")
        #expect(details.path == "data.items[1].id")
        #expect(details.wanted == "Int")
        #expect(details.found == "a string, \"two\"")
        #expect((details.line, details.column) == (3, 10))
        #expect(details.model == "Item")
        #expect(details.excerpt.hasPrefix("\"two\""))
        guard case .typeMismatch(let type, let context) = error else { throw error }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        #expect(context.codingPath.map(\.stringValue) == ["data", "items", "Index 1", "id"])
        #expect(context.codingPath[2].intValue == 1)
        #expect(context.debugDescription == details.description)
    }

    @Test func `is keyNotFound for a missing key`() throws {
        let (error, details) = try failure(#"{"data": {"item": 1, "b": 2}}"#)
        guard case .keyNotFound(let key, let context) = error else { throw error }
        #expect(key.stringValue == "items")
        #expect(context.codingPath.map(\.stringValue) == ["data"])
        #expect(details.wanted == "the key “items”")
        #expect(details.found == "only “item, b”")
        #expect(details.model == "Payload")
    }

    @Test func `is valueNotFound for null`() throws {
        let (error, details) = try failure(#"{"data": {"items": [{"id": null}]}}"#)
        guard case .valueNotFound(let type, _) = error else { throw error }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        #expect(details.found == "null")
    }

    @Test func `is dataCorrupted for a number that does not fit`() throws {
        let (error, details) = try failure(#"{"data": {"items": [{"id": 1.5}]}}"#)
        guard case .dataCorrupted = error else { throw error }
        #expect(details.path == "data.items[0].id")
        #expect(details.found == "a number, 1.5")
    }

    @Test func `is dataCorrupted for a document that is no JSON`() throws {
        let (error, details) = try failure("{\"data\": {\"items\": [\n1,]}}")
        guard case .dataCorrupted(let context) = error else { throw error }
        #expect(context.codingPath.isEmpty)
        #expect(details.path.isEmpty)
        #expect((details.line, details.column) == (2, 3))
        #expect(details.wanted == "a value")
        #expect(details.model == nil)
    }

    @Test func `of a model's own is explained as well`() throws {
        let (error, details) = try failure(#"{"data": {"items": [{"id": 1, "colour": "blue"}]}}"#)
        guard case .dataCorrupted = error else { throw error }
        #expect(details.path == "data.items[0].colour")
        #expect(details.found == "a string, \"blue\"")
        #expect(details.model == "Colour")
    }

    @Test func `that is no DecodingError passes as it is`() {
        struct Refusal: Error, Equatable {}
        struct Refusing: Decodable {
            init(from decoder: any Decoder) throws { throw Refusal() }
        }
        #expect(throws: Refusal()) { try decode([Refusing].self, "[1]") }
    }

    @Test func `quotes only a little of a document, and no control characters`() throws {
        let long = String(repeating: "long\\nwinded ", count: 10_000)
        let (_, details) = try failure(#"{"data": {"items": [{"id": "\#(long)"}]}}"#)
        #expect(details.excerpt.count <= 61)
        #expect(details.description.count < 300)
        let (_, keys) = try failure("{\"\(long)\": 1}")
        #expect(keys.description.count < 300)
    }

    @Test func `of an array's end says so`() throws {
        struct Two: Decodable {
            init(from decoder: any Decoder) throws {
                var container = try decoder.unkeyedContainer()
                _ = try container.decode(Int.self)
                _ = try container.decode(Int.self)
            }
        }
        let error = try #require(throws: DecodingError.self) { try decode([Two].self, "[[1,2],[1]]") }
        guard case .valueNotFound(_, let context) = error else { throw error }
        #expect(context.codingPath.map(\.stringValue) == ["Index 1", "Index 1"])
    }

    @Test func `that a model swallowed leaves no trace in the next`() throws {
        struct Trying: Decodable {
            let id: Int
            init(from decoder: any Decoder) throws {
                _ = try? decoder.singleValueContainer().decode(Answer.self)
                id = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .id)
            }
            enum Key: CodingKey { case id }
        }
        let error = try #require(throws: DecodingError.self) { try decode([Trying].self, #"[{"id":"x"}]"#) }
        #expect(APIJSONError(error)?.model == "Trying")
        #expect(APIJSONError(error)?.path == "[0].id")
    }
}
