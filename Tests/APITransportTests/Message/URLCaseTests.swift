import APITransport
import TestSupport
import Testing

/// One case of other clients' suites: a URL, or a reference with its base, and what it means.
struct URLCase: Decodable, CustomTestStringConvertible {
    struct Outcome: Decodable {
        var failure: Bool?
        /// Only that it is accepted is asked for.
        var parsed: Bool?
        var href: String?
        var href_rfc3986: String?
        var host: String?
        var pathname: String?
        var search: String?
        var hash: String?
    }

    var id: String
    var input: String
    var base: String?
    var level: String
    var expect: Outcome
    var also: [Outcome]?

    var testDescription: String { "\(id) \(input.debugDescription)" }

    static let all: [URLCase] = CaseFile.read("url")

    func result() throws(TransportError) -> HTTPURL {
        guard let base else { return try HTTPURL(input) }
        return try HTTPURL(base).resolving(input)
    }
}

@Suite(.enabled(if: SharedCases.has("conformance/cases/url.jsonl")))
struct `URLs of other clients' suites` {
    @Test(arguments: URLCase.all)
    func `mean what they should`(_ item: URLCase) {
        let result = Result { () throws(TransportError) in try item.result() }
        let isRight = ([item.expect] + (item.also ?? [])).contains { Self.matches(result, $0) }
        #expect(isRight, "\(item.level): \(result)")
    }

    private static func matches(_ result: Result<HTTPURL, TransportError>, _ wanted: URLCase.Outcome) -> Bool {
        switch result {
        case .failure(let error):
            // A reference to another scheme is its own meaning; no request can be made of it.
            return wanted.failure == true
                || error.kind == .unsupportedScheme && wanted.href_rfc3986?.hasPrefix("mailto:") == true
        case .success(let url):
            if wanted.parsed == true { return true }
            guard wanted.failure != true, url.description == wanted.href ?? wanted.href_rfc3986 else { return false }
            if let host = wanted.host, url.hostField != host { return false }
            if let path = wanted.pathname, url.path != path { return false }
            if let search = wanted.search, url.query.map({ $0.isEmpty ? "" : "?" + $0 }) ?? "" != search {
                return false
            }
            if let hash = wanted.hash, url.fragment.map({ $0.isEmpty ? "" : "#" + $0 }) ?? "" != hash { return false }
            return true
        }
    }
}
