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
        var answer: APIDownloadResponse<Data>
        switch result {
        case .failure(let error):
            answer = .failure(error, request: request)
            answer.metricsSource = { error.failureMetrics }
        case .success(let transferred):
            answer = response(to: transferred)
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
        answer.metricsSource = transferred.metrics
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
            try put(source, at: destination, replacing: options.contains(.removePreviousFile))
        } catch {
            throw .downloadedFileMoveFailed(error: error, source: source, destination: destination)
        }
    }

    /// Happens in one step, so that there is always one of the two files and never a part of one; a folder has to make
    /// room first, and a device is never replaced.
    private static func put(_ source: URL, at destination: URL, replacing: Bool) throws {
        do {
            try FileSystem.move(from: source.path, to: destination.path, replacing: replacing)
        } catch  where replacing && error.code == .isDirectory {
            try FileManager.default.removeItem(at: destination)
            try put(source, at: destination, replacing: false)
        } catch {
            throw CocoaError(error, at: destination)
        }
    }
}

extension CocoaError {
    /// What Foundation says when a file cannot be put somewhere.
    init(_ error: WireError, at file: URL) {
        let code: CocoaError.Code =
            switch error.code {
            case .alreadyExists: .fileWriteFileExists
            case .notFound: .fileNoSuchFile
            case .noSpace: .fileWriteOutOfSpace
            case .permissionDenied: .fileWriteNoPermission
            default: .fileWriteUnknown
            }
        var information: [String: Any] = [NSFilePathErrorKey: file.path]
        if !error.detail.isEmpty { information[NSLocalizedFailureReasonErrorKey] = error.detail }
        if error.systemError != 0 {
            information[NSUnderlyingErrorKey] = NSError(domain: NSPOSIXErrorDomain, code: Int(error.systemError))
        }
        self.init(code, userInfo: information)
    }
}
