public import Foundation

/// A file to be uploaded as one part of a `multipart/form-data` body (RFC 7578).
public struct APIFile {
    /// The name of the form field.
    public var name: String
    /// The content.
    public var data: Data
    /// The file name the server is told.
    public var fileName: String
    /// The media type of the content, such as `image/png`.
    public var mimeType: String

    /// Makes a file of a field name, its content, a file name and a media type.
    public init(name: String, data: Data, fileName: String, mimeType: String) {
        self.name = name
        self.data = data
        self.fileName = fileName
        self.mimeType = mimeType
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
