// What the README shows, as a program: `readme-example https://address.of.a.service`.

import APIService
import Foundation

struct Book: APIDefaultJSONParsable {
    let title: String
    let pages: Int
}

struct FindBook: APIRequest {
    typealias Response = Book
    let baseURL: URL
    let path = "/books/1"
    let method = APIRequestMethod.get
    let parameters: [String: Any]? = ["lang": "en"]
    let headers: APIRequestHeaders? = ["Accept": "application/json"]
    let taskType = APIRequestTaskType.request
    let encoding: any APIParameterEncoding = APIURLEncoding.default
}

guard let service = CommandLine.arguments.dropFirst().first.flatMap({ URL(string: $0) }) else {
    print("usage: readme-example https://address.of.a.service")
    exit(2)
}

do {
    let book = try await APIService.send(FindBook(baseURL: service))
    print("\(book.title), \(book.pages) pages")
} catch {
    print("no book: \(error.localizedDescription)")
    exit(1)
}
