public import Foundation

/// Builds a `multipart/form-data` body (RFC 7578) of values, files and streams.
///
/// ```swift
/// let form = APIMultipartFormData()
/// form.append(Data("Ada".utf8), withName: "author")
/// form.append(scan, withName: "scan")                 // a file URL
/// try request.setMultipartBody(form)                  // read while it is sent
/// ```
/// Plugins such as ``APISigningPlugin`` see no bytes of a form that is read while it is sent. For them make what
/// ``encode()`` returns the request's `httpBody`, and ``contentType`` its `Content-Type`.
///
/// Quotes and line breaks in names are percent-encoded, so that no name can add a field or a part. What goes wrong
/// while parts are added is thrown when the form is encoded; the first error wins. A form belongs to one thread.
open class APIMultipartFormData {
    /// Up to this many bytes uploads are encoded in memory.
    public static let encodingMemoryThreshold: UInt64 = 10_000_000

    /// The value for the request's `Content-Type`.
    open lazy var contentType: String = "multipart/form-data; boundary=\(boundary)"

    /// The bytes of all parts, without their headers and boundaries.
    public var contentLength: UInt64 {
        parts.reduce(0) { $0.saturatingAdding($1.length) }
    }

    /// What stands between the parts.
    public let boundary: String

    private let fileManager: FileManager
    private var parts: [MultipartPart] = []
    private var firstError: AFError?

    /// Makes an empty form.
    /// - Parameters:
    ///   - fileManager: looks at the files.
    ///   - boundary: what stands between the parts; a random one by default.
    public init(fileManager: FileManager = .default, boundary: String? = nil) {
        self.fileManager = fileManager
        self.boundary = boundary ?? MultipartBoundary.random()
    }

    /// Adds a value, or with a file name the content of a file.
    public func append(_ data: Data, withName name: String, fileName: String? = nil, mimeType: String? = nil) {
        let headers = MultipartHeaders.make(name: name, fileName: fileName, mimeType: mimeType)
        parts.append(MultipartPart(headers: headers, content: .data(data), length: UInt64(data.count)))
    }

    /// Adds a file, told to the server under its own name and with the media type its extension stands for.
    public func append(_ fileURL: URL, withName name: String) {
        let fileName = fileURL.lastPathComponent
        guard !fileName.isEmpty, !fileURL.pathExtension.isEmpty else {
            return fail(.bodyPartFilenameInvalid(in: fileURL))
        }
        append(
            fileURL,
            withName: name,
            fileName: fileName,
            mimeType: MIMETypes.type(forExtension: fileURL.pathExtension)
        )
    }

    /// Adds a file.
    ///
    /// Its content is read when the form is encoded.
    public func append(_ fileURL: URL, withName name: String, fileName: String, mimeType: String) {
        guard fileURL.isFileURL else { return fail(.bodyPartURLInvalid(url: fileURL)) }
        guard !isMissingOrDirectory(fileURL) else { return fail(.bodyPartFileIsDirectory(at: fileURL)) }
        do {
            let attributes = try fileManager.attributesOfItem(atPath: fileURL.resolvingSymlinksInPath().path)
            // What a pipe or a device would give has no length that could be announced.
            guard let size = attributes[.size] as? NSNumber, attributes[.type] as? FileAttributeType == .typeRegular
            else {
                return fail(.bodyPartFileSizeNotAvailable(at: fileURL))
            }
            guard fileManager.isReadableFile(atPath: fileURL.path) else {
                return fail(.bodyPartInputStreamCreationFailed(for: fileURL))
            }
            let headers = MultipartHeaders.make(name: name, fileName: fileName, mimeType: mimeType)
            parts.append(MultipartPart(headers: headers, content: .file(fileURL), length: size.uint64Value))
        } catch {
            fail(.bodyPartFileSizeQueryFailedWithError(forURL: fileURL, error: error))
        }
    }

    /// Adds what a stream gives.
    ///
    /// It is read once: a form with streams can be encoded once. Another number of bytes than announced is an error.
    public func append(
        _ stream: InputStream,
        withLength length: UInt64,
        name: String,
        fileName: String,
        mimeType: String
    ) {
        append(
            stream,
            withLength: length,
            headers: MultipartHeaders.make(name: name, fileName: fileName, mimeType: mimeType)
        )
    }

    /// Adds what a stream gives, as a part with these header fields.
    ///
    /// It is read once. Another number of bytes than announced is an error.
    public func append(_ stream: InputStream, withLength length: UInt64, headers: APIRequestHeaders) {
        parts.append(MultipartPart(headers: headers, content: .stream(stream), length: length))
    }

    /// The whole body.
    ///
    /// A form without parts has none.
    /// - Throws: ``APIServiceValues/AFError/multipartEncodingFailed(reason:)``
    public func encode() throws -> Data {
        try makeReader().readAll()
    }

    /// Writes the body to a file that must not exist yet, piece by piece.
    ///
    /// After an error the file is removed.
    /// - Throws: ``APIServiceValues/AFError/multipartEncodingFailed(reason:)``
    public func writeEncodedData(to fileURL: URL) throws {
        if let firstError { throw firstError }
        guard fileURL.isFileURL else {
            throw AFError.multipartEncodingFailed(reason: .outputStreamURLInvalid(url: fileURL))
        }
        guard !fileManager.fileExists(atPath: fileURL.path) else {
            throw AFError.multipartEncodingFailed(reason: .outputStreamFileAlreadyExists(at: fileURL))
        }
        guard fileManager.createFile(atPath: fileURL.path, contents: nil),
            let file = try? FileHandle(forWritingTo: fileURL)
        else {
            throw AFError.multipartEncodingFailed(reason: .outputStreamCreationFailed(for: fileURL))
        }
        do {
            try makeReader().write(to: file)
            try file.close()
        } catch {
            try? fileManager.removeItem(at: fileURL)
            throw error.asAFError(or: .multipartEncodingFailed(reason: .outputStreamWriteFailed(error: error)))
        }
    }

    /// The length of the whole body.
    package var encodedLength: UInt64 {
        MultipartLayout(parts: parts, boundary: boundary).length
    }

    /// Whether the body can be produced again.
    package var isReplayable: Bool {
        !parts.contains { if case .stream = $0.content { true } else { false } }
    }

    /// The body as a value of its own.
    func body() throws(AFError) -> MultipartBody {
        if let firstError { throw firstError }
        return MultipartBody(MultipartLayout(parts: parts, boundary: boundary), isReplayable: isReplayable)
    }

    /// Gives the body piece by piece.
    package func makeReader() throws(AFError) -> MultipartReader {
        if let firstError { throw firstError }
        return MultipartReader(MultipartLayout(parts: parts, boundary: boundary).segments)
    }

    private func isMissingOrDirectory(_ url: URL) -> Bool {
        guard fileManager.fileExists(atPath: url.path) else { return true }
        return (try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
    }

    private func fail(_ reason: AFError.MultipartEncodingFailureReason) {
        if firstError == nil { firstError = .multipartEncodingFailed(reason: reason) }
    }
}
