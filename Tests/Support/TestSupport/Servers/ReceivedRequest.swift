/// A request as a test server received it.
package struct ReceivedRequest: Sendable {
    package struct Field: Sendable, Equatable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Which connection it came on, counted from 0 in the order of acceptance.
    package let connection: Int
    /// Which request of its connection it is, counted from 0.
    package let index: Int
    /// What TLS was agreed on; nil: plain.
    package let tls: TLSFacts?

    package let method: String
    /// As received: path and query, a whole URL, an authority, or `*`.
    package let target: String
    package let version: String
    /// In the order received; text is Latin-1.
    package let fields: [Field]
    /// After chunked framing was taken off.
    package var body: [UInt8] = []
    package var trailers: [Field] = []

    /// The head to the last byte, with its empty line.
    package let head: [UInt8]
    /// The body's bytes as they came, framing included.
    package var framedBody: [UInt8] = []

    /// Every byte of the request.
    package var bytes: [UInt8] { head + framedBody }

    /// The first value of a field; names compare without case.
    package subscript(name: String) -> String? {
        values(of: name).first
    }

    package func values(of name: String) -> [String] {
        let wanted = name.lowercased()
        return fields.filter { $0.name.lowercased() == wanted }.map(\.value)
    }

    /// The body read as UTF-8.
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The target without its query.
    package var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The query's pairs in order, percent-decoded.
    package var query: [Field] {
        guard let mark = target.firstIndex(of: "?") else { return [] }
        return FormText.pairs(target[target.index(after: mark)...])
    }

    /// The pairs of a form body, decoded.
    package var form: [Field] {
        FormText.pairs(text[...])
    }
}

/// `application/x-www-form-urlencoded`, read.
enum FormText {
    static func pairs(_ text: Substring) -> [ReceivedRequest.Field] {
        text.split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return ReceivedRequest.Field(name: decoded(sides[0]), value: sides.count > 1 ? decoded(sides[1]) : "")
        }
    }

    private static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
