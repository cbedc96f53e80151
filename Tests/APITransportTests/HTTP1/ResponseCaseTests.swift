import APITransport
import Foundation
import TestSupport
import Testing

/// One case of other clients' suites: what a server sends, and what must come of it.
struct ResponseCase: Decodable, CustomTestStringConvertible {
    struct Outcome: Decodable {
        var outcome: String
        var status: Int?
        var version: String?
        var headers: [[String]]?
        var headers_contain: [[String]]?
        var body_b64: String?
        var trailers: [[String]]?
        var interim: [Interim]?
        var until_close: Bool?
        var bytes_after_message: Int?
    }

    struct Interim: Decodable {
        var status: Int
    }

    var id: String
    var method: String
    var input_b64: String
    var level: String
    var expect: Outcome
    var also: [Outcome]?

    var testDescription: String { id }

    static let all: [ResponseCase] = CaseFile.read("h1-response") + CaseFile.read("h1-derived")
}

extension PlayedResponse {
    /// Why it is not this outcome; nil when it is.
    func difference(from wanted: ResponseCase.Outcome) -> String? {
        guard wanted.outcome == "ok" else { return fault == nil ? "no error" : nil }
        if let fault { return "error: \(fault.message)" }
        guard let head else { return "no head" }
        if let status = wanted.status, head.status != status { return "status \(head.status)" }
        if let version = wanted.version, head.version.description != version { return "version \(head.version)" }
        if Data(body) != Data(base64Encoded: wanted.body_b64 ?? "") { return "body \(body)" }
        for pair in (wanted.headers ?? []) + (wanted.headers_contain ?? []) {
            let values = head.fields.values(pair[0])
            guard values.contains(pair[1]) || values.joined(separator: ", ") == pair[1] else {
                return "field \(pair[0]): \(values)"
            }
        }
        if let headers = wanted.headers, head.fields.count != headers.count { return "\(head.fields.count) fields" }
        if let trailers = wanted.trailers, self.trailers.map({ [$0.name, $0.value] }) != trailers {
            return "trailers \(self.trailers)"
        }
        if let interim = wanted.interim, interim.map(\.status) != informational.map(\.status) { return "interim" }
        if wanted.until_close == true, !isUntilClose, head.status != 204, head.status != 304 { return "framing" }
        if let count = wanted.bytes_after_message, surplus.count != count { return "\(surplus.count) bytes behind" }
        return nil
    }
}

@Suite(.enabled(if: SharedCases.has("conformance/cases/h1-response.jsonl")))
struct `Responses of other clients' suites` {
    @Test(arguments: ResponseCase.all)
    func `come out right whole and in pieces of 1, 2 and 7 bytes`(_ item: ResponseCase) throws {
        let bytes = try #require(Data(base64Encoded: item.input_b64).map(Array.init))
        let method = try #require(HTTPMethod(rawValue: item.method))
        let whole = PlayedResponse([bytes], method: method)
        let differences = ([item.expect] + (item.also ?? [])).map { whole.difference(from: $0) }
        #expect(
            differences.contains { $0 == nil } || item.level == "should",
            "\(item.level): \(differences.compactMap(\.self).joined(separator: " | "))"
        )
        for size in [1, 2, 7] {
            #expect(PlayedResponse(pieces(bytes, of: size), method: method) == whole, "in pieces of \(size)")
        }
    }

    @Test(arguments: ResponseCase.all)
    func `come out the same wherever they are cut`(_ item: ResponseCase) throws {
        let bytes = try #require(Data(base64Encoded: item.input_b64).map(Array.init))
        let method = try #require(HTTPMethod(rawValue: item.method))
        let whole = PlayedResponse([bytes], method: method)
        for cut in bytes.indices {
            let parts = [Array(bytes[..<cut]), Array(bytes[cut...])]
            #expect(PlayedResponse(parts, method: method) == whole, "cut at \(cut)")
        }
    }

    @Test(arguments: ResponseCase.all)
    func `are never taken for whole when they are cut`(_ item: ResponseCase) throws {
        let bytes = try #require(Data(base64Encoded: item.input_b64).map(Array.init))
        let method = try #require(HTTPMethod(rawValue: item.method))
        let whole = PlayedResponse([bytes], method: method)
        let end = bytes.count - whole.surplus.count
        for cut in bytes.indices {
            let played = PlayedResponse([Array(bytes[..<cut])], method: method)
            if whole.fault == nil, cut >= end {
                #expect(played.fault == nil && played.body == whole.body, "cut at \(cut)")
            } else {
                // Where only the end of the connection tells, what came until then is the body.
                let isPrefix = played.isUntilClose && whole.body.starts(with: played.body)
                #expect(played.fault != nil || isPrefix, "cut at \(cut)")
            }
        }
    }
}
