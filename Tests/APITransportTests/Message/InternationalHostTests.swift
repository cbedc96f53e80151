import APITransport
import Testing

@Suite struct `A URL whose host is not ASCII` {
    #if LibIDN2
    @Test(
        arguments: [
            // The mapping and the sharp s are those of UTS 46, section 4 and its table of deviations.
            ("b\u{FC}cher.example", "xn--bcher-kva.example"), ("B\u{DC}CHER.Example", "xn--bcher-kva.example"),
            ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("fa\u{DF}.de", "xn--fa-hia.de"),
            ("\u{4F8B}\u{3048}.\u{30C6}\u{30B9}\u{30C8}", "xn--r8jz45g.xn--zckzah"),
            ("\u{4F8B}\u{3048}\u{3002}jp", "xn--r8jz45g.jp"), ("\u{FF45}xample.com", "example.com"),
            ("www.\u{E9}.xn--bcher-kva.example", "www.xn--9ca.xn--bcher-kva.example"), ("\u{E9}.", "xn--9ca."),
        ])
    func `is sent in its ASCII form`(_ name: String, _ ascii: String) throws {
        let url = try HTTPURL("http://u:p@\(name):8080/\u{E9}")
        #expect(url.host == ascii)
        #expect(url.hostField == "\(ascii):8080")
        #expect(url.target == "/%C3%A9")
        #expect(try HTTPURL(url.description) == url)
    }

    @Test(
        arguments: [
            // Characters that map to what no host may hold, that are not allowed, or that leave nothing.
            "\u{2100}.test", "a\u{FF0F}b.test", "a\u{FF1A}80", "a\u{FF20}b.test", "a\u{FF05}b.test", "\u{AD}",
            "a\u{200E}b.test", "\u{308}a.test", "\(String(repeating: "\u{FC}", count: 64)).test",
            String(repeating: "\u{FC}.", count: 600), "xn--\u{E9}.test", "b\u{FC}cher.te st",
            "b\u{FC}cher\\.test",
        ])
    func `is refused when there is no such name`(_ name: String) {
        let error = #expect(throws: TransportError.self) { try HTTPURL("http://\(name)/") }
        #expect(error?.kind == .badURL)
    }

    @Test func `is the host that a redirect goes to`() throws {
        let base = try HTTPURL("http://h/")
        #expect(try base.resolving("//b\u{FC}cher.example/").host == "xn--bcher-kva.example")
    }
    #else
    @Test(arguments: ["b\u{FC}cher.example", "h\u{E9}", "\u{4F8B}.jp"])
    func `is refused by a build without the trait, which it names`(_ name: String) {
        let error = #expect(throws: TransportError.self) { try HTTPURL("http://\(name)/") }
        #expect(error?.kind == .badURL)
        #expect(error?.message.contains("LibIDN2") == true)
    }
    #endif
}
