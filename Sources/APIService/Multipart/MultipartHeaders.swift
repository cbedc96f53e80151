import Foundation

/// The header fields of a part.
enum MultipartHeaders {
    static func make(name: String, fileName: String?, mimeType: String?) -> APIRequestHeaders {
        var disposition = "form-data; name=\"\(escaped(name))\""
        if let fileName { disposition += "; filename=\"\(escaped(fileName))\"" }
        var headers: APIRequestHeaders = [.contentDisposition(disposition)]
        if let mimeType { headers.add(.contentType(oneLine(mimeType))) }
        return headers
    }

    /// A name as browsers write it: every line break becomes CR LF, then quotes and line breaks are percent-encoded.
    static func escaped(_ name: String) -> String {
        var text = ""
        var afterReturn = false
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": text += "%22"
            case "\r": text += "%0D%0A"
            case "\n": text += afterReturn ? "" : "%0D%0A"
            default: text.unicodeScalars.append(scalar)
            }
            afterReturn = scalar == "\r"
        }
        return text
    }

    /// A value without line breaks, which would end its field.
    private static func oneLine(_ value: String) -> String {
        String(String.UnicodeScalarView(value.unicodeScalars.filter { $0 != "\r" && $0 != "\n" }))
    }
}

/// Boundaries that no content will hold.
enum MultipartBoundary {
    static func random() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return "alamofire.boundary." + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
