import APITransport
import Testing

@Suite struct `A cookie for a whole public suffix` {
    private static let now: Int64 = 1_767_225_600

    /// The Cookie field that goes to a host after a response of `sender` has set a cookie.
    private func sent(to host: String, after value: String, from sender: String) throws -> String? {
        var jar = CookieJar()
        jar.store(Array(value.utf8)[...], from: CookieOrigin(try HTTPURL("http://\(sender)/")), now: Self.now)
        return jar.header(for: CookieOrigin(try HTTPURL("http://\(host)/")), now: Self.now)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// What a jar keeps of a file's line that names the domain and all below it.
    private func kept(_ domain: String) -> Int {
        let jar = HTTPCookieJar()
        jar.load(Array(".\(domain)\tTRUE\t/\tFALSE\t0\ta\tb\n".utf8))
        return jar.cookies.count
    }

    @Test(arguments: ["com", "test", "com."]) func `is not kept when it has a single label`(_ domain: String) throws {
        #expect(try sent(to: "other.\(domain)", after: "a=b; Domain=\(domain)", from: "evil.\(domain)") == nil)
    }

    #if LibPSL
    @Test(arguments: ["co.uk", "github.io", "anything.ck", "co.uk.", "xn--55qx5d.cn"])
    func `is not kept when the list has it`(_ domain: String) throws {
        #expect(try sent(to: "other.\(domain)", after: "a=b; Domain=\(domain)", from: "evil.\(domain)") == nil)
        #expect(kept(domain) == 0)
    }

    @Test(arguments: ["example.co.uk", "www.ck", "example.com", "example.test"])
    func `is one no more a label further down, or where the list says so`(_ domain: String) throws {
        #expect(try sent(to: "b.\(domain)", after: "a=b; Domain=\(domain)", from: "a.\(domain)") == "a=b")
        #expect(kept(domain) == 1)
    }

    @Test func `stays with the suffix itself when that has sent it`() throws {
        #expect(try sent(to: "co.uk", after: "a=b; Domain=co.uk", from: "co.uk") == "a=b")
        #expect(try sent(to: "x.co.uk", after: "a=b; Domain=co.uk", from: "co.uk") == nil)
    }
    #else
    @Test func `is kept by a build without the trait when it has more labels`() throws {
        #expect(try sent(to: "b.co.uk", after: "a=b; Domain=co.uk", from: "a.co.uk") == "a=b")
        #expect(kept("co.uk") == 1)
    }
    #endif
}
