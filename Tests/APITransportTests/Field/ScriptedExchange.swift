import APITransport
import TestSupport
import Testing

/// A request, all that a server answers to it, and what must come of it.
struct ScriptedExchange: Sendable, CustomTestStringConvertible {
    enum Outcome: Sendable {
        case response(Int, [UInt8])
        case failure(TransportError.Kind)
    }

    let name: String
    var method = HTTPMethod.get
    /// The n-th answers the n-th request.
    let answers: [[UInt8]]
    let outcome: Outcome
    /// The server closes the connection behind the last answer.
    var closes = false
    /// So many of the first bytes also begin an exchange that is played before this one: cut there they are the same.
    private(set) var familiar = 0
    /// How many of the last bytes do not belong to the answer any more.
    var surplus = 0
    /// The server says nothing more behind the last answer, and does not close the connection either.
    var fallsSilent = false
    /// One of many of its kind: each place is cut by one ending alone.
    var sharesCuts = false
    /// Where the first request goes; nil: to the server's own address.
    ///
    /// All other names lead to the server, too.
    var url: String?
    /// The request has a body, and gives it to the n-th answer when so many bytes of that were sent; nil: not at all.
    var arrivals: [Int?] = []
    /// That body can be given any number of times.
    var isReplayable = false
    var prepare: @Sendable (inout HTTPRequest) throws -> Void = { _ in }
    var configure: @Sendable (inout HTTPClient.Configuration) -> Void = { _ in }
    /// Whether a request is the one that the n-th answer, from 0, is for.
    ///
    /// A wrong one gets an answer that no exchange ends with.
    var expects: @Sendable (_ request: ReceivedRequest, _ number: Int) -> Bool = { _, _ in true }
    /// Whether there is nothing wrong with a response of the right status and body.
    var accepts: @Sendable (HTTPResponse) -> Bool = { _ in true }

    var hasLateBody: Bool { !arrivals.isEmpty }

    var testDescription: String { name }

    init(_ name: String, _ answers: [String], _ outcome: Outcome) {
        self.init(name, bytes: answers.map { Array($0.utf8) }, outcome)
    }

    init(_ name: String, _ answer: String, _ body: String) {
        self.init(name, [answer], .response(200, Array(body.utf8)))
    }

    init(_ name: String, bytes answers: [[UInt8]], _ outcome: Outcome) {
        self.name = name
        self.answers = answers
        self.outcome = outcome
    }

    /// This exchange with something about it changed.
    func with(_ change: (inout ScriptedExchange) -> Void) -> ScriptedExchange {
        var changed = self
        change(&changed)
        return changed
    }

    /// This exchange when it is played after those.
    func after(_ others: some Sequence<ScriptedExchange>) -> ScriptedExchange {
        guard let answer = onlyAnswer else { return self }
        let shared = others.filter { $0.method == method }.compactMap(\.onlyAnswer).map { other in
            zip(answer, other).prefix { $0 == $1 }.count
        }
        return with { $0.familiar = shared.max() ?? 0 }
    }

    /// The answer to a request about which nothing is special; nil where there are more.
    private var onlyAnswer: [UInt8]? { answers.count == 1 && !hasLateBody ? answers.first : nil }

    /// Bytes of all answers together.
    var count: Int { answers.reduce(0) { $0 + $1.count } }

    var isRefused: Bool { if case .failure = outcome { true } else { false } }

    /// What a request gets that should not have come.
    static func objection(to request: ReceivedRequest) -> [UInt8] {
        HTTPBytes.response(555, "Unexpected", body: request.bytes)
    }

    func request(to server: ScriptedServer) throws -> HTTPRequest {
        var request = try HTTPRequest(url ?? server.url("/path/start?x=1"))
        request.method = method
        try prepare(&request)
        return request
    }

    /// Why this is not the right end of the exchange; nil when it is.
    func fault(in result: Result<HTTPResponse, TransportError>) -> String? {
        switch (outcome, result) {
        case (.response(let status, let body), .success(let response)):
            response.status == status && response.body == body && accepts(response)
                ? nil : "\(response.status), \(String(decoding: response.body, as: UTF8.self))"
        case (.failure(let kind), .failure(let error)): error.kind == kind ? nil : "\(error)"
        case (.failure, .success(let response)): "no error, but \(response.status)"
        case (.response, .failure(let error)): "\(error)"
        }
    }

    /// Why an exchange of which only the first `cut` bytes came ended wrongly; nil when it ended as it must.
    ///
    /// It must be an error, unless all of the answer had come, or the end of the connection was the end of the body.
    func fault(in result: Result<HTTPResponse, TransportError>, cut: Int, by ending: Ending) -> String? {
        guard case .success(let response) = result else { return nil }
        guard case .response(let status, let body) = outcome else { return "no error, but \(response.status)" }
        let isWhole = response.status == status && response.body == body && accepts(response)
        if cut >= count - surplus, isWhole { return nil }
        let isPrefix = response.bodyEndsWithConnection && body.starts(with: response.body)
        if closes, ending == .close, isPrefix, response.status == status { return nil }
        return "\(response.status), \(String(decoding: response.body, as: UTF8.self))"
    }
}
