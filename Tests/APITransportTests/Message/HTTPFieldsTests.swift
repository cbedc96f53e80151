import APITransport
import Testing

@Suite struct `Fields of a message` {
    @Test(arguments: ["etag", "ETag", "ETAG", "eTaG"])
    func `are found in any letter case and keep their spelling`(_ name: String) throws {
        let fields = try HTTPFields([("eTAG", "\"1\""), ("X-Custom-ID", "7")])
        #expect(fields[name] == "\"1\"")
        #expect(fields.contains(name))
        #expect(fields[0].name == "eTAG")
        #expect(fields["etags"] == nil)
        #expect(fields["eta"] == nil)
        #expect(fields[""] == nil)
    }

    @Test func `keep every occurrence in order`() throws {
        let fields = try HTTPFields([("Link", "a"), ("X-A", "1"), ("link", "b"), ("x-a", "2")])
        #expect(fields.values("Link") == ["a", "b"])
        #expect(fields.combined("x-A") == "1, 2")
        #expect(fields.combined("none") == nil)
        #expect(fields.map(\.name) == ["Link", "X-A", "link", "x-a"])
    }

    @Test func `never join Set-Cookie`() throws {
        let fields = try HTTPFields([("Set-Cookie", "a=1"), ("set-cookie", "b=2")])
        #expect(fields.combined("SET-COOKIE") == "a=1")
        #expect(fields.values("set-cookie") == ["a=1", "b=2"])
    }

    @Test(arguments: ["a\r\nb", "a\nb", "a\rb", "a\u{00}b", "\u{7F}", "\u{01}", "a\r\n Host: x"])
    func `refuse a value that could end a line, naming the field and not the value`(_ value: String) throws {
        var fields = try HTTPFields([("A", "before")])
        let error = #expect(throws: TransportError.self) { try fields.append(name: "X-Secret", value: value) }
        #expect(error?.kind == .invalidRequest)
        #expect(error?.message.contains("X-Secret") == true)
        #expect(error?.message.contains("b") == false || error?.message.contains(value) == false)
        #expect(throws: TransportError.self) { try fields.set(name: "A", value: value) }
        #expect(fields["a"] == "before")
        #expect(fields.count == 1)
    }

    @Test(arguments: ["", "A b", "A:", "A\r\nB", "A\u{00}", "\u{E9}", "(A)", "A\t"])
    func `refuse a name that is no token`(_ name: String) {
        var fields = HTTPFields()
        #expect(throws: TransportError.self) { try fields.append(name: name, value: "b") }
        #expect(fields.isEmpty)
    }

    @Test(arguments: [
        (" \t a b\t", "a b"), ("", ""), ("  ", ""), ("a\tb", "a\tb"), ("\u{E9}\u{1F600}", "\u{E9}\u{1F600}"),
    ])
    func `hold values without blanks round them, as UTF-8`(_ given: String, _ kept: String) throws {
        #expect(try HTTPFields([("A", given)])["a"] == kept)
    }

    @Test func `read bytes that are not UTF-8 as Latin-1`() {
        let played = PlayedResponse([Array("HTTP/1.1 200 OK\r\nA: caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8)])
        #expect(played.head?.fields["a"] == "caf\u{E9}")
    }

    @Test func `are replaced in place and removed`() throws {
        var fields = try HTTPFields([("A", "1"), ("B", "2"), ("a", "3"), ("C", "4")])
        try fields.set(name: "a", value: "5")
        #expect(fields.map(\.name) == ["a", "B", "C"])
        #expect(fields.map(\.value) == ["5", "2", "4"])
        try fields.set(name: "D", value: "6")
        fields.remove("b")
        fields.remove("none")
        #expect(fields.map(\.value) == ["5", "4", "6"])
        fields.removeAll()
        #expect(fields.isEmpty)
    }

    @Test func `are equal by name and value, not by the letter case of names`() throws {
        let left = try HTTPFields([("A", "1"), ("B", "2")])
        var right = try HTTPFields([("X", "0"), ("a", "1"), ("b", "2")])
        #expect(left != right)
        right.remove("X")
        #expect(left == right)
        #expect(left.hashValue == right.hashValue)
        #expect(left != (try HTTPFields([("B", "2"), ("A", "1")])))
    }

    @Test func `do not show secrets`() throws {
        let fields = try HTTPFields([("Authorization", "Bearer abc"), ("Accept", "x/y"), ("set-cookie", "sid=1")])
        #expect(fields.description == "Authorization: (hidden)\nAccept: x/y\nset-cookie: (hidden)\n")
    }

    @Test(
        arguments: [
            ("chunked", true), ("gzip, Chunked", true), ("gzip,,chunked ,", true), ("chunkedx", false),
            ("\"a, chunked\"", false), ("\"a\\\", chunked\", b", false), ("x\"y\", chunked", true), ("", false),
        ])
    func `list their elements`(_ value: String, _ isListed: Bool) throws {
        let fields = try HTTPFields([("X", "y"), ("Transfer-Encoding", value)])
        #expect(fields.lists("chunked", in: "transfer-encoding") == isListed)
    }
}
