import APIService
import Foundation
import JSONLaws
import Testing

/// Models that have a bit of everything.
private struct Profile: Codable, Equatable {
    enum Role: String, Codable { case admin, guest }

    struct Address: Codable, Equatable {
        var street: String?
        var zip: Int
        var location: [Double]?
    }

    enum Contact: Codable, Equatable {
        case email(String)
        case phone(country: Int, number: String)
    }

    var id: Int
    var small: UInt8?
    var wide: Int64?
    var unsigned: UInt64?
    var name: String
    var score: Double?
    var ratio: Float?
    var isActive: Bool?
    var role: Role?
    var tags: [String]?
    var numbers: [Int?]?
    var address: Address?
    var others: [Address]?
    var named: [String: Address]?
    var counts: [Int: String]?
    var contact: Contact?
    var date: Date?
    var link: URL?
    var bytes: Data?
    var amount: Decimal?
    var uuid: UUID?
}

extension DocumentGenerator {
    /// A document for `Profile`: keys in any order, some missing, repeated, unknown or of a wrong type.
    fileprivate mutating func profile(dates: [String], bytes: [String]) -> String {
        object([
            ("id", { $0.mostly(["1", "-5", "12345678901", "3.0"]) }), ("small", { $0.mostly(["0", "255", "1e2"]) }),
            ("wide", { $0.mostly(["-9223372036854775808", "17", "2.50e3"]) }),
            ("unsigned", { $0.mostly(["18446744073709551615", "0"]) }), ("name", { $0.string() }),
            ("score", { $0.mostly(["0.1", "1e300", "-2.2250738585072014e-308", "123456789.125"]) }),
            ("ratio", { $0.mostly(["0.1", "16777217", "3.4e38"]) }), ("isActive", { $0.pick(["true", "false"]) }),
            ("role", { $0.mostly(["\"admin\"", "\"guest\""]) }), ("tags", { $0.array { $0.string() } }),
            ("numbers", { $0.array { $0.mostly(["null", "1", "-2"]) } }), ("address", { $0.address() }),
            ("others", { $0.array { $0.address() } }),
            (
                "named",
                {
                    $0.object(
                        [("a", { $0.address() }), ("é", { $0.address() }), ("a_b", { $0.address() })],
                        unknown: 0.01
                    )
                }
            ),
            ("counts", { $0.object([("1", { $0.string() }), ("-2", { $0.string() })], unknown: 0.01) }),
            ("contact", { $0.contact() }), ("date", { $0.mostly(dates) }),
            ("link", { $0.mostly(["\"http://x/a?b=c#d\"", "\"a b\"", "\"http:\\/\\/é.de\\/\""]) }),
            ("bytes", { $0.mostly(bytes) }), ("amount", { $0.mostly(["0.1", "1E5", "-12345678901234567890.5"]) }),
            ("uuid", { $0.mostly(["\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\""]) }),
        ])
    }

    /// One of these; now and then any other scalar.
    private mutating func mostly(_ choices: [String]) -> String {
        chance(0.97) ? pick(choices) : chance(0.5) ? number() : string()
    }

    private mutating func address() -> String {
        object([
            ("street", { $0.string() }), ("zip", { $0.pick(["1", "2", "99999", "1e2"]) }),
            ("location", { $0.array { $0.number() } }),
        ])
    }

    private mutating func contact() -> String {
        if chance(0.95) { return pick([#"{"email":{"_0":"a@b"}}"#, #"{"phone":{"country":49,"number":"1"}}"#]) }
        return pick([#"{"phone":{"country":49}}"#, "{}", #"{"email":{"_0":"a"},"phone":{"country":1,"number":"2"}}"#])
    }

    private mutating func array(_ element: (inout Self) -> String) -> String {
        "[" + (0..<below(4)).map { _ in element(&self) }.joined(separator: ",") + "]"
    }

    private mutating func object(
        _ members: [(String, (inout Self) -> String)],
        unknown: Double = 0.1
    ) -> String {
        var pairs: [String] = []
        for (key, value) in members where chance(0.97) {
            let text = chance(0.01) ? pick(["null", "[]", "{}", "\"x\"", "1", "true"]) : value(&self)
            pairs.append("\"\(key)\":\(space())\(text)")
            if chance(0.02) { pairs.append("\"\(key)\":\(value(&self))") }
            if chance(unknown) { pairs.append("\"unknown\":\(string())") }
        }
        if chance(0.3) { pairs.swapAt(0, max(0, pairs.count - 1)) }
        return "{" + pairs.joined(separator: "," + space()) + "}"
    }
}

/// What decoding has come to, in a form that can be compared.
private enum Outcome: Equatable {
    case value(Profile)
    case failure(String)

    init(_ decode: () throws -> Profile) {
        do {
            self = .value(try decode())
        } catch let error as DecodingError {
            self = .failure(Self.summary(error))
        } catch {
            self = .failure("\(type(of: error))")
        }
    }

    private static func summary(_ error: DecodingError) -> String {
        func path(_ context: DecodingError.Context) -> String {
            context.codingPath.map(\.stringValue).joined(separator: ".")
        }
        // Which of a dictionary's values is read first, Foundation leaves to chance.
        let first = error.path.first?.stringValue
        if first == "named" || first == "counts" { return "in \(first ?? "")" }
        switch error {
        case .typeMismatch(let type, let context): return "mismatch \(type) at \(path(context))"
        case .valueNotFound(let type, let context): return "no \(type) at \(path(context))"
        case .keyNotFound(let key, let context): return "no key \(key.stringValue) at \(path(context))"
        // Foundation gives no path for most of these.
        case .dataCorrupted: return "corrupted"
        @unknown default: return "unknown"
        }
    }
}

extension DecodingError {
    fileprivate var path: [any CodingKey] {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}

@Suite struct `Beside Foundation's decoder` {
    private static func configure(_ decoder: JSONDecoder, _ seed: UInt64) {
        let dates: [JSONDecoder.DateDecodingStrategy] = [
            .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601,
            .custom { Date(timeIntervalSince1970: Double(try $0.singleValueContainer().decode(String.self).count)) },
        ]
        decoder.dateDecodingStrategy = dates[Int(seed) % dates.count]
        if seed % 3 == 1 { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        if seed % 4 == 2 { decoder.dataDecodingStrategy = .deferredToData }
        if seed % 5 == 3 {
            decoder.keyDecodingStrategy = .custom { path in path.last ?? CodingUserInfoKeyless() }
        }
    }

    private struct CodingUserInfoKeyless: CodingKey {
        var stringValue: String { "" }
        var intValue: Int? { nil }
        init() {}
        init?(stringValue: String) { nil }
        init?(intValue: Int) { nil }
    }

    /// The two ways in which only one of them reads a number: whole numbers beyond 2^53 with a fraction or an
    /// exponent, which Foundation refuses; and numbers like 1e-400, which it takes for the whole number 0.
    private static func isMeant(_ ours: Outcome, _ theirs: Outcome, _ document: String) -> Bool {
        if ours == .failure("corrupted"), document.contains(/[eE]-\d{3}/) { return true }
        guard theirs == .failure("corrupted") else { return false }
        return document.contains(/\d[.eE]\d/)
    }

    /// How many generated documents are compared; `APISERVICE_JSON_DOCUMENTS` in the environment asks for more.
    private static let documentCount =
        ProcessInfo.processInfo.environment["APISERVICE_JSON_DOCUMENTS"].flatMap { Int($0) } ?? 5000

    @Test(arguments: UInt64(0)..<20)
    func `models come out the same, and so do errors`(seed: UInt64) {
        var generator = DocumentGenerator(seed: 1000 + seed)
        let theirs = JSONDecoder()
        Self.configure(theirs, seed)
        let ours = APIJSONDecoder(theirs)
        let dates =
            seed % 5 < 3 ? ["0", "1234567.25", "-1e3"] : ["\"2020-02-29T12:34:56Z\"", "\"1970-01-01T00:00:00+01:00\""]
        let bytes = seed % 4 == 2 ? ["[]", "[1,255]"] : ["\"AAEC\"", "\"\""]
        var values = 0
        var meant = 0
        for _ in 0..<Self.documentCount / 20 {
            let document = generator.profile(dates: dates, bytes: bytes)
            let data = Data(document.utf8)
            let expected = Outcome { try theirs.decode(Profile.self, from: data) }
            let read = Outcome { try ours.decode(Profile.self, from: data) }
            guard read == expected || Self.isMeant(read, expected, document) else {
                Issue.record("\(document)\nours \(read)\nFoundation's \(expected)")
                return
            }
            if read != expected { meant += 1 }
            if case .value = read { values += 1 }
        }
        #expect(values > 5)
        guard Self.documentCount > 5000 else { return }
        print("seed \(seed): \(Self.documentCount / 20) documents, \(values) read, \(meant) meant to differ, 0 wrong")
    }

    @Test(arguments: [
        "one_two__three_", "_a_b", "URL", "a_URL", "__", "", "_", "a_", "_x", "ONE_TWO", "one__two", "a_3b", "a_b-c",
        "a_b.c",
        "a_éx", "a_b c", "é_é", "a_ßx", "__a_b__", "a_1_2", "oneTwo_three", "a_ǆx", "x_'s", "don_t",
    ])
    func `keys are converted from snake case the same`(key: String) throws {
        struct Names: Decodable {
            let names: [String]
            init(from decoder: any Decoder) throws {
                names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
            }
            struct Name: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
        }
        let theirs = JSONDecoder()
        theirs.keyDecodingStrategy = .convertFromSnakeCase
        let data = Data("{\"\(key)\":1}".utf8)
        #expect(
            try APIJSONDecoder(theirs).decode(Names.self, from: data).names
                == theirs.decode(Names.self, from: data).names
        )
    }

    @Test(arguments: [
        "0.1", "123456789012345678901234567890.123456789", "1E5", "-0", "1e127", "1e-127", "1e-130", "1e130", "1e400",
        "0.00",
        "12345678901234567890123456789012345678", "12345678901234567890123456789012345678901234567890", "1e-400",
        "-1.5e-10",
        "0.3333333333333333333333333333333333333333333333333333333",
    ])
    func `decimals come out the same`(text: String) {
        let data = Data("[\(text)]".utf8)
        let theirs = try? JSONDecoder().decode([Decimal].self, from: data)
        #expect((try? APIJSONDecoder().decode([Decimal].self, from: data)) == theirs)
    }
}
