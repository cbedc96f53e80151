import APIService
import Foundation
import Testing

@Suite struct `A date in JSON` {
    private struct Event: Decodable {
        var at: Date
    }

    private func seconds(_ text: String) throws -> Double {
        let decoder = APIJSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Event.self, from: Data(#"{"at":"\#(text)"}"#.utf8)).at.timeIntervalSince1970
    }

    @Test(arguments: [
        ("2024-05-01T10:00:00Z", 1_714_557_600), ("2024-05-01T10:00:00.5Z", 1_714_557_600.5),
        ("2024-05-01T10:00:00.123456789Z", 1_714_557_600.123), ("2024-05-01T12:00:00+02:00", 1_714_557_600),
        ("2024-05-01T04:30:00.25-05:30", 1_714_557_600.25), ("2024-05-01t10:00:00z", 1_714_557_600),
        ("2016-12-31T23:59:60Z", 1_483_228_800), ("2024-02-29T00:00:00.000Z", 1_709_164_800),
        ("1969-12-31T23:59:59.5Z", -0.5),
    ])
    func `is read to the millisecond, however it is written`(text: String, expected: Double) throws {
        #expect(abs(try seconds(text) - expected) < 0.001)
    }

    @Test(arguments: [
        "", "2024", "2024-05-01", "2024-05-01T10:00:00", "2024-13-01T10:00:00Z", "2024-05-01t10:00:60.1z",
        "2024-02-30t00:00:00z", "2024-05-01T10:00:00.Z", "2024-05-01T10:00:00.1", "2024-05-01t10:00:00z ",
        "२०२४-05-01T10:00:00.1Z",
    ])
    func `that is none is an error at its place`(text: String) throws {
        let error = try #require(throws: DecodingError.self) { try seconds(text) }
        #expect(APIJSONError(error)?.path == "at")
    }
}

@Suite struct `A path into JSON` {
    private struct User: Decodable, Equatable {
        var name: String
    }

    private static let withoutUser = [
        #"{"data":null}"#, #"{}"#, #"{"data":{"user":null}}"#, #"{"data":{}}"#,
    ]

    @Test(arguments: withoutUser)
    func `leads to nil where a value may be missing`(json: String) throws {
        let user = try APIJSONDecoder().decode(User?.self, from: Data(json.utf8), at: "data.user")
        #expect(user == nil)
    }

    @Test(arguments: zip(withoutUser + [#"{"data":[]}"#], ["data", "", "data.user", "data", "data"]))
    func `says at which step it stopped where there has to be one`(json: String, step: String) throws {
        let error = try #require(throws: DecodingError.self) {
            try APIJSONDecoder().decode(User.self, from: Data(json.utf8), at: "data.user")
        }
        let details = try #require(APIJSONError(error))
        #expect(details.path == step)
        if step == "data" {
            #expect(details.wanted == "the key “user”")
        } else if step.isEmpty {
            #expect(details.description == "wanted the key “data”, found an object without it at line 1, column 1.")
        }
    }

    @Test func `is an error, also for an optional, where something else lies on it`() throws {
        let error = try #require(throws: DecodingError.self) {
            try APIJSONDecoder().decode(User?.self, from: Data(#"{"data":[]}"#.utf8), at: "data.user")
        }
        #expect(APIJSONError(error)?.found == "an array")
    }
}
