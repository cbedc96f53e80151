import APIService
import Foundation
import TestSupport

/// A step did not do what it should.
struct Failed: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

func expect(_ condition: Bool, _ what: String) throws {
    guard condition else { throw Failed(what) }
}

/// Where completions arrive.
///
/// The main queue would do as well; nothing here needs it.
let callbacks = DispatchQueue(label: "demo.callbacks")

func typedGet(_ library: DemoServer) async throws {
    let response = try await library.service.sendRequestAsync(
        FindBook(baseURL: library.url, id: 1),
        plugins: [Narrator()],
        queue: callbacks
    )
    let book = try response.result.get()
    try expect(book.title == "The Dispossessed" && response.statusCode == 200, "the book is another")
    Screen.good("“\(book.title)” by \(book.author), \(book.pages) pages")
}

func getFromCache(_ library: DemoServer) async throws {
    await cacheHasWritten()
    let before = library.server.requests.count
    let request = FindBook(baseURL: try library.url, id: 1)
    var answers: [(Book, APICompletionHandlerSourceType)] = []
    for await (response, source) in library.service.sendRequestSequence(request, queue: callbacks) {
        answers.append((try response.result.get(), source))
    }
    try expect(answers.count == 1 && answers[0].1 == .cache, "the answer did not come from the cache")
    try expect(library.server.requests.count == before, "the server was asked")
    Screen.good("“\(answers[0].0.title)”, and the server was not asked")
}

/// The cache writes on a queue of its own, in order: what asks there has waited for what was written before.
private func cacheHasWritten() async {
    await withCheckedContinuation { continuation in
        CacheTool.shared.getValidObject(byKey: "none") { _ in continuation.resume() }
    }
}

func postJSON(_ library: DemoServer) async throws {
    let request = AddBook(baseURL: try library.url, title: "Solaris", author: "Stanisław Lem", pages: 224)
    let response = try await library.service.sendRequestAsync(request, plugins: [Narrator()], queue: callbacks)
    let book = try response.result.get()
    try expect(response.statusCode == 201 && book.id == 2, "the book was not added")
    Screen.good("added as number \(book.id)")
}

func postForm(_ library: DemoServer) async throws {
    let request = LendBook(baseURL: try library.url, reader: "Ada & Grace", books: [1, 2])
    let response = try await library.service.sendRequestAsync(request, plugins: [Narrator()], queue: callbacks)
    let loan = try response.result.get()
    try expect(loan.reader == "Ada & Grace" && loan.books == ["1", "2"], "the form arrived as something else")
    Screen.line("the server read: \(library.server.requests.last?.text ?? "")")
    Screen.good("\(loan.reader) took \(loan.books.count) books")
}

func retryAfterExpiredToken(_ library: DemoServer) async throws {
    let account = Account()
    let before = library.server.requests.count
    let request = WhoAmI(baseURL: try library.url, account: account, service: library.service)
    let response = try await library.service.sendRequestAsync(request, queue: callbacks)
    let person = try response.result.get()
    let asked = library.server.requests.dropFirst(before).map { "\($0.method) \($0.path)" }
    try expect(person.name == "Ada" && account.token == "fresh", "nobody is signed in")
    try expect(asked == ["GET /me", "POST /token", "GET /me"], "the server was asked for \(asked)")
    Screen.good("signed in as \(person.name) after \(asked.joined(separator: ", "))")
}

func download(_ library: DemoServer) async throws {
    let folder = try TemporaryDirectory()
    let file = URL(fileURLWithPath: folder.path("scans/1.bin"))
    let request = DownloadScan(baseURL: try library.url, destination: file)
    let response = try await library.service.sendRequestAsync(request, queue: callbacks) { progress in
        let megabytes = Double(progress.completedUnitCount) / 1_000_000
        Screen.bar(progress.fractionCompleted, String(format: "%.1f MB", megabytes))
    }
    try expect(response.result.isSuccess, "the download failed: \(response.result)")
    try expect(try folder.read("scans/1.bin") == DemoServer.scan, "the file differs from what was sent")
    Screen.good("\(DemoServer.scan.count) bytes, each as the server sent it")
}

func errorPage(_ library: DemoServer) async throws {
    let error = try await failure(of: Page(baseURL: library.url, path: "/closed"), library)
    try expect(error.afError?.responseCode == 503, "the status is missing from \(error)")
    Screen.good("refused, with a reason: \(error.localizedDescription)")
}

func refusedCertificates(_ library: DemoServer) async throws {
    let certificates: [(String, TestIdentity)] = [
        ("expired", TestCertificates.expired),
        ("for another host", TestCertificates.wrongHost),
        ("self-signed", TestCertificates.selfSigned),
        ("of an authority nobody knows", TestCertificates.untrusted),
    ]
    for (flaw, identity) in certificates {
        let server = try EmbeddedHTTPServer(.init(tls: .init(identity)), routes: ["*": { _ in .text("secret") }])
        let error = try await failure(of: Page(baseURL: address(of: server), path: "/"), library)
        try expect(server.requests.isEmpty, "a server whose certificate is \(flaw) got a request")
        Screen.good("\(flaw): \(error.localizedDescription)")
    }
}

/// How a request fails that must not succeed.
private func failure(of request: Page, _ library: DemoServer) async throws -> APIError {
    do {
        let response = try await library.service.sendRequestAsync(request, queue: callbacks)
        guard let error = response.result.error else { throw Failed("the request succeeded") }
        return error
    } catch let error as APIError {
        return error
    }
}

extension APIResult {
    /// The value, or the error thrown.
    func get() throws -> T {
        switch self {
        case .success(let value): return value
        case .failure(let error): throw error
        }
    }
}

extension APIError {
    var afError: AFError? {
        if case .connectionError(let error) = self { error.asAFError } else { nil }
    }
}
