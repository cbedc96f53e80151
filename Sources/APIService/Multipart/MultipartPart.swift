import Foundation

/// One part of a form.
struct MultipartPart {
    enum Content {
        case data(Data)
        case file(URL)
        case stream(InputStream)
    }

    let headers: APIRequestHeaders
    let content: Content
    /// The announced bytes of the content.
    let length: UInt64
}

/// The bytes of a form, in order: delimiters and headers, and the parts between them.
struct MultipartLayout {
    enum Segment {
        case bytes(Data)
        case part(MultipartPart)

        var length: UInt64 {
            switch self {
            case .bytes(let data): UInt64(data.count)
            case .part(let part): part.length
            }
        }
    }

    let segments: [Segment]

    init(parts: [MultipartPart], boundary: String) {
        var segments: [Segment] = []
        for (position, part) in parts.enumerated() {
            var head = position == 0 ? "--\(boundary)\r\n" : "\r\n--\(boundary)\r\n"
            for field in part.headers { head += "\(field.name): \(field.value)\r\n" }
            head += "\r\n"
            segments.append(.bytes(Data(head.utf8)))
            segments.append(.part(part))
        }
        if !parts.isEmpty { segments.append(.bytes(Data("\r\n--\(boundary)--\r\n".utf8))) }
        self.segments = segments
    }

    var length: UInt64 {
        segments.reduce(0) { $0.saturatingAdding($1.length) }
    }
}

extension UInt64 {
    func saturatingAdding(_ other: UInt64) -> UInt64 {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
