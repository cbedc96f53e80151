import APITransport
import Testing

@Suite struct `A media type` {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        struct Expectation: Decodable, Sendable {
            let essence: String?
            let serialized: String?
        }
        let id: String
        let input: [String]
        let level: String
        let expect: Expectation
        var testDescription: String { id }
    }

    @Test(arguments: CaseFile.read("content-type", as: Case.self).filter { $0.input.count == 1 })
    func `agrees with the shared cases`(_ item: Case) {
        let type = MediaType(item.input[0])
        guard item.level == "must" else { return }
        #expect(type?.essence == item.expect.essence)
        #expect(type?.description == item.expect.serialized)
    }

    @Test(arguments: [
        "text/html", "text/html;charset=utf-8", "a/b;c=\"d e\";f=\"\"", "a/b;c=\"\\\"\\\\\"",
        "a/b;c=\"\\\"\u{301}\\\\\u{301}\"",
    ])
    func `is read back as it was written`(_ text: String) throws {
        let type = try #require(MediaType(text))
        #expect(type.description == text)
        #expect(MediaType(type.description) == type)
    }

    @Test func `finds a parameter whatever the case of its name`() {
        #expect(MediaType("Text/HTML; CharSet=\"UTF-8\"")?["charset"] == "UTF-8")
        #expect(MediaType("text/html")?["charset"] == nil)
    }
}

@Suite struct `A content disposition` {
    struct Case: Decodable, Sendable, CustomTestStringConvertible {
        struct Expectation: Decodable, Sendable {
            let type: String?
            let filename: String?
            let any: Bool?
        }
        let id: String
        let input: String
        let expect: Expectation
        let also: [Expectation]?
        var testDescription: String { id }
    }

    @Test(arguments: CaseFile.read("content-disposition", as: Case.self))
    func `agrees with the shared cases`(_ item: Case) {
        let found = ContentDisposition(item.input)
        let accepted = [item.expect] + (item.also ?? [])
        #expect(
            accepted.contains { $0.any == true || ($0.type == found?.type && $0.filename == found?.filename) },
            "\(item.input) gave \(String(describing: found))"
        )
    }

    @Test(
        arguments: [
            ("report.pdf", "report.pdf"), ("/etc/passwd", "passwd"), ("..\\..\\boot.ini", "boot.ini"), ("..", nil),
            (".", nil),
            ("a/..", nil), (".bashrc", "_bashrc"), ("a\u{1}b\u{7F}\u{85}.txt", "ab.txt"), ("/", nil), ("dir/", "dir"),
            ("ä €.txt", "ä €.txt"), ("x/\u{301}y", "\u{301}y"), ("x\\\u{301}y", "\u{301}y"),
            (".\u{301}rc", "_\u{301}rc"),
            ("x/\u{1}../y/\u{1}", "y"),
        ] as [(String, String?)]
    )
    func `offers a name that is safe to create`(_ name: String, _ safe: String?) throws {
        let escaped = name.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }
        let disposition = try #require(ContentDisposition("attachment; filename*=UTF-8''\(escaped.joined())"))
        #expect(disposition.filename == name)
        #expect(disposition.safeFilename == safe)
    }

    @Test func `offers no name longer than a file system takes`() throws {
        let long = String(repeating: "ä", count: 300)
        let name = try #require(ContentDisposition("attachment; filename=\"\(long)\"")?.safeFilename)
        #expect(name.utf8.count <= 255)
        #expect(long.hasPrefix(name))
    }
}
