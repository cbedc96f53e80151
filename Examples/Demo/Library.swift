import APIService
import Foundation

// What an application writes once: its models, and a protocol with the defaults of its service.

struct Book: APIDefaultJSONParsable, Equatable {
    let id: Int
    let title: String
    let author: String
    let pages: Int
}

/// A request to the library's service.
protocol LibraryRequest: APIRequest {}

extension LibraryRequest {
    var method: APIRequestMethod { .get }
    var parameters: [String: Any]? { nil }
    var headers: APIRequestHeaders? { ["Accept": "application/json"] }
    var taskType: APIRequestTaskType { .request }
    var encoding: any APIParameterEncoding { APIURLEncoding.default }
}

/// One book, kept in the cache for a minute.
struct FindBook: LibraryRequest {
    typealias Response = Book

    let baseURL: URL
    let id: Int

    var path: String { "/books" }
    var parameters: [String: Any]? { ["id": id] }
    var cache: APICache? {
        var cache = APICache()
        cache.usageMode = .cancelNetwork
        cache.writeNode = .memory
        cache.expiry = .seconds(60)
        return cache
    }
}

/// A new book, as JSON.
struct AddBook: LibraryRequest {
    typealias Response = Book

    let baseURL: URL
    let title: String
    let author: String
    let pages: Int

    var path: String { "/books" }
    var method: APIRequestMethod { .post }
    var parameters: [String: Any]? { ["title": title, "author": author, "pages": pages] }
    var encoding: any APIParameterEncoding { APIJSONEncoding.default }
}

/// A loan, as the fields of a form.
struct LendBook: LibraryRequest {
    struct Loan: APIDefaultJSONParsable {
        let reader: String
        let books: [String]
    }

    typealias Response = Loan

    let baseURL: URL
    let reader: String
    let books: [Int]

    var path: String { "/loans" }
    var method: APIRequestMethod { .post }
    var parameters: [String: Any]? { ["reader": reader, "books": books] }
}

/// Anything else below the service's address, as text.
struct Page: LibraryRequest {
    typealias Response = APIPlainText

    let baseURL: URL
    let path: String
}

/// The scan of a book, into a file.
struct DownloadScan: LibraryRequest {
    typealias Response = Data

    let baseURL: URL
    let destination: URL

    var path: String { "/scans/1.bin" }
    var headers: APIRequestHeaders? { nil }
    var taskType: APIRequestTaskType {
        .download { [destination] _, _ in (destination, [.removePreviousFile, .createIntermediateDirectories]) }
    }
}
