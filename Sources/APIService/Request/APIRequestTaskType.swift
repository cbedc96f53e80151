public import Foundation

/// A file to be uploaded as one part of a `multipart/form-data` body (RFC 7578).
///
/// One that lies on disk is read piece by piece while it is sent, and never held in memory as a whole:
///
/// ```swift
/// var taskType: APIRequestTaskType { .upload(APIFile(name: "film", fileURL: film)) }
/// ```
/// A form of several files is made with ``APIMultipartFormData``.
public struct APIFile {
    private enum Content: Hashable, Sendable {
        case data(Data)
        /// With the content, once it was read for somebody who takes it from `data`.
        case file(URL, Data?)
    }

    /// The name of the form field.
    public var name: String
    /// The file name the server is told.
    public var fileName: String
    /// The media type of the content, such as `image/png`.
    public var mimeType: String
    private var content: Content

    /// Makes a file of a field name, its content, a file name and a media type.
    public init(name: String, data: Data, fileName: String, mimeType: String) {
        self.name = name
        self.fileName = fileName
        self.mimeType = mimeType
        content = .data(data)
    }

    /// Makes a file of a field name and a file on disk.
    ///
    /// The file is opened when it is sent; it must not change until then. One that cannot be read ends the request with
    /// ``APIServiceValues/AFError/multipartEncodingFailed(reason:)``.
    /// - Parameters:
    ///   - name: the name of the form field.
    ///   - fileURL: where the content is.
    ///   - fileName: the file name the server is told; by default the file's own.
    ///   - mimeType: the media type of the content; by default the one that the extension of `fileURL` stands for.
    public init(name: String, fileURL: URL, fileName: String? = nil, mimeType: String? = nil) {
        self.name = name
        self.fileName = fileName ?? fileURL.lastPathComponent
        self.mimeType = mimeType ?? MIMETypes.type(forExtension: fileURL.pathExtension)
        content = .file(fileURL, nil)
    }

    /// The content.
    ///
    /// That of a file on disk is mapped from there each time. It is empty when the file cannot be read; a file that is
    /// sent was read before, or has ended its request.
    public var data: Data {
        get {
            switch content {
            case .data(let data): data
            case .file(_, let read?): read
            case .file(let url, nil): (try? Self.mapped(url)) ?? Data()
            }
        }
        set { content = .data(newValue) }
    }

    /// Where the content is; nil when it is in memory.
    public var fileURL: URL? {
        guard case .file(let url, _) = content else { return nil }
        return url
    }

    /// The same with its content at hand, for a client that takes it from ``data``.
    func loaded() throws(AFError) -> APIFile {
        guard case .file(let url, nil) = content else { return self }
        var copy = self
        do {
            copy.content = .file(url, try Self.mapped(url))
        } catch {
            throw .multipartEncodingFailed(reason: .bodyPartFileNotReachableWithError(atURL: url, error: error))
        }
        return copy
    }

    private static func mapped(_ url: URL) throws -> Data {
        try Data(contentsOf: url, options: .mappedIfSafe)
    }
}

extension APIFile: Hashable, Sendable {}

/// What a request is for.
public enum APIRequestTaskType {
    /// An answer held in memory.
    case request
    /// An answer that ends up in a file; the closure says where.
    case download(APIDownloadDestination)
    /// A file sent as a form.
    case upload(APIFile)
}
