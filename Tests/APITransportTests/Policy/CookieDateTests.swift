import APITransport
import Testing

@Suite struct `A cookie's date` {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        let input: String
        let expect: String?
        var testDescription: String { input }
    }

    @Test(arguments: CaseFile.read("cookie-dates", as: Case.self))
    func `agrees with the shared cases`(_ item: Case) throws {
        let expected = try item.expect.map { try #require(HTTPDate.parse($0, now: 0)) }
        #expect(CookieDate.parse(Array(item.input.utf8)[...]) == expected)
    }

    @Test(
        arguments: [
            ("6 Nov 1994 8:49:37", 784_111_777), ("8:49:37 1994 november 6", 784_111_777),
            ("1 Jan 69 0:0:0", 3_124_224_000), ("1 Jan 70 0:0:0", 0), ("1 Jan 1601 0:0:0", -11_644_473_600),
        ] as [(String, Int64)]
    )
    func `takes its pieces in any order`(_ text: String, _ seconds: Int64) {
        #expect(CookieDate.parse(Array(text.utf8)[...]) == seconds)
    }

    @Test(arguments: [
        "", "1 Jan 1600 0:0:0", "1 Jan 100 0:0:0", "29 Feb 2023 0:0:0", "1 Jan 2023 23:59:60", "1 Jan 2023",
    ])
    func `is refused when a piece is missing or impossible`(_ text: String) {
        #expect(CookieDate.parse(Array(text.utf8)[...]) == nil)
    }
}
