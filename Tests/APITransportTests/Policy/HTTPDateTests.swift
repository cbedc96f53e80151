import APITransport
import Testing

@Suite struct `An HTTP date` {
    /// The first second of 2026.
    static let now: Int64 = 1_767_225_600

    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        struct Expectation: Decodable, Sendable { let unix: Int64? }
        let input: String
        let level: String
        let expect: Expectation
        var testDescription: String { input }
    }

    @Test(arguments: CaseFile.read("http-date", as: Case.self))
    func `agrees with the shared cases`(_ item: Case) {
        let found = HTTPDate.parse(item.input, now: Self.now)
        if item.level == "must" {
            #expect(found == item.expect.unix)
        } else {
            #expect(found == nil || found == item.expect.unix)
        }
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Mon, 01 Jan 0001 00:00:00 GMT", -62_135_596_800),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
            ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
            (" \tSun, 06 Nov 1994 08:49:37 GMT ", 784_111_777),
        ] as [(String, Int64)]
    )
    func `is read in each of its three forms`(_ text: String, _ seconds: Int64) {
        #expect(HTTPDate.parse(text, now: Self.now) == seconds)
    }

    @Test(arguments: [
        "", "Sun", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 GMT+1", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sun, 006 Nov 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 31 Apr 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 23:60:00 GMT", "Sun, 06 Nov 1994 23:59:61 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 0000 08:49:37 GMT",
        "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49:37 gmt", "Xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT\0",
    ])
    func `is refused when anything about it is wrong`(_ text: String) {
        #expect(HTTPDate.parse(text, now: Self.now) == nil)
    }

    @Test(
        arguments: [
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            // 2076 is 50 years ahead, 2077 is more
            ("Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
            ("Saturday, 01-Jan-77 00:00:00 GMT", 220_924_800),
        ] as [(String, Int64)]
    )
    func `with two digits of a year is at most 50 years ahead`(_ text: String, _ seconds: Int64) {
        #expect(HTTPDate.parse(text, now: Self.now) == seconds)
    }

    @Test(
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (978_220_800, "Sun, 31 Dec 2000 00:00:00 GMT"),
            (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
            (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ] as [(Int64, String)]
    )
    func `is written in the preferred form`(_ seconds: Int64, _ text: String) {
        #expect(HTTPDate.format(seconds) == text)
    }

    @Test(arguments: [Int64.min, -62_135_596_801, 253_402_300_800, Int64.max])
    func `is not written for years that have no four digits`(_ seconds: Int64) {
        #expect(HTTPDate.format(seconds) == nil)
    }

    @Test func `is read back as it was written through 1,200 years`() {
        for day in stride(from: Int64(-719_162), to: -719_162 + 146_100 * 3, by: 97) {
            let seconds = day * 86_400 + 45_296
            guard let text = HTTPDate.format(seconds), HTTPDate.parse(text, now: 0) == seconds else {
                Issue.record("Day \(day) does not come back")
                return
            }
        }
    }
}
