import Foundation

/// Turns a file to be uploaded into the body of a request.
package enum UploadForm {
    /// The request with the file as a form.
    ///
    /// What parameters left in its body becomes fields before the file: the pairs of a form, or the members of a JSON
    /// object, those that are no strings as JSON text. The request's `Content-Type` is replaced.
    /// - Throws: ``AFError/urlRequestValidationFailed(reason:)`` for a `GET`, which has no body.
    package static func encoded(_ request: URLRequest, file: APIFile) throws(AFError) -> URLRequest {
        let form = APIMultipartFormData()
        var request = request
        for (name, value) in request.formFields { form.append(Data(value.utf8), withName: name) }
        form.append(file.data, withName: file.name, fileName: file.fileName, mimeType: file.mimeType)
        do {
            request.httpBody = try form.encode()
        } catch {
            throw error.asAFError(or: .createUploadableFailed(error: error))
        }
        request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
        try ResponseValidation.check(request)
        return request
    }
}

extension URLRequest {
    fileprivate var formFields: [(name: String, value: String)] {
        guard let body = httpBody, !body.isEmpty, let type = value(forHTTPHeaderField: "Content-Type") else {
            return []
        }
        switch MediaRange(type).description {
        case "application/x-www-form-urlencoded":
            return FormBody.pairs(body)
        case let name where name.hasSuffix("/json") || name.hasSuffix("+json"):
            return JSONBody.members(body)
        default:
            DebugUtils.log("an upload replaces a body of the type \(MediaRange(type))")
            return []
        }
    }
}

/// A JSON object taken apart into fields.
enum JSONBody {
    static func members(_ body: Data) -> [(name: String, value: String)] {
        guard let members = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else { return [] }
        return members.sorted { $0.key < $1.key }.map { ($0.key, text($0.value)) }
    }

    private static func text(_ value: Any) -> String {
        if let text = value as? String { return text }
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: value, options: options)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }
}

/// A form body taken apart again.
enum FormBody {
    static func pairs(_ body: Data) -> [(name: String, value: String)] {
        String(decoding: body, as: UTF8.self)
            .split(separator: "&")
            .map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (decoded(parts[0]), parts.count == 2 ? decoded(parts[1]) : "")
            }
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacing("+", with: " ")
        return spaced.removingPercentEncoding ?? String(spaced)
    }
}
