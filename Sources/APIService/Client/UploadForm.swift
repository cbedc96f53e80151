internal import APIWire
import Dispatch
import Foundation

/// Turns a file to be uploaded into the body of a request.
package enum UploadForm {
    /// The request with the file as a form.
    ///
    /// What parameters left in its body becomes fields before the file: the pairs of a form, or the members of a JSON
    /// object, those that are no strings as JSON text. The request's `Content-Type` is replaced.
    /// - Parameters:
    ///   - request: what is to be sent; its body is replaced too.
    ///   - file: the file.
    ///   - streams: whether the body of a file on disk may be one that only this module's clients can read; false by
    ///     default.
    /// - Returns: the request with the form as its body.
    /// - Throws: ``AFError/urlRequestValidationFailed(reason:)`` for a `GET`, which has no body;
    ///   ``AFError/parameterEncodingFailed(reason:)`` for a body that cannot be taken apart into fields, which would be
    ///   lost.
    package static func encoded(_ request: URLRequest, file: APIFile, streams: Bool = false) throws(AFError)
        -> URLRequest
    {
        guard request.httpMethod != "GET" else {
            throw .urlRequestValidationFailed(reason: .bodyDataInGETRequest(request.httpBody ?? Data()))
        }
        let form = APIMultipartFormData()
        for (name, value) in try request.formFields() { form.append(Data(value.utf8), withName: name) }
        if let url = file.fileURL {
            form.append(url, withName: file.name, fileName: file.fileName, mimeType: file.mimeType)
        } else {
            form.append(file.data, withName: file.name, fileName: file.fileName, mimeType: file.mimeType)
        }
        var request = request
        do {
            if streams, file.fileURL != nil {
                try request.setMultipartBody(form)
            } else {
                request.httpBody = try form.encode()
                request.setValue(form.contentType, forHTTPHeaderField: "Content-Type")
            }
        } catch {
            throw error.asAFError(or: .createUploadableFailed(error: error))
        }
        return request
    }
}

extension APIClient {
    /// Makes a task for an upload; one that fails when the file cannot be read, whatever the client would do then.
    func upload(
        _ file: APIFile,
        with request: URLRequest,
        queue: DispatchQueue,
        progress: APIProgressHandler?,
        completion: @escaping APIDataResponseCompletionHandler
    ) -> any APIRequestTask {
        do throws(AFError) {
            return createUploadRequest(
                request: request,
                file: try readable(file),
                queue: queue,
                progressHandler: progress,
                completionHandler: completion
            )
        } catch {
            return FailedTask(error, request: request, queue: queue, completion: completion)
        }
    }

    /// The file, with its content at hand if this client may ask for it.
    private func readable(_ file: APIFile) throws(AFError) -> APIFile {
        if let url = file.fileURL, !FileManager.default.isReadableFile(atPath: url.path) {
            throw .multipartEncodingFailed(reason: .bodyPartFileNotReachable(at: url))
        }
        // To open a pipe can take for ever.
        if let url = file.fileURL, FileSystem.kind(url.path) == .other {
            throw .multipartEncodingFailed(reason: .bodyPartFileSizeNotAvailable(at: url))
        }
        return readsForms ? file : try file.loaded()
    }
}

extension URLRequest {
    /// What parameters left in the body, as fields of a form.
    fileprivate func formFields() throws(AFError) -> [(name: String, value: String)] {
        guard let body = httpBody, !body.isEmpty else { return [] }
        let type = value(forHTTPHeaderField: "Content-Type").map { MediaRange($0).description } ?? ""
        if type == "application/x-www-form-urlencoded" { return FormBody.pairs(body) }
        let isJSON = type.hasSuffix("/json") || type.hasSuffix("+json")
        guard isJSON, let members = JSONBody.members(body) else {
            throw .parameterEncodingFailed(reason: .customEncodingFailed(error: FormProblem.noMembers))
        }
        return members
    }
}

/// A JSON object taken apart into fields.
enum JSONBody {
    /// The members of an object, nil for any other body.
    static func members(_ body: Data) -> [(name: String, value: String)]? {
        guard let members = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else { return nil }
        return members.sortedByKey.map { ($0.key, text($0.value)) }
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
