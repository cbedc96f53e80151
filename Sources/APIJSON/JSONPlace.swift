/// A place in a document as people count: lines and columns from 1.
struct JSONPlace {
    let offset: Int
    let line: Int
    let column: Int
    let excerpt: String

    init(_ offset: Int, in document: Span<UInt8>) {
        let offset = min(offset, document.count)
        var line = 1
        var column = 1
        for index in 0..<offset {
            let byte = document[index]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        self.offset = offset
        self.line = line
        self.column = column
        // Four bytes a character at most.
        let end = min(document.count, offset + 4 * JSONWords.excerptLimit)
        let bytes = (offset..<end).map { document[$0] }
        excerpt = JSONWords.bounded(String(decoding: bytes, as: UTF8.self))
    }
}
