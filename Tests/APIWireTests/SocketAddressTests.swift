import APIWire
import Testing

@Suite struct `An address of a socket` {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", "127.0.0.1:80"), ("::1", "::1", "[::1]:80"),
        ("2001:DB8:0::1", "2001:db8::1", "[2001:db8::1]:80"),
        ("fe80::1%lo", "fe80::1%1", "[fe80::1%1]:80"), ("fe80::1%7", "fe80::1%7", "[fe80::1%7]:80"),
        ("::ffff:1.2.3.4", "::ffff:1.2.3.4", "[::ffff:1.2.3.4]:80"),
    ])
    func `is read from numbers`(text: String, host: String, description: String) throws {
        let address = try #require(SocketAddress(numericHost: text, port: 80))
        #expect(address.host == host)
        #expect(address.port == 80)
        #expect(address.description == description)
        #expect(address.isIPv6 == text.contains(":"))
        #expect(!address.isUnix)
    }

    @Test(arguments: [
        ("0.0.0.0", 0, "0.0.0.0:0"), ("255.10.9.100", 65535, "255.10.9.100:65535"), ("::", 7, "[::]:7"),
        (
            "1111:2222:3333:4444:5555:6666:7777:8888%999999999", 10000,
            "[1111:2222:3333:4444:5555:6666:7777:8888%999999999]:10000"
        ),
    ])
    func `is written in full`(text: String, port: Int, description: String) {
        let address = UInt16(exactly: port).flatMap { SocketAddress(numericHost: text, port: $0) }
        #expect(address?.description == description)
    }

    @Test(arguments: [
        "", "localhost", "127.1", "0x7f.0.0.1", "127.0.0.256", "127.0.0.1.", " 127.0.0.1", "127.0.0.1\0", "[::1]",
        "::g", "1::2::3",
        "::1%", "::1%no-such-interface", "fe80::1%1%2", String(repeating: "1", count: 1000),
    ])
    func `is not read from anything else`(text: String) {
        #expect(SocketAddress(numericHost: text, port: 80) == nil)
    }

    @Test func `of the file system is its path`() throws {
        let address = try #require(SocketAddress.unix(path: "/run/a.sock"))
        #expect(address.isUnix && address.isLoopback)
        #expect(address.host == "/run/a.sock" && address.description == "/run/a.sock" && address.port == 0)
    }

    @Test func `takes a path that fits`() {
        #expect(SocketAddress.unix(path: String(repeating: "a", count: 107)) != nil)
        #expect(SocketAddress.unix(path: String(repeating: "a", count: 108)) == nil)
        #expect(SocketAddress.unix(path: "") == nil)
        #expect(SocketAddress.unix(path: "a\0b") == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false),
        ("::2", false),
        ("::ffff:10.0.0.1", false),
    ])
    func `is this machine's own or not`(text: String, expected: Bool) {
        #expect(SocketAddress(numericHost: text, port: 1)?.isLoopback == expected)
    }

    @Test func `equals another with the same numbers`() {
        #expect(SocketAddress(numericHost: "::1", port: 1) == SocketAddress(numericHost: "0:0::1", port: 1))
        #expect(SocketAddress(numericHost: "::1", port: 1) != SocketAddress(numericHost: "::1", port: 2))
    }
}
