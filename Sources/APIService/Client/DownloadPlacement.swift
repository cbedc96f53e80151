internal import APIWire
import Foundation

/// Puts a downloaded file where the application wants it, once its answer has been accepted.
///
/// An answer that is refused leaves the destination as it is, and in every case nothing remains at the temporary place.
struct DownloadPlacement {
    let request: URLRequest
    let temporary: URL
    let destination: APIDownloadDestination

    func response(to result: Result<Transferred, AFError>) -> APIDownloadResponse<Data> {
        let answer: APIDownloadResponse<Data> =
            switch result {
            case .failure(let error): .failure(error, request: request)
            case .success(let transferred): response(to: transferred)
            }
        if answer.fileURL?.standardizedFileURL != temporary.standardizedFileURL {
            try? FileManager.default.removeItem(at: temporary)
        }
        return answer
    }

    private func response(to transferred: Transferred) -> APIDownloadResponse<Data> {
        var answer: APIDownloadResponse<Data>
        do throws(AFError) {
            try ResponseValidation.check(status: transferred.response.statusCode)
            try transferred.checkContentType(for: request, bodyIsEmpty: transferred.fileSize == 0)
            guard let response = transferred.response.value else {
                throw .responseSerializationFailed(reason: .inputFileNil)
            }
            let wanted = destination(temporary, response)
            try Self.move(temporary, to: wanted.destinationURL, options: wanted.options)
            answer = APIDownloadResponse(
                request: request,
                response: response,
                fileURL: wanted.destinationURL,
                resumeData: nil,
                metrics: nil,
                serializationDuration: 0,
                result: Result { () throws(AFError) in try contents(of: wanted.destinationURL, transferred) }
            )
        } catch {
            answer = .failure(error, request: request, response: transferred.response.value)
        }
        answer.transferMetrics = transferred.metrics
        return answer
    }

    /// The file is mapped, not read: a large one costs no memory before it is looked at.
    private func contents(of file: URL, _ transferred: Transferred) throws(AFError) -> Data {
        let status = transferred.response.statusCode
        guard transferred.fileSize > 0 else {
            return try ResponseValidation.body(nil, method: request.httpMethod, status: status)
        }
        do {
            return try Data(contentsOf: file, options: .mappedIfSafe)
        } catch {
            throw .responseSerializationFailed(reason: .inputFileReadFailed(at: file))
        }
    }

    // MARK: The move

    static func move(
        _ source: URL,
        to destination: URL,
        options: DownloadRequest.Options
    ) throws(AFError) {
        do {
            if source.standardizedFileURL == destination.standardizedFileURL { return }
            if options.contains(.createIntermediateDirectories) {
                try FileManager.default.createDirectory(
                    at: destination.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
            }
            if options.contains(.removePreviousFile) {
                try replace(destination, with: source)
            } else {
                try FileManager.default.moveItem(at: source, to: destination)
            }
        } catch {
            throw .downloadedFileMoveFailed(error: error, source: source, destination: destination)
        }
    }

    /// Replaces in one step, so that there is always one of the two files; a folder has to make room first.
    private static func replace(_ destination: URL, with source: URL) throws {
        guard FileManager.default.fileExists(atPath: destination.path) else {
            return try FileManager.default.moveItem(at: source, to: destination)
        }
        if FileSystem.isDirectory(destination.path) {
            try FileManager.default.removeItem(at: destination)
            return try FileManager.default.moveItem(at: source, to: destination)
        }
        do {
            try FileSystem.rename(from: source.path, to: destination.path)
        } catch {
            // The temporary folder may lie on another file system: copy to the destination's own, then rename there.
            let beside = destination.appendingPathExtension("\(UUID().uuidString).part")
            defer { try? FileManager.default.removeItem(at: beside) }
            try FileManager.default.copyItem(at: source, to: beside)
            try FileSystem.rename(from: beside.path, to: destination.path)
        }
    }
}
