import APIService
import Foundation
import Testing

@Suite struct `JSON decoding in APIService` {
    struct Item: APIDefaultJSONParsable, Equatable {
        let id: Int
        let when: Date?
    }

    @Test func `has Foundation's spelling`() throws {
        let decoder = APIJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        decoder.dataDecodingStrategy = .base64
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: "+",
            negativeInfinity: "-",
            nan: "?"
        )
        let item = try decoder.decode(Item.self, from: Data(#"{"id":1,"when":"2001-01-01T00:00:01Z"}"#.utf8))
        #expect(item == Item(id: 1, when: Date(timeIntervalSinceReferenceDate: 1)))
        #expect(try decoder.decode(Double.self, from: Data("\"+\"".utf8)) == .infinity)
    }

    @Test func `takes over the settings of Foundation's decoder`() throws {
        let foundations = JSONDecoder()
        foundations.dateDecodingStrategy = .secondsSince1970
        foundations.userInfo[CodingUserInfoKey(rawValue: "a")!] = 1
        let decoder = APIJSONDecoder(foundations)
        let item = try decoder.decode(Item.self, from: Data(#"{"id":1,"when":5}"#.utf8))
        #expect(item.when == Date(timeIntervalSince1970: 5))
        #expect(decoder.userInfo.count == 1)
    }

    @Test func `decodes what a path leads to`() throws {
        let data = Data(#"{"data":{"items":[{"id":1},{"id":2}]}}"#.utf8)
        #expect(try APIJSONDecoder().decode([Item].self, from: data, at: "data.items").map(\.id) == [1, 2])
        #expect(try APIJSONDecoder().decode(Int.self, from: data, at: "data.items[1].id") == 2)
    }

    @Test func `reads a part of a value that was parsed before`() throws {
        let value = try APIJSONValue(parsing: Data(#"{"items":[{"id":1,"when":0}]}"#.utf8))
        let decoder = APIJSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let item = try decoder.decode(Item.self, from: #require(value.at("items[0]")))
        #expect(item.when == Date(timeIntervalSince1970: 0))
    }

    /// A model behind a path, read by Foundation's decoder.
    private struct Member: APIParsable, Decodable {
        var id: Int
        static func parse(data: Data) throws -> Member {
            let decoder: any APIModelDecoder = JSONDecoder()
            return try decoder.decode(Member.self, from: data, at: "data.members[1]")
        }
    }

    @Test func `follows a path for Foundation's decoder too`() async throws {
        let foundations = JSONDecoder()
        let data = Data(#"{"data":{"members":[{"id":1},{"id":2}],"name":"é","none":null}}"#.utf8)
        #expect(try Member.parse(data: data).id == 2)
        #expect(try foundations.decode(String.self, from: data, at: "data.name") == "é")
        #expect(try foundations.decode(Int?.self, from: data, at: "data.members[0].id") == 1)
        #expect(try foundations.decode([String: Int?]?.self, from: data, at: "data.none") == .some(nil))
        #expect(try foundations.decode(Int?.self, from: data, at: "data.other.more") == nil)
        #expect(try foundations.decode([Int].self, from: Data("[1]".utf8), at: .root) == [1])
    }

    @Test func `says where such a path stopped, and where the model did not fit`() async throws {
        func failure(_ json: String) async throws -> APIDecodingFailure {
            let service = APIService(client: StubAPIClient { _ in .json(json) })
            let answer = try await service.response(to: TestRequest(Member.self, "http://127.0.0.1/"))
            return try #require(answer.result.error?.decodingFailure)
        }
        let stopped = try await failure(#"{"data":{"members":[0]}}"#)
        #expect(stopped.path == "data.members" && stopped.wanted == "an element [1]" && stopped.line == 1)
        let unfit = try await failure(#"{"data":{"members":[0,{"id":"x"}]}}"#)
        #expect(unfit.path == "data.members[1].id" && unfit.wanted == "Int" && unfit.status == 200)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Int?.self, from: Data(#"{"data":[]}"#.utf8), at: "data.user")
        }
    }

    @Test func `is strict where Foundation's is not`() {
        for text in ["[1,]", "{\"id\":1,}"] {
            #expect(throws: DecodingError.self) { try APIJSONDecoder().decode(APIJSONAny.self, from: Data(text.utf8)) }
        }
        #expect(throws: DecodingError.self) {
            try APIJSONDecoder().decode([Int].self, from: Data([0x5B, 0, 0x31, 0, 0x5D, 0]))
        }
    }

    @Test(arguments: [
        ("9007199254740993.0", 9_007_199_254_740_993), ("9007199254740993e0", 9_007_199_254_740_993), ("1.0", 1),
        ("12e2", 1200), ("0.00000000000000000001", nil), ("1.00000000000000000000000001", nil), ("1e-400", nil),
        ("9223372036854775808", nil),
    ])
    func `reads whole numbers exactly, and nothing else as one`(text: String, expected: Int?) {
        #expect((try? APIJSONDecoder().decode(Int.self, from: Data(text.utf8))) == expected)
    }

    @Test(arguments: [#"{"id":1,"other":"\ud800"}"#, #"{"id":1,"other":01}"#, #"{"id":1,"id":"\x"}"#])
    func `checks what the model leaves out`(text: String) {
        #expect(throws: DecodingError.self) { try APIJSONDecoder().decode(Item.self, from: Data(text.utf8)) }
    }

    @Test func `takes no number for 0 that is not`() {
        #expect(throws: DecodingError.self) { try APIJSONDecoder().decode(Double.self, from: Data("1e-400".utf8)) }
        #expect(throws: DecodingError.self) { try APIJSONDecoder().decode(Double.self, from: Data("1e400".utf8)) }
    }

    struct APIJSONAny: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    @Test func `names a date's place when it is malformed`() throws {
        let decoder = APIJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let error = try #require(throws: DecodingError.self) {
            try decoder.decode([Item].self, from: Data(#"[{"id":1,"when":"yesterday"}]"#.utf8))
        }
        let details = try #require(APIJSONError(error))
        #expect(details.path == "[0].when")
        #expect(details.model == "Item")
        #expect(details.found == "a string, \"yesterday\"")
    }

    @Test func `reads models of answers, and its errors arrive inside an invalidParseResponse`() throws {
        #expect(try Item.parse(data: Data(#"{"id":1}"#.utf8)) == Item(id: 1, when: nil))
        #expect(try [Item].parse(data: Data(#"[{"id":1}]"#.utf8)).count == 1)
        let error = try #require(throws: APIResponseError.self) { try Item.parse(data: Data()) }
        guard case .invalidParseResponse(let inside) = error, case DecodingError.dataCorrupted = inside else {
            throw error
        }
    }
}
