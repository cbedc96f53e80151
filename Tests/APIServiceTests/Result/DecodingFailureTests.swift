import APIJSON
import APIService
import Foundation
import TestSupport
import Testing

@Suite struct `An answer that does not decode` {
    private struct Item: APIDefaultJSONParsable {
        var id: Int
    }

    private struct Page: APIDefaultJSONParsable {
        struct Content: Decodable {
            var items: [Item]
        }
        var data: Content
    }

    private struct Account: APIDefaultJSONParsable {
        var password: Int
    }

    private func error<Model: APIParsable>(_ type: Model.Type, _ answer: StubAPIClient.Answer) async throws -> APIError
    {
        let service = APIService(client: StubAPIClient { _ in answer })
        return try #require(await service.response(to: TestRequest(type, "http://127.0.0.1/")).result.error)
    }

    private func decodingError(_ error: APIError) -> DecodingError? {
        guard case .responseError(APIResponseError.invalidParseResponse(let inner)) = error else { return nil }
        return inner as? DecodingError
    }

    private static let body = #"{"data":{"items":[{"id":1},{"id":"x"}]}}"#

    @Test func `says where, what was wanted and found, in which model, with which status and body`() async throws {
        let error = try await error(Page.self, .json(Self.body))
        let failure = try #require(error.decodingFailure)
        #expect(failure.path == "data.items[1].id")
        #expect(failure.wanted == "Int")
        #expect(failure.found == #"a string, "x""#)
        #expect(failure.line == 1 && failure.column == 34)
        #expect(failure.model == "Item")
        #expect(failure.status == 200)
        #expect(failure.excerpt == Self.body)
        for language in APILanguage.allCases {
            let text = error.text(language)
            for part in ["data.items[1].id", "Int", #""x""#, "Item", "200", Self.body] {
                #expect(text.contains(part))
            }
        }
    }

    @Test func `reads as a sentence in both languages`() async throws {
        let error = try await error(Page.self, .json(Self.body))
        #expect(
            error.text(.english) == """
                The answer could not be used: data.items[1].id: wanted Int, found a string, "x" at line 1, column 34, \
                decoding Item, in an answer with status 200, which begins: \(Self.body).
                """
        )
        #expect(
            error.text(.chinese) == """
                结果处理错误（data.items[1].id：需要 Int，实际为字符串 "x"，位于第 1 行第 34 列，模型 Item，状态码 200，内容：\(Self.body)）
                """
        )
    }

    @Test(arguments: [
        ("{", "后续内容"), ("[1", "后续内容"), ("{1:2}", "双引号中的键"), (#"{"a" 1}"#, "键后的冒号"),
        (#"{"a":1 2}"#, "逗号或“}”"), ("[1 2]", "逗号或“]”"), ("nope", "true、false 或 null"), ("-x", "一个数字字符"),
        (#"["\x"]"#, "JSON 的转义字符"), (#"["\ud800"]"#, "完整的代理对"), ("[\"\u{1}\"]", "控制字符的转义"), ("1 1", "值后没有其他内容"),
        (#"{"data":{}}"#, "键“items”"), (#"{"data":null}"#, "null"), (#"{"data":{"items":true}}"#, "布尔值 true"),
        (#"{"data":{"items":7}}"#, "数字 7"), (#"{"data":[]}"#, "数组"), (#"{"data":{"items":{}}}"#, "对象"),
        (#"{"data":{"other":1}}"#, "仅有“other”"),
    ])
    func `is told in Chinese without English words`(_ body: String, _ words: String) async throws {
        let failure = try #require(try await error(Page.self, .json(body)).decodingFailure)
        let text = failure.text(.chinese)
        let sentence = text.firstRange(of: "，内容：").map { text[..<$0.lowerBound] } ?? text[...]
        #expect(sentence.contains(words))
        #expect(!sentence.contains(/\b(a|an|the|of|only|wanted|found)\b/))
    }

    @Test func `keeps the decoder's error inside, with all that it knew`() async throws {
        let error = try await error(Page.self, .json(Self.body))
        let inner = try #require(decodingError(error))
        guard case .typeMismatch(let type, let context) = inner else { throw inner }
        #expect(ObjectIdentifier(type) == ObjectIdentifier(Int.self))
        #expect(context.codingPath.map(\.stringValue) == ["data", "items", "Index 1", "id"])
        #expect(APIJSONError(inner)?.offset == 33)
        #expect(error.text(.english).contains(error.decodingFailure?.text(.english) ?? "-"))
    }

    @Test func `names a missing key and a syntax error`() async throws {
        let missing = try await error(Page.self, .json(#"{"data":{}}"#)).decodingFailure
        #expect(missing?.path == "data" && missing?.wanted == "the key “items”")
        let broken = try await error(Page.self, .json("{\n  \"data\": nope}")).decodingFailure
        #expect(broken?.path == "" && broken?.line == 2 && broken?.column == 11)
        #expect(broken?.excerpt == #"{ "data": nope}"#)
        let empty = try await error(Page.self, .status(204)).decodingFailure
        #expect(empty?.status == 204 && empty?.excerpt == "")
    }

    @Test(arguments: [
        #"{"password":"hunter2"}"#, #"{"password":"hunter2"#, #"{"user":{"token":"hunter2"}}"#,
        #"{"password":"hunter2","padding":"\#(String(repeating: "p", count: 10_000))"}"#,
        #"{"padding":"\#(String(repeating: "p", count: 10_000))","password":"hunter2"}"#,
        #"{"padding":"\#(String(repeating: "p", count: 10_000))","password":"hunter2" oops"#,
    ])
    func `tells no secret`(body: String) async throws {
        let error = try await error(Account.self, .json(body))
        let failure = try #require(error.decodingFailure)
        let details = try #require(decodingError(error).flatMap { APIJSONError($0) })
        for text in [
            "\(error)", error.text(.english), error.text(.chinese), "\(failure)", "\(details)", details.excerpt,
        ] {
            #expect(!text.contains("hunter"))
        }
        if body.hasPrefix(#"{"password":"hunter2"}"#) { #expect(failure.found == "a string") }
    }

    private struct Login: APIDefaultJSONParsable {
        enum Token: String, Decodable { case known }
        struct Session: Decodable { var token: Token }
        var session: Session
    }

    /// Refuses what it is given in words of its own.
    private struct Strict: APIDefaultJSONParsable {
        private enum Key: CodingKey { case password }

        init(from decoder: any Decoder) throws {
            let text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .password)
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "The password \(text) is weak")
            )
        }
    }

    @Test(arguments: [true, false])
    func `quotes no words of a model about a secret`(isNamedByPath: Bool) async throws {
        let error =
            isNamedByPath
            ? try await error(Login.self, .json(#"{"session":{"token":"hunter2"}}"#))
            : try await error(Strict.self, .json(#"{"password":"hunter2"}"#))
        let failure = try #require(error.decodingFailure)
        #expect(failure.wanted == "another value")
        if isNamedByPath { #expect(failure.path == "session.token" && failure.found == "a string") }
        let inner = try #require(decodingError(error))
        let details = try #require(APIJSONError(inner))
        #expect(details.wanted == "another value" && details.path == failure.path && details.line == 1)
        for text in [
            "\(error)", error.text(.english), error.text(.chinese), "\(failure)", "\(inner)", "\(details)",
            "\(details.underlying.map { "\($0)" } ?? "")", details.excerpt,
        ] {
            #expect(!text.contains("hunter"))
        }
    }

    @Test(arguments: [
        StubAPIClient.Answer.json(#"["\#(String(repeating: "é", count: 100_000))"]"#),
        .json("[\n" + String(repeating: "  1,\n", count: 10_000) + "1]"),
        .json(String(repeating: "[", count: 100_000)),
        StubAPIClient.Answer(body: Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0) })),
    ])
    func `stays short, and on one line, whatever came`(answer: StubAPIClient.Answer) async throws {
        let error = try await error(Page.self, answer)
        let failure = try #require(error.decodingFailure)
        #expect(failure.excerpt.utf8.count <= 259)
        #expect(error.text(.english).utf8.count < 1000)
        #expect(!failure.text(.english).contains { $0.isNewline || $0 == "\u{0}" })
    }

    /// Decodes by itself, with Foundation's decoder.
    private struct Foreign: APIParsable, Decodable {
        var id: Int
        static func parse(data: Data) throws -> Foreign { try JSONDecoder().decode(Foreign.self, from: data) }
    }

    @Test func `explains other decoders' errors as far as they tell`() async throws {
        let error = try await error(Foreign.self, .json(#"{"id":"x"}"#))
        guard case .responseError(let inner) = error, case DecodingError.typeMismatch = inner else { throw error }
        let failure = try #require(error.decodingFailure)
        #expect(failure.path == "id" && failure.wanted == "Int" && failure.line == nil)
        #expect(failure.status == 200 && failure.excerpt == #"{"id":"x"}"#)
    }

    private struct Faulty: APIParsable {
        struct Fault: Error, Equatable {}
        static func parse(data: Data) throws -> Faulty { throw Fault() }
    }

    @Test func `leaves an application's own error as it is`() async throws {
        let error = try await error(Faulty.self, .text("x"))
        guard case .responseError(let inner) = error else { throw error }
        #expect(inner as? Faulty.Fault == Faulty.Fault())
        #expect(error.decodingFailure == nil)
        #expect(APIError.networkError.decodingFailure == nil)
    }

    @Test func `explains what was cached too`() async throws {
        let tool = TracedCache(FlowTrace(), keyText: "", content: Data(#"{"data":[]}"#.utf8))
        var request = TestRequest(Page.self, "http://127.0.0.1/")
        request.cache = APICache()
        request.cache?.usageMode = .alsoNetworkWithCallback
        let packed = UncheckedSendable(request)
        let outcomes = try await SharedConfiguration.with({ $0.cacheTool = tool }) {
            let service = APIService(client: StubAPIClient { _ in .json(Self.body) })
            let seen = Observed<[APIError?]>([])
            service.sendRequest(
                packed.value,
                queue: .global(),
                cacheHandler: { answer in seen.update { $0.append(answer.result.error) } },
                completionHandler: { _ in }
            )
            return try await seen.wait(for: "the cache's outcome") { !$0.isEmpty }
        }
        let failure = try #require(outcomes.first??.decodingFailure)
        #expect(failure.path == "data" && failure.status == nil)
    }
}
