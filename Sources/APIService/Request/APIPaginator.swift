public import Foundation

/// Walks through the pages of a list: says what the next request asks for, and learns from each answer.
public protocol APIPaginator {
    /// What one page is read as.
    associatedtype Page

    /// The parameters of the page that comes next; nil when there is none.
    var nextParameters: [String: Any]? { get }

    /// Learns from the page that came.
    /// - Throws: any error, when the page does not fit; it ends the walk.
    mutating func advance(past page: Page) throws

    /// Goes back to the first page.
    mutating func reset()
}

/// Pages by number and size: `page=1&size=20`.
///
/// A page with fewer elements than the size, or with none, is the last.
public struct APIPageNumberPaginator<Page>: APIPaginator {
    /// The number of the page that comes next.
    public private(set) var index: Int
    /// Whether the last page has come.
    public private(set) var isAtEnd = false

    private let first: Int
    private let size: Int
    private let indexName: String
    private let sizeName: String
    private let count: (Page) -> Int

    /// Makes a paginator at the first page.
    /// - Parameters:
    ///   - size: how many elements a page has.
    ///   - first: the number of the first page, 1 by default.
    ///   - indexName: the parameter for the number.
    ///   - sizeName: the parameter for the size.
    ///   - count: how many elements a page that came has.
    public init(
        size: Int,
        first: Int = 1,
        indexName: String = "page",
        sizeName: String = "size",
        count: @escaping (Page) -> Int
    ) {
        self.size = size
        self.first = first
        self.indexName = indexName
        self.sizeName = sizeName
        self.count = count
        index = first
    }

    /// Number and size of the next page; nil after the last.
    public var nextParameters: [String: Any]? {
        isAtEnd ? nil : [indexName: index, sizeName: size]
    }

    /// Goes on to the next page, or ends.
    public mutating func advance(past page: Page) {
        let count = count(page)
        let (next, overflow) = index.addingReportingOverflow(1)
        if count <= 0 || count < size || overflow { isAtEnd = true } else { index = next }
    }

    /// Goes back to the first page.
    public mutating func reset() {
        index = first
        isAtEnd = false
    }
}

/// Pages by a cursor that each page gives for the next.
public struct APICursorPaginator<Page>: APIPaginator {
    private let name: String
    private let next: (Page) -> String?
    private var state = State.first
    private var seen: Set<String> = []

    private enum State {
        case first
        case at(String)
        case end
    }

    /// Makes a paginator at the first page, which is asked for without a cursor.
    /// - Parameters:
    ///   - name: the parameter for the cursor.
    ///   - next: the cursor a page gives for the next; nil or empty when it is the last.
    public init(name: String = "cursor", next: @escaping (Page) -> String?) {
        self.name = name
        self.next = next
    }

    /// The cursor of the next page; nil after the last.
    public var nextParameters: [String: Any]? {
        switch state {
        case .first: [:]
        case .at(let cursor): [name: cursor]
        case .end: nil
        }
    }

    /// Goes on to the next page, or ends.
    /// - Throws: ``APIRepeatedCursor`` when the page gives a cursor that an earlier one gave: the walk would not end.
    public mutating func advance(past page: Page) throws {
        guard let cursor = next(page), !cursor.isEmpty else {
            state = .end
            return
        }
        guard seen.insert(cursor).inserted else { throw APIRepeatedCursor() }
        state = .at(cursor)
    }

    /// Goes back to the first page.
    public mutating func reset() {
        state = .first
        seen = []
    }
}

/// A page gave a cursor that it, or an earlier page, had been asked for with.
public struct APIRepeatedCursor: LocalizedError, Hashable {
    /// The error.
    public init() {}

    /// One sentence for the user.
    public var errorDescription: String? {
        APILanguage.current.text("The list repeats itself.", "分页数据重复")
    }
}

extension APIService {
    /// Sends a request for one page after the other, and hands out the pages.
    /// - Parameters:
    ///   - paginator: where to begin, and how to go on.
    ///   - request: makes the request for a page from the paginator's parameters.
    /// - Returns: the pages as they come. It throws what ``send(_:plugins:progressHandler:)-type.method`` or the paginator throws, and then ends.
    public func pages<Request: APIRequest, Paginator: APIPaginator>(
        _ paginator: Paginator,
        request: @escaping ([String: Any]) -> Request
    ) -> APIPageSequence<Request, Paginator> where Paginator.Page == Request.Response {
        APIPageSequence(service: self, paginator: paginator, request: request)
    }
}

/// The pages of a list, each fetched when it is asked for.
public struct APIPageSequence<Request: APIRequest, Paginator: APIPaginator>: AsyncSequence
where Paginator.Page == Request.Response {
    /// A page.
    public typealias Element = Request.Response

    let service: APIService
    let paginator: Paginator
    let request: ([String: Any]) -> Request

    /// Begins where the paginator stands.
    public func makeAsyncIterator() -> Iterator {
        Iterator(service: service, paginator: paginator, request: request)
    }

    /// Fetches pages one at a time.
    public struct Iterator: AsyncIteratorProtocol {
        let service: APIService
        var paginator: Paginator
        let request: ([String: Any]) -> Request
        var isOver = false

        /// Fetches the next page; nil after the last.
        public mutating func next() async throws -> Element? {
            try await next(isolation: #isolation)
        }

        /// Fetches the next page on the caller's actor; nil after the last.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
            guard !isOver, let parameters = paginator.nextParameters else { return nil }
            isOver = true
            let page = try await service.send(request(parameters))
            try paginator.advance(past: page)
            isOver = false
            return page
        }
    }
}
