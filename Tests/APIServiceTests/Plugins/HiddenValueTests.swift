import APIService
import Foundation
import TestSupport
import Testing

/// Places in which a secret may be without a name of its own around it.
@Suite struct `A value within another` {
    private let redactor = APIRedactor.standard

    @Test(arguments: [
        ("Location", "https://h/cb?access_token=hunter2&a=1", "https://h/cb?access_token=%3Credacted%3E&a=1"),
        ("Referer", "https://u:hunter2@h/x?a=1", "https://h/x?a=1"),
        ("Referer", "https://h/cb#id_token=hunter2", "https://h/cb#id_token=%3Credacted%3E"),
        ("Content-Location", "/cb?code=hunter2&state=s", "/cb?code=%3Credacted%3E&state=s"),
        (
            "Link", "<https://h/?token=hunter2&page=2>; rel=\"next\", <https://h/?page=9>; rel=last",
            "<https://h/?token=%3Credacted%3E&page=2>; rel=\"next\", <https://h/?page=9>; rel=last"
        ),
        ("X-Forwarded-Uri", "/cb?a=1&token=hunter2", "/cb?a=1&token=%3Credacted%3E"),
        ("Refresh", "5; url=https://h/?token=hunter2", "5; url=https://h/?token=%3Credacted%3E"),
        ("X-Debug", #"{"a":1,"password":"hunter2"}"#, #"{"a":1,"password":"<redacted>"}"#),
        ("X-Debug", "password: hunter2", "%3Credacted%3E"),
    ])
    func `of a field loses its secrets`(name: String, value: String, expected: String) {
        #expect(redactor.value(value, of: name) == expected)
    }

    @Test(arguments: [
        ("Accept", "text/html;q=0.9, */*;q=0.8"), ("Location", "https://h/oauth/token?page=2#top"),
        ("User-Agent", "Mozilla/5.0 (X11; Linux x86_64) (KHTML, like Gecko)"), ("ETag", #"W/"abc==""#),
        ("Alt-Svc", #"h3=":443"; ma=86400"#), ("Content-Type", "multipart/form-data; boundary=b"),
        ("Content-Disposition", #"attachment; filename="a%20b.txt""#), ("Vary", "Cookie, Authorization"),
        ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("X-Author", "a@h.example"),
    ])
    func `without secrets stays as it came`(name: String, value: String) {
        #expect(redactor.value(value, of: name) == value)
    }

    @Test(arguments: [
        "pwd=hunter2", "pass=hunter2", "sig=hunter2", "code=hunter2", "key=hunter2", "q=1;token=hunter2",
        "token=a;hunter2", "user[password]=hunter2", "user.pwd=hunter2", "userPass=hunter2", "pass%77ord=hunter2",
        "pass%2577ord=hunter2", "pass%77ord%ZZ=hunter2",
        "redirect=https%3A%2F%2Fx%2F%3Ftoken%3Dhunter2", "redirect=https%3A%2F%2Fu%3Ahunter2%40x%2F",
        "redirect=https%3A%2F%2Fx%2F%3Fnext%3Dhttps%253A%252F%252Fy%252F%253Ftoken%253Dhunter2",
        "payload=%7B%22password%22%3A%22hunter2%22%7D", "a%3D1%26token%3Dhunter2",
    ])
    func `of a URL is hidden`(query: String) {
        let text = redactor.text(of: testURL("https://h/x?a=1&\(query)&z=2"))
        #expect(!text.contains("hunter2"))
        #expect(text.hasPrefix("https://h/x?a=1&") && text.hasSuffix("&z=2"))
    }

    @Test(arguments: [
        "https://h/x?keyboard=1&codec=2&author=me&design=3&passenger=4&keys=5", "https://h/token/pass;v=1?q=a;b",
        "http://token:8080/x?next=https%3A%2F%2Fh%2F%3Fa%3D1",
    ])
    func `of a URL stays when its name only looks like a secret's`(url: String) {
        #expect(redactor.text(of: testURL(url)) == url)
    }

    @Test(arguments: ["X-Auth", "X-Pwd", "X-Sig", "Key"])
    func `of a short name is hidden`(name: String) {
        #expect(redactor.value("hunter2", of: name) == "<redacted>")
    }

    @Test(arguments: ["Idempotency-Key", "Author", "Compass", "X-Code", "Keyboard"])
    func `of a name with such letters in it is shown`(name: String) {
        #expect(redactor.value("v", of: name) == "v")
    }

    @Test(arguments: [
        (#"{"p":"{\"password\":\"hunter2\"}"}"#, #"{"p":"{\"password\":\"<redacted>\"}"}"#),
        (#"{"\u0070assword":"hunter2"}"#, #"{"password":"<redacted>"}"#),
        (#"[{"name":"password","value":"hunter2"}]"#, #"[{"name":"password","value":"<redacted>"}]"#),
        (#"{"next":"https://h/?token=hunter2"}"#, #"{"next":"https://h/?token=%3Credacted%3E"}"#),
        (#"{"body":"a=1&pwd=hunter2"}"#, #"{"body":"a=1&pwd=%3Credacted%3E"}"#),
        (#"{"code":200,"message":"wrong password"}"#, #"{"code":200,"message":"wrong password"}"#),
    ])
    func `of JSON loses its secrets, whatever the type says`(body: String, expected: String) {
        for type in ["application/json", "text/plain", "application/octet-stream"] {
            #expect(redactor.text(of: Data(body.utf8), contentType: type) == expected)
            #expect(redactor.text(of: Data([0xEF, 0xBB, 0xBF] + body.utf8), contentType: type) == expected)
        }
    }

    @Test func `of a cache's key is hidden to its end, for nothing in it is escaped`() {
        #expect(redactor.redacted(cacheKey: "GET-http://h/x?password=a&hunter2&z=1") == "GET-http://h/x?<redacted>")
        #expect(redactor.redacted(cacheKey: "GET-http://h/x?a=1&z=1-extra") == "GET-http://h/x?a=1&z=1-extra")
    }

    @Test func `is looked into only so deep, and hidden behind that`() {
        var text = #"{"password":"hunter2"}"#
        for _ in 0..<8 {
            let data = try? JSONSerialization.data(withJSONObject: ["a": text])
            text = String(decoding: data ?? Data(), as: UTF8.self)
        }
        #expect(redactor.text(of: Data(text.utf8), contentType: nil)?.contains("hunter2") == false)
    }

    @Test func `of a hostile length costs no more than its length`() {
        let text = String(repeating: "a=%3D;", count: 5000) + String(repeating: "=", count: 30_000)
        #expect(redactor.value(text, of: "X") == text)
    }
}
