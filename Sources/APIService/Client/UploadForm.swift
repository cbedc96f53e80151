import Foundation

/// Turns a file to be uploaded into the body of a request.
package enum UploadForm {
    /// The request with the file as a form.
    ///
    /// A form body that parameters left in it becomes fields before the file; the request's `Content-Type` is replaced.
    /// - Throws: ``AFError/urlRequestValidationFailed(reason:)`` for a `GET`, which has no body.
    package static func encoded(_ request: URLRequest, file: APIFile) throws(AFError) -> URLRequest {
        let form = APIMultipartFormData()
        var request = request
        if let body = request.httpBody, request.isForm {
            for (name, value) in FormBody.pairs(body) { form.append(Data(value.utf8), withName: name) }
        }
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
    fileprivate var isForm: Bool {
        guard let type = value(forHTTPHeaderField: "Content-Type") else { return false }
        return MediaRange(type).description == "application/x-www-form-urlencoded"
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
