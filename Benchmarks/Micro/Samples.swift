/// What is worked on: made by rule, the same each time.
enum Samples {
    static func json(items: Int) -> [UInt8] {
        let list = (0..<items).map { number in
            #"{"id":\#(number),"name":"item number \#(number)","tags":["red","round","new","small"],"#
                + #""price":\#(number % 1000).\#(10 + number % 89),"active":\#(number % 2 == 0),"note":"plain text of a note"}"#
        }
        return Array(#"{"code":200,"desc":"ok","data":{"items":[\#(list.joined(separator: ","))]}}"#.utf8)
    }

    static let head = Array(
        """
        HTTP/1.1 200 OK\r
        Server: nginx/1.22.1\r
        Date: Mon, 30 Nov 2026 08:00:00 GMT\r
        Content-Type: application/json\r
        Content-Length: 1024\r
        Last-Modified: Sun, 29 Nov 2026 08:00:00 GMT\r
        Connection: keep-alive\r
        ETag: "65a1b2c3-400"\r
        Accept-Ranges: bytes\r
        \r

        """.utf8
    )
}

struct Answer: Decodable {
    struct Item: Decodable {
        var id: Int
        var name: String
        var price: Double
        var tags: [String]
        var active: Bool
    }

    struct Contents: Decodable {
        var items: [Item]
    }

    var code: Int
    var data: Contents
}
