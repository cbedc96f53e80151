import APIService
import Foundation
import Testing

@Suite struct `A redactor` {
    private let redactor = APIRedactor.standard

    @Test(arguments: [
        "Authorization", "authorization", "PROXY-AUTHORIZATION", "Cookie", "set-cookie", "X-Api-Key", "x_api_key",
        "X-Auth-Token", "X-Amz-Security-Token", "Client-Secret", "X-CSRF-Token", "X-Signature", "Sessionid",
    ])
    func `hides the whole value, whatever the spelling of the name`(name: String) {
        for value in ["Bearer abc def", #"Digest username="u", response="deadbeef""#, "a\r\n folded"] {
            #expect(redactor.value(value, of: name) == "<redacted>")
        }
    }

    @Test(arguments: ["Accept", "Content-Type", "User-Agent", "X-Request-Id", "ETag", "Location"])
    func `shows what is no secret`(name: String) {
        #expect(redactor.value("v", of: name) == "v")
    }

    @Test(arguments: [
        (
            "https://u:p@h.example/x?a=1&access_token=abc&b=2#f",
            "https://h.example/x?a=1&access_token=%3Credacted%3E&b=2"
        ),
        ("https://h.example/x?api%5Fkey=abc", "https://h.example/x?api%5Fkey=%3Credacted%3E"),
        ("https://h.example/x", "https://h.example/x"),
    ])
    func `hides parameters and the user in a URL`(url: String, expected: String) {
        #expect(redactor.text(of: testURL(url)) == expected)
    }

    @Test func `hides members of JSON at any depth`() {
        let body = Data(#"{"user":"u","login":{"password":"p","list":[{"refresh_token":12}]}}"#.utf8)
        let expected =
            #"{"login":{"list":[{"refresh_token":"<redacted>"}],"password":"<redacted>"},"user":"u"}"#
        #expect(redactor.text(of: body, contentType: "application/json") == expected)
    }

    @Test func `shows JSON without secrets as it came`() {
        #expect(redactor.text(of: Data("{ \"a\" : 1.0 }".utf8), contentType: nil) == "{ \"a\" : 1.0 }")
    }

    @Test func `hides broken JSON as a whole when it may hold a secret`() {
        #expect(redactor.text(of: Data(#"{"password":"p""#.utf8), contentType: "application/json") == "<redacted>")
    }

    @Test func `hides fields of a form`() {
        let body = Data("name=n&password=p%20q&x".utf8)
        let type = "application/x-www-form-urlencoded; charset=utf-8"
        #expect(redactor.text(of: body, contentType: type) == "name=n&password=%3Credacted%3E&x")
    }

    @Test(arguments: [[0xFF, 0xFE], [0x61, 0x00, 0x62]] as [[UInt8]])
    func `does not take binary data for text`(bytes: [UInt8]) {
        #expect(redactor.text(of: Data(bytes), contentType: nil) == nil)
    }
}
