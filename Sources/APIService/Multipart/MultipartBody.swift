internal import APIWire
import Foundation
import Synchronization

extension URLRequest {
    /// Makes a form the body: it is read piece by piece while it is sent, and never held in memory as a whole.
    ///
    /// ```swift
    /// func intercept(urlRequest: URLRequest) throws -> URLRequest {
    ///     let form = APIMultipartFormData()
    ///     form.append(film, withName: "film")             // file URLs
    ///     form.append(subtitles, withName: "subtitles")
    ///     var request = urlRequest
    ///     try request.setMultipartBody(form)
    ///     return request
    /// }
    /// ```
    /// The length is announced. A form of values and files can be sent again after a redirect or a failure, one with
    /// streams only once. Later additions to the form change nothing. The clients of this package send such a body; for
    /// another client use ``APIMultipartFormData/encode()``, and also where a plugin needs the bytes: an
    /// ``APISigningPlugin`` signs such a form over an empty body.
    /// - Throws: ``AFError/multipartEncodingFailed(reason:)``, when something in the form cannot be sent.
    public mutating func setMultipartBody(_ form: APIMultipartFormData) throws {
        let body = try form.body()
        httpBody = nil
        httpBodyStream = MultipartBodyStream(body)
        setValue(form.contentType, forHTTPHeaderField: "Content-Type")
    }

    /// The form that is the body, if there is one.
    package var multipartBody: MultipartBody? { (httpBodyStream as? MultipartBodyStream)?.body }

    /// Whether the body is a stream that has been read, so that the request cannot be sent again.
    var bodyIsSpent: Bool {
        if let multipartBody { return multipartBody.isSpent }
        return httpBodyStream.map { $0.streamStatus != .notOpen } ?? false
    }

    /// The same with a form as bytes in memory, for clients that cannot read one while they send it.
    func encodingForm() throws(AFError) -> URLRequest {
        guard let multipartBody else { return self }
        var request = self
        request.httpBodyStream = nil
        request.httpBody = try multipartBody.makeReader().readAll()
        return request
    }
}

/// Stands for a form in a request.
///
/// Whoever reads it as a stream gets an error, not an empty body: it is never open.
final class MultipartBodyStream: InputStream {
    let body: MultipartBody

    init(_ body: MultipartBody) {
        self.body = body
        super.init(data: Data())
    }

    override func open() {}
}

// SAFETY: nothing of it changes but the flags behind the lock. Streams among the parts are read by one attempt alone:
// such a body is not sent again, and the form that had them gave them away.
/// The bytes of a form on their way out.
package final class MultipartBody: @unchecked Sendable {
    private struct State {
        var wasOpened = false
        var failure: AFError?
    }

    package let length: UInt64
    private let segments: [MultipartLayout.Segment]
    /// Whether it can be read again.
    package let isReplayable: Bool
    private let state = Mutex(State())

    init(_ layout: MultipartLayout, isReplayable: Bool) {
        segments = layout.segments
        length = layout.length
        self.isReplayable = isReplayable
    }

    /// Whether it was read and cannot be read again.
    var isSpent: Bool { !isReplayable && state.withLock { $0.wasOpened } }

    /// Why it could not be read the last time, when that was so.
    package var failure: AFError? { state.withLock { $0.failure } }

    package func makeReader() -> MultipartReader {
        state.withLock { $0 = State(wasOpened: true) }
        return MultipartReader(segments)
    }

    /// The SHA-256 of the body without the boundary in its delimiters, holding no more than one piece in memory.
    func digest(withoutBoundary boundary: String) throws -> [UInt8] {
        var digest = try Digest(.sha256)
        for segment in segments {
            switch segment {
            case .bytes(let bytes):
                digest.update([UInt8](bytes).removing(boundary).span)
            case .part:
                let reader = MultipartReader([segment])
                while let piece = try reader.read() { digest.update([UInt8](piece).span) }
            }
        }
        return try digest.finish()
    }

    /// Writes the body into a new file of this user alone, in a new folder that nobody else can look into.
    /// - Returns: the file in the folder.
    func write(intoNew folder: URL) throws(AFError) -> URL {
        let (files, file) = (FileManager.default, folder.appendingPathComponent("body"))
        let reader = makeReader()
        do {
            try files.createDirectory(at: folder, withIntermediateDirectories: false)
        } catch {
            throw .multipartEncodingFailed(reason: .outputStreamCreationFailed(for: folder))
        }
        do {
            // Both are closed to others before there is anything in them.
            try files.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
            let writer = try FileWriter(creating: file.path, exclusively: true, isPrivate: true)
            while let piece = try reader.read() { try writer.write(piece.span) }
            try writer.close()
            return file
        } catch {
            try? files.removeItem(at: folder)
            let cause = (error as? WireError).map { CocoaError($0, at: file) } ?? error
            throw error.asAFError(or: .multipartEncodingFailed(reason: .outputStreamWriteFailed(error: cause)))
        }
    }

    package func failed(with error: AFError) {
        state.withLock { $0.failure = error }
    }
}

extension [UInt8] {
    /// The same without a text, wherever it stands.
    func removing(_ text: String) -> [UInt8] {
        text.isEmpty ? self : replacing(Array(text.utf8), with: [])
    }
}
