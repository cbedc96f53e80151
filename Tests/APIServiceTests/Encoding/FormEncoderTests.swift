import APIService
import Foundation
import Testing

@Suite struct `A form encoder` {
    private struct Search: Encodable {
        var words = ["a b", "c"]
        var exact = true
        var limit: Int? = nil
        var range = Range()

        struct Range: Encodable {
            var lowEnd = 1.0
            var highEnd = Decimal(2)
        }
    }

    @Test func `writes members by name`() throws {
        #expect(
            try APIFormEncoder().encode(Search())
                == "exact=1&range%5BhighEnd%5D=2&range%5BlowEnd%5D=1.0&words%5B%5D=a%20b&words%5B%5D=c"
        )
    }

    @Test func `follows every choice`() throws {
        let encoder = APIFormEncoder(
            arrayEncoding: .indexInBrackets,
            boolEncoding: .literal,
            keyEncoding: .convertToKebabCase,
            keyPathEncoding: .dots,
            spaceEncoding: .plusReplaced
        )
        #expect(
            try encoder.encode(Search())
                == "exact=true&range.high-end=2&range.low-end=1.0&words%5B0%5D=a+b&words%5B1%5D=c"
        )
    }

    private struct Explicit: Encodable {
        enum Key: String, CodingKey { case here, gone }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode("x", forKey: .here)
            try container.encodeNil(forKey: .gone)
        }
    }

    @Test(arguments: [
        (APIURLEncoding.NilEncoding.omitted, "here=x"), (.literal, "gone=null&here=x"), (.empty, "gone=&here=x"),
    ])
    func `writes nil as asked`(_ style: APIURLEncoding.NilEncoding, _ text: String) throws {
        #expect(try APIFormEncoder(nilEncoding: style).encode(Explicit()) == text)
    }

    @Test func `writes dates and data as asked`() throws {
        let values = ["d": Date(timeIntervalSince1970: 1.5)]
        func text(_ encoding: APIFormEncoder.DateEncoding) throws -> String {
            try APIFormEncoder(dateEncoding: encoding).encode(values)
        }
        #expect(try text(.secondsSince1970) == "d=1.5")
        #expect(try text(.millisecondsSince1970) == "d=1500")
        #expect(try text(.iso8601) == "d=1970-01-01T00%3A00%3A01Z")
        #expect(try text(.deferredToDate) == "d=-978307198.5")
        #expect(try text(.custom { "\($0.timeIntervalSince1970)s" }) == "d=1.5s")
        #expect(try APIFormEncoder().encode(["d": Data([1, 2, 255])]) == "d=AQL/")
        #expect(try APIFormEncoder(dataEncoding: .custom { "\($0.count)" }).encode(["d": Data([1, 2])]) == "d=2")
    }

    @Test(arguments: [
        (APIFormEncoder.KeyEncoding.convertToSnakeCase, "oneTwoThree", "one_two_three"),
        (.convertToSnakeCase, "theURLOfX2", "the_url_of_x2"),
        (.convertToSnakeCase, "already_snake", "already_snake"),
        (.convertToKebabCase, "oneTwoThree", "one-two-three"),
        (.capitalized, "oneTwo", "OneTwo"),
        (.uppercased, "oneTwo", "ONETWO"),
        (.lowercased, "oneTwo", "onetwo"),
        (.useDefaultKeys, "oneTwo", "oneTwo"),
        (.custom { $0 + "!" }, "a", "a%21"),
    ])
    func `names members as asked`(_ encoding: APIFormEncoder.KeyEncoding, _ key: String, _ name: String) throws {
        #expect(try APIFormEncoder(keyEncoding: encoding).encode([key: 1]) == "\(name)=1")
    }

    private class Base: Encodable { var base = 1 }
    private final class Derived: Base {
        enum Key: CodingKey { case own, list }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(2, forKey: .own)
            var list = container.nestedUnkeyedContainer(forKey: .list)
            try list.encode(UInt8(7))
            try list.encodeNil()
            var inner = list.nestedContainer(keyedBy: Key.self)
            try inner.encode(URL(filePath: "/x"), forKey: .own)
            try super.encode(to: container.superEncoder())
        }
    }

    @Test func `writes classes with what they inherit and containers within`() throws {
        #expect(
            try APIFormEncoder(keyPathEncoding: .dots).encode(Derived())
                == "list%5B%5D=7&list%5B%5D.own=file%3A///x&own=2&super.base=1"
        )
    }

    @Test func `refuses a value that has no names`() {
        #expect {
            try APIFormEncoder().encode([1, 2])
        } throws: { error in
            error.asAFError?.isParameterEncoderError == true
        }
    }
}

@Suite struct `Encoded parameters` {
    private struct Order: Encodable { var item = "x y" }

    @Test func `go as JSON, with the dictionary in the query`() throws {
        let request = try APIEncodedParameters.json(Order())
            .encode(try URLRequest(url: "http://h/p", method: .post), with: ["lang": "pt"])
        #expect(request.httpBody == Data(#"{"item":"x y"}"#.utf8))
        #expect(request.url?.absoluteString == "http://h/p?lang=pt")
        #expect(request.headers["Content-Type"] == "application/json")
    }

    @Test func `go as a form into body or query by method`() throws {
        let encoding = APIEncodedParameters.form(Order())
        let post = try encoding.encode(try URLRequest(url: "http://h/p", method: .post), with: nil)
        #expect(post.httpBody == Data("item=x%20y".utf8))
        let get = try encoding.encode(try URLRequest(url: "http://h/p", method: .get), with: ["a": 1])
        #expect(get.url?.absoluteString == "http://h/p?a=1&item=x%20y")
    }

    @Test func `report a value that does not encode`() {
        #expect {
            try APIEncodedParameters.json(["n": Double.nan]).encode(
                try URLRequest(url: "http://h", method: .post),
                with: nil
            )
        } throws: {
            $0.asAFError?.isParameterEncoderError == true
        }
    }

    @Test func `may have very many members and elements`() throws {
        let members = Dictionary(uniqueKeysWithValues: (10_000..<14_000).map { ("m\($0)", $0) })
        let form = try APIFormEncoder().encode(["all": members])
        #expect(form.hasPrefix("all%5Bm10000%5D=10000&all%5Bm10001%5D=10001&"))
        #expect(form.split(separator: "&").count == 4_000)
        #expect(try APIFormEncoder().encode(["a": Array(0..<4_000)]).split(separator: "&").count == 4_000)
    }
}
